"""Suggestions, and where they come from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from src.data.refsets.labels import Area
from src.data.refsets.labels.boxes import Form
from src.data.refsets.words import OPEN


@dataclass(frozen=True)
class Source:
    """Who suggests: all that another run would need to suggest the same.

    Args:
        configuration: with nothing left to resolve; ``None`` in files that say nothing.
        weights: file of weights to the SHA-256 of its bytes.
    """

    backend: str | None
    version: str | None
    configuration: Mapping[str, Any] | None = None
    weights: Mapping[str, str] = field(default_factory=dict)
    form: Form = field(default=None, compare=False)


@dataclass(frozen=True)
class Ghost:
    """One suggestion, and what became of it.

    Args:
        text: a bib's number, an element's text.
        kind: an element's type.
        confidence: 0 to 1 where the detector says it.
        painting: SHA-256 of a painted suggestion.
        iou: with what it was edited to.
        box: id of the box that it became.
    """

    area: Area | None = None
    text: str | None = None
    kind: str | None = None
    confidence: float | None = None
    painting: str | None = None
    id: int | None = None
    fate: str = OPEN
    iou: float | None = None
    box: int | None = None
    form: Form = field(default=None, compare=False)

    @property
    def content(self) -> tuple[object, ...]:
        """What was suggested, whatever became of it."""
        return self.area, self.text, self.kind, self.painting


@dataclass(frozen=True)
class Look:
    """What one source saw in one photo, nothing included."""

    source: Source
    ghosts: tuple[Ghost, ...]
    made: str
    id: int | None = None
    form: Form = field(default=None, compare=False)
