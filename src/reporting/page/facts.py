"""What a page tells of one run, wherever it was read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from src.core import Scorecard, Verdict
from src.reporting.curves import Clocks


@dataclass(frozen=True)
class Shown:
    """A picture file and what is written below it.

    Args:
        kind: of the file, as browsers name it.
    """

    caption: str
    content: bytes
    kind: str = "image/png"


@dataclass(frozen=True, eq=False)
class RunFacts:
    """One run.

    Args:
        about: what it is made of, in words: dataset, detector, seed, …
        card: what was scored; ``None`` of a run that scored nothing.
        score: column of the rows that people look at first, more being better.
        rows: one per image that was taught.
        clocks: its learning curve by every clock, the one that recorded it first.
        thumbnails: place of a sample in the card's rows to a WebP picture of it.
        players: scenes as the player takes them.
        config: the whole configuration, as YAML.
        command: that repeats it; ``None`` where it is not known.
    """

    name: str
    about: Mapping[str, str]
    card: Scorecard | None = None
    score: str | None = None
    verdict: Verdict | None = None
    rows: Sequence[Mapping[str, Any]] = ()
    clocks: Clocks = field(default_factory=dict)
    pictures: Sequence[Shown] = ()
    thumbnails: Mapping[int, bytes] = field(default_factory=dict)
    players: Sequence[Mapping[str, Any]] = ()
    config: str = ""
    command: str | None = None
