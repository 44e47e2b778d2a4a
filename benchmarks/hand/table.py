"""The measurements of several labels, such as before and after, as one markdown table."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from src.data.files.whole import write_whole

BEGIN, END = "<!-- measured by python -m benchmarks.hand -->", "<!-- end of what is measured -->"

Measured = Mapping[str, Any]
"""``people``, ``rules``, and by group and phase: names to numbers."""


def keep(folder: Path, label: str, measured: Measured) -> None:
    """The numbers of one label, beside those of others."""
    write_whole(folder / f"{label}.json", json.dumps(measured, indent=1).encode())


def kept(folder: Path) -> dict[str, Measured]:
    """Label to its numbers: the one that is called before first."""
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stem != "before", file.stem))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def pictures(labels: Sequence[str]) -> str:
    """The pictures of every label, as the study's page shows them."""
    return "\n\n".join(
        f"![{what}, {label}](../../docs/pictures/hand_{label}{ending}.png)"
        for ending, what in (("", "Distributions"), ("_annotations", "Annotations"))
        for label in labels
    )


def tables(by_label: Mapping[str, Measured]) -> str:
    """A table for each phase, and one of the rules; cells hold every label's number in order."""
    order = " → ".join(by_label)
    newest = [*by_label.values()][-1]
    parts = [f"Cells: {order}. People: {_listed(newest['people'])}."]
    for phase in ("initial", "corrective"):
        own = {label: _of_phase(measured, phase) for label, measured in by_label.items()}
        parts.append(f"### The {phase} phase\n\n{_table(own)}")
    rules = {label: {"all masks": measured["rules"]} for label, measured in by_label.items()}
    parts.append(f"### The skip rule\n\n{_table(rules)}")
    return "\n\n".join(parts)


def renew(folder: Path) -> None:
    """The pictures and tables of all labels that are kept, on the study's page."""
    by_label = kept(folder)
    insert(folder / "README.md", f"{pictures([*by_label])}\n\n{tables(by_label)}")


def insert(page: Path, text: str) -> None:
    """Put a text where the page has its marks."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    write_whole(page, f"{before}{BEGIN}\n\n{text}\n\n{END}{after}".encode())


def _of_phase(measured: Measured, phase: str) -> dict[str, dict[str, float]]:
    groups = measured["groups"].items()
    return {name.rpartition(", ")[0]: own for name, own in groups if name.endswith(phase)}


def _table(by_label: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    columns = [*dict.fromkeys(group for groups in by_label.values() for group in groups)]
    rows = dict.fromkeys(
        name for groups in by_label.values() for own in groups.values() for name in own
    )
    lines = [f"| | {' | '.join(columns)} |", f"|---{'|---' * len(columns)}|"]
    for row in rows:
        cells = [
            " → ".join(_number(groups.get(column, {}).get(row)) for groups in by_label.values())
            for column in columns
        ]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _listed(numbers: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in numbers.items())


def _number(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
