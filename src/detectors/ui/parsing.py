"""From pixels to candidates with all that is known of them; nothing is remembered here."""

import numpy as np

from src.detectors.ui.candidates import SOURCES, Candidates, find_candidates, merged, text_unit
from src.detectors.ui.elements import chosen
from src.detectors.ui.growing import tightened
from src.detectors.ui.ranker import Ranker
from src.detectors.ui.relief import Pixels, Relief
from src.detectors.ui.seen import Seen
from src.detectors.ui.sight import LEVELS, Sight
from src.detectors.ui.text_lines import TextLines
from src.detectors.ui.traits import traits_of
from src.detectors.ui.untaught import Untaught
from src.geometry.boxes import clip


def parsed(
    pixels: Pixels,
    words: TextLines,
    sight: Sight | None,
    ranker: Ranker | Untaught | None,
    *,
    classical: bool,
) -> Seen:
    """The candidates of a screenshot.

    Args:
        words: lines of text, read or not.
        sight: what the net saw, whose boxes are candidates too.
        ranker: tells how probably each is an element; ``None`` leaves that open, for teaching.
        classical: whether candidates come from ink, colours and lines as well.
    """
    relief = Relief.of(pixels)
    candidates = _found(relief, words, classical=classical)
    if sight is not None:
        candidates = with_sight(candidates, sight)
    known = traits_of(candidates, pixels, relief, sight)
    worth = np.zeros(len(known), np.float32) if ranker is None else ranker.worths(known)
    return Seen(
        relief.shape, candidates.boxes, candidates.sources, known, worth,
        chosen(candidates.boxes, worth), candidates.lines, candidates.unit, sight, words.texts,
    )  # fmt: skip


def with_sight(candidates: Candidates, sight: Sight) -> Candidates:
    """The same and the net's own boxes."""
    own = [sight.clusters(level) for level in range(len(LEVELS))]
    first = len(SOURCES) - len(LEVELS)
    bits = [np.full(len(boxes), 1 << (first + level)) for level, boxes in enumerate(own)]
    boxes = clip(np.concatenate([candidates.boxes, *own]), sight.shape)
    boxes, sources = merged(boxes, np.concatenate([candidates.sources, *bits]))
    return Candidates(boxes, sources, candidates.lines, candidates.unit)


def _found(relief: Relief, words: TextLines, *, classical: bool) -> Candidates:
    if classical:
        return find_candidates(relief, words.boxes)
    lines = tightened(words.boxes, relief)
    return Candidates(np.zeros((0, 4)), np.zeros(0, np.int64), lines, text_unit(lines))
