"""What one stage found in a photo, and how it is kept."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import Boxes

Pixels = npt.NDArray[np.uint8]
"""(height, width, 3), red first."""

Scores = npt.NDArray[np.float64]

UNREADABLE = (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile)
"""What may come of bytes that nobody packed."""


@dataclass(frozen=True, eq=False)
class Finding:
    """Boxes of one kind, the surest first.

    Args:
        scores: 0 to 1.
        texts: a bib's number, ``?`` for a digit that is cut; empty for a face.
        details: (n, k) whatever else a stage wants to know when it chooses among them.
        milliseconds: of one core that finding them took, also where they were kept from then.
    """

    boxes: Boxes
    scores: Scores
    texts: tuple[str, ...]
    details: npt.NDArray[np.float64]
    milliseconds: float = 0.0

    def __len__(self) -> int:
        return len(self.boxes)


def finding(
    boxes: npt.ArrayLike,
    scores: npt.ArrayLike,
    texts: Sequence[str] | None = None,
    details: npt.ArrayLike | None = None,
    milliseconds: float = 0.0,
) -> Finding:
    """Sorted: by score, then from left to right, so that equal photos give equal findings."""
    places = np.asarray(boxes, np.float64).reshape(-1, 4)
    sure = np.asarray(scores, np.float64).reshape(-1)
    words = [""] * len(places) if texts is None else list(texts)
    more = np.zeros((len(places), 0)) if details is None else np.asarray(details, np.float64)
    if len(more) != len(places):
        raise ValueError(f"details have {len(more)} rows, expected {len(places)}")
    order = np.lexsort((places[:, 1], places[:, 0], -sure))
    ordered = tuple(words[place] for place in order)
    return Finding(places[order], sure[order], ordered, more[order], milliseconds)


NOTHING = finding([], [])


def together(first: Finding, second: Finding) -> Finding:
    """What two looks found, with the time of both."""
    return finding(
        np.concatenate([first.boxes, second.boxes]),
        np.concatenate([first.scores, second.scores]),
        [*first.texts, *second.texts],
        np.concatenate([first.details, second.details]),
        first.milliseconds + second.milliseconds,
    )


def packed(found: Finding) -> bytes:
    """Plain arrays; nothing in them can be executed."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "boxes": found.boxes,
        "scores": found.scores,
        "texts": np.array(found.texts, "U"),
        "details": found.details,
        "milliseconds": np.array(found.milliseconds),
    }
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def unpacked(content: bytes) -> Finding | None:
    """What was packed; ``None`` where it was not."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            texts = tuple(str(text) for text in arrays["texts"])
            spent = float(arrays["milliseconds"])
            return finding(arrays["boxes"], arrays["scores"], texts, arrays["details"], spent)
    except UNREADABLE:
        return None
