"""Runs that were helped by the truth: they bound the others, and have no rank."""

from collections.abc import Sequence
from dataclasses import dataclass

from src.tracking import keys
from src.tracking.archive import PastRun
from src.tracking.compare.configurations import Configuration

ORACLE = "oracle"
"""In the name of whatever is helped by the truth."""

CHOICES = ("detector", "crop", "transforms", "acquisition")
"""Groups whose options may have it in their names; classes of any part may."""

TITLE = "Oracles: they were helped by the truth, bound the others and have no rank"

DATA = "dataset."
"""Where the truth belongs."""


@dataclass(frozen=True)
class Bound:
    """What an oracle reaches: its mean over so many seeds."""

    name: str
    seeds: int
    mean: float


def is_oracle(run: PastRun) -> bool:
    """Whether the truth helped: any choice or class of the run says so, but those of its data."""
    words = [run.tags.get(group, "") for group in CHOICES]
    words += [
        text
        for name, text in run.parameters.items()
        if name.endswith(keys.TARGET) and not name.startswith(DATA)
    ]
    return any(ORACLE in word.lower() for word in words)


def apart(
    contenders: Sequence[Configuration],
) -> tuple[list[Configuration], list[Configuration]]:
    """Those that may be ranked, and the oracles."""
    helped = [any(map(is_oracle, contender.runs)) for contender in contenders]
    pairs = list(zip(contenders, helped, strict=True))
    return [own for own, oracle in pairs if not oracle], [own for own, oracle in pairs if oracle]
