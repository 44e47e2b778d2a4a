"""A method that competes, and where it stands."""

from dataclasses import dataclass

import numpy as np

from src.core import Scorecard, Table
from src.scoring.grounding import tables
from src.scoring.grounding.parts import ALL


@dataclass(frozen=True, eq=False)
class Method:
    """A method and what it earned.

    Args:
        name: what sets it apart from the others.
        run: where it is recorded.
        fingerprint: of its data.
        oracle: whether it was helped by the truth, so that it bounds the others and has no rank.
        absent_baseline: what to run beside it, where it looks again through transforms and the same
            without them is not among the methods; else nothing.
    """

    name: str
    run: str
    card: Scorecard
    fingerprint: str
    oracle: bool = False
    absent_baseline: str = ""

    @property
    def rules(self) -> dict[str, str]:
        """By which rules it was scored."""
        columns = self.card.tables[tables.RULES].values()
        return dict(zip(*(column.tolist() for column in columns), strict=True))


@dataclass(frozen=True, eq=False)
class Standing:
    """Where a method stands.

    Args:
        rank: 1 for the best, equals share it; ``None`` for an oracle.
        questions, parts, sides, offsets: its tables, of the questions that are compared.
    """

    method: Method
    rank: int | None
    questions: Table
    parts: Table
    sides: Table
    offsets: Table

    def number(self, name: str, by: str = ALL, part: str = "") -> float:
        """A number of the whole set or of a part; ``nan`` where there is none."""
        place = np.flatnonzero((self.parts["by"] == by) & (self.parts["part"] == part))
        known = name in self.parts and len(place)
        return float(self.parts[name][place[0]]) if known else float("nan")
