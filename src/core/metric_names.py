"""What a metric at a threshold or a depth is called: ``f1_at_0.50``, ``f1_at_0.50-0.95``.

Every letter of it is one that MLflow takes, so that terminal, tables and MLflow have one name.
"""

import re

AT = "_at_"
_END = re.compile(rf"{AT}(\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?)")
_IN_PAPERS = re.compile(r"@(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?")


def at(metric: str, place: str) -> str:
    """``f1_at_0.50`` of ``f1`` and ``0.50``."""
    return f"{metric}{AT}{place}"


def place_of(metric: str) -> str:
    """``0.50`` of ``f1_at_0.50``; nothing of a metric without a threshold."""
    found = _END.search(metric)
    return found[1] if found else ""


def without_place(metric: str) -> str:
    """``f1`` of ``f1_at_0.50``."""
    found = _END.search(metric)
    return metric[: found.start()] if found else metric


def spelled(metric: str) -> str:
    """Its name here; papers write ``f1@0.50:0.95``."""
    return _IN_PAPERS.sub(lambda own: AT + "-".join(filter(None, own.groups())), metric)
