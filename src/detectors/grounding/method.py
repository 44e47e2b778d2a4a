"""What a grounding method must be able to do: look at pixels once, then answer questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from src.core import Answer, Instances, Question

Pixels = npt.NDArray[np.uint8]
"""(height, width, 3)."""

SECONDS = "seconds"
"""In what was spent: how long others were waited for, also where an answer was kept from then."""


class UnansweredError(Exception):
    """A method could not look or not answer, for a reason that lies outside the picture.

    Args:
        spent: what it cost all the same.
    """

    def __init__(self, reason: str, spent: Mapping[str, float] | None = None) -> None:
        super().__init__(reason)
        self.spent = dict(spent or {})


@dataclass(frozen=True, eq=False)
class Parsed:
    """What a method made of the pixels of one window.

    Args:
        elements: boxes in pixels of the window; empty for a method that does not parse.
        content: whatever else the method wants to see again when it locates.
        spent: name to amount, such as ``requests``; a method that asks somebody else about every
            question adds to it while it locates.
        seconds: how long the method itself took when this was made, which may be long ago.
    """

    elements: Instances
    content: Any = None
    spent: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0


@runtime_checkable
class Method(Protocol):
    """Answers questions about one window of a screenshot; it knows of nothing outside it."""

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:
        """Look at the window once; may raise ``UnansweredError``.

        Args:
            texts: whether a question will need the words on the screen, which cost time.
        """

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        """Answer in pixels of the window; ``attempts`` and the milliseconds are filled in later."""
