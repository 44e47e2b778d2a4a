"""Pages that the dense net learns from, decoded once and kept beside the run."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.core import InputError, Instances, Sample
from src.detectors.grounding.grounder import colours
from src.detectors.ui.sight import LEVELS
from src.training.ui.crops import Pixels
from src.training.ui.targets import Elements

LEAVES = ("text", "icon", "link", "image", "picture")
"""Types of elements that are leaves where a set tells of one level alone, as drawn screens do."""

CONTROL, LEAF = LEVELS.index("control"), LEVELS.index("leaf")


@dataclass(frozen=True, eq=False)
class Page:
    """A page with all that is known of its elements.

    Args:
        file: its pixels as numpy keeps them, of which a crop is read alone.
    """

    file: Path
    elements: Elements

    @property
    def pixels(self) -> Pixels:
        """(height, width, 3)."""
        pixels: Pixels = np.load(self.file, mmap_mode="r")
        return pixels


def kept_pages(samples: Iterable[Sample], folder: Path) -> list[Page]:
    """Every sample as a page whose pixels are in the folder; those that are there already stay."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for sample in samples:
        file = folder / f"{sample.id[:32]}.npy"
        if not file.exists():
            partial = file.with_suffix(".partial.npy")
            np.save(partial, colours(sample.picture.pixels))
            partial.replace(file)
        pages.append(Page(file, elements_of(sample.truth)))
    if not pages:
        raise InputError("the dataset has no pages to learn from: change dataset.pages")
    return pages


def elements_of(truth: Instances) -> Elements:
    """The elements of a page on both levels.

    Where a set tells of one level alone, an element is a control or a leaf by its type, and whether
    it has something of the other level in it is nobody's knowledge.
    """
    assert truth.boxes is not None  # noqa: S101 - a dataset of screenshots gives boxes
    real = (truth.boxes[:, 2:] > truth.boxes[:, :2]).all(axis=1)
    boxes, known = truth.boxes[real], truth.counts[real]
    told = np.asarray(truth.extra["level"])[real]
    types = np.asarray(truth.extra["type"])[real]
    leaf_like = np.isin(types, LEAVES)
    untold = np.full(len(told), len(set(told.tolist())) < 2)
    levels = np.where(
        untold, np.where(leaf_like, LEAF, CONTROL), np.where(told == "leaf", LEAF, CONTROL)
    )
    _, kind, count = np.unique(
        np.char.add(types.astype(str), levels.astype(str)), return_inverse=True, return_counts=True
    )
    draw = 1 / np.sqrt(count[kind]) if len(kind) else np.zeros(0)
    return Elements(
        np.concatenate([boxes, boxes[untold]]),
        np.concatenate([levels, 1 - levels[untold]]),
        np.concatenate([known, np.zeros(int(untold.sum()), bool)]),
        np.concatenate([draw, draw[untold]]),
    )
