"""The one table of keys as the document shows it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from src.studio.shells import PAGE

SHOWN = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}


def keys() -> list[dict[str, Any]]:
    """Each row: id, keys, what they do, and where."""
    return list(json.loads((PAGE / "keys.json").read_text()))


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """A table with one line for each action."""
    lines = ["| where | keys | what they do |", "|---|---|---|"]
    for row in rows:
        names = " ".join(f"`{_shown(key)}`" for key in row["keys"])
        lines.append(f"| {row['where']} | {names} | {row['does']} |")
    return "\n".join(lines) + "\n"


def _shown(key: str) -> str:
    return key if key == "+" else "+".join(SHOWN.get(part, part) for part in key.split("+"))
