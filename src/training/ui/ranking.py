"""The trainer of the rankers: pages are parsed, clicked on, and trees fitted to what was meant."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

from src.core import Dataset, InputError, Instances, Sample
from src.detectors.grounding.grounder import Grounder, colours
from src.detectors.ui.choice import choice_at
from src.detectors.ui.method import UiMethod
from src.detectors.ui.ranker import Ranker
from src.detectors.ui.seen import Seen
from src.detectors.ui.trees import Trees, mean_of
from src.geometry.boxes import area, iou
from src.training.participants import Participants, Taught
from src.training.stages import Stages
from src.training.ui.clicks import Aims, Things
from src.training.ui.fitting import Boosting
from src.training.ui.portion import Portion

log = logging.getLogger(__name__)

ELEMENT = 0.6
"""IoU with an element from which on a candidate is one."""

NEAR = 0.3
"""IoU with what was meant from which on a candidate is one of those that are hard to tell."""

RIGHT, LOOSE, TIGHT = 0.5, 0.4, 0.9
"""IoU with what was meant from which on a candidate is right, and between which it fits better."""

RIGHT_SHARE = 0.6
"""Of a candidate's grade that is for being right; the rest is for fitting."""

WHOLE = 0.98
"""Of a page that is unknown from which on nobody knows what is no element of it."""

FEW = Boosting(trees=60, leaves=31, depth=6, rate=0.15)

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ParsedPage:
    """A page as the method sees it, before anybody says what its candidates are worth.

    Args:
        weight: how much a click on it counts.
    """

    seen: Seen
    truth: Instances
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class RankerTrainer:
    """Teaches the ranker of an offline method, from pages that its net has not seen.

    Args:
        aims: what people click on.
        portion: of the pages of the training split.
        beside: a second set of pages, such as drawn screens.
        beside_weight: how much a click on one of those counts.
        programs: a third set, screens of real programs of which some elements are known.
        programs_weight: how much a click on one of those counts.
        programs_portion: of the programs; the net was taught with the others.
        worth: trees that tell elements from other boxes.
        meant: trees that tell what a click meant.
        fits: how often those are grown, each time from other clicks; their mean answers.
        strangers: candidates of a page, besides its elements, that teach what no element is; as
            many that are elements teach what one is.
        others: share of the candidates far from what was meant that teach, counted the more.
    """

    aims: Aims = field(default_factory=Aims)
    portion: Portion = field(default_factory=Portion)
    beside: Dataset | None = None
    beside_weight: Annotated[float, Gt(0), Le(100)] = 2.0
    programs: Dataset | None = None
    programs_weight: Annotated[float, Gt(0), Le(100)] = 1.0
    programs_portion: Portion = field(default_factory=Portion)
    worth: Boosting = FEW
    meant: Boosting = field(default_factory=Boosting)
    fits: Annotated[int, Ge(1), Le(16)] = 1
    strangers: Annotated[int, Ge(1)] = 700
    others: Annotated[float, Gt(0), Le(1)] = 0.12
    paints: ClassVar[bool] = False

    def teach(self, detector: Grounder, participants: Participants) -> Taught:
        """Teach the ranker of a detector; the net stays as it is."""
        method = getattr(detector, "method", None)
        if not isinstance(method, UiMethod):
            raise InputError(
                "trainer=ui_ranker teaches offline methods: set detector=ui_elements or ui_fused"
            )
        stages, rng = Stages(), np.random.default_rng(participants.seed)
        with stages("parse"):
            pages = [
                parsed_page(method, sample, weight)
                for sample, weight in self._samples(participants.dataset)
            ]
        if len(pages) < 2:
            raise InputError(
                "a ranker needs two pages at least: change trainer.portion or dataset.pages"
            )
        with stages("train"):
            ranker = self.fitted(pages, rng, participants.seed)
        file = participants.folder / "ranker.npz"
        participants.folder.mkdir(parents=True, exist_ok=True)
        ranker.save(file)
        taught = replace(detector, method=replace(method, ranker=str(file)))
        return Taught(
            taught, None, {"pages": float(len(pages))}, [], stages.report(), files=(file,)
        )

    def fitted(self, pages: Sequence[ParsedPage], rng: np.random.Generator, seed: int) -> Ranker:
        """A ranker for all pages; what a click meant is learned from worths of the other half."""
        halves = [self._worth(pages[start::2], rng, seed) for start in (0, 1)]
        worth = self._worth(pages, rng, seed)
        known = [
            replace(page.seen, worth=Ranker(halves[1 - place % 2], worth).worths(page.seen.traits))
            for place, page in enumerate(pages)
        ]
        grown = [self._meant(pages, known, rng, seed + fit) for fit in range(self.fits)]
        return Ranker(worth, mean_of(grown))

    def _meant(
        self, pages: Sequence[ParsedPage], known: Sequence[Seen], rng: np.random.Generator,
        seed: int,
    ) -> Trees:  # fmt: skip
        """Trees fitted to clicks that are drawn now."""
        rows, right, weights = [], [], []
        for page, seen in zip(pages, known, strict=True):
            for meant in self.aims.drawn(page.truth, rng):
                choice = choice_at(seen, meant.click)
                overlap = iou(choice.boxes, [meant.box])[:, 0]
                near = overlap >= NEAR
                kept = near | (rng.random(len(near)) < self.others)
                rows.append(choice.rows[kept])
                right.append(grade(overlap[kept]))
                weight = page.weight * meant.weight
                weights.append(weight * np.where(near, 1.0, 1 / self.others)[kept])
        known_rows = np.concatenate(rows)
        log.info("%d clicks, %d candidates", len(rows), len(known_rows))
        return self.meant.fitted(known_rows, np.concatenate(right), np.concatenate(weights), seed)

    def _samples(self, dataset: Dataset) -> Iterable[tuple[Sample, float]]:
        yield from ((sample, 1.0) for sample in self.portion.samples(dataset, "train"))
        if self.beside is not None:
            yield from ((sample, self.beside_weight) for sample in self.beside.samples("train"))
        if self.programs is not None:
            real = self.programs_portion.samples(self.programs, "train")
            yield from ((sample, self.programs_weight) for sample in real)

    def _worth(self, pages: Sequence[ParsedPage], rng: np.random.Generator, seed: int) -> Trees:
        rows, right = [], []
        for page in pages:
            if not told_whole(page.truth):
                continue
            things = Things.of(page.truth).boxes
            count = len(page.seen.boxes)
            is_one = iou(page.seen.boxes, things).max(axis=1, initial=0) >= ELEMENT
            shares = self.strangers / np.maximum([count - is_one.sum(), is_one.sum()], 1)
            kept = rng.random(count) < shares[is_one.astype(int)]
            rows.append(page.seen.traits[kept].astype(np.float32))
            right.append(is_one[kept].astype(np.float64))
        rows_, right_ = np.concatenate(rows), np.concatenate(right)
        return self.worth.fitted(rows_, right_, np.ones(len(right_)), seed)


def grade(overlap: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """0 to 1 by IoU with what was meant: a step where it becomes right, and the better it fits."""
    fits = np.clip((overlap - LOOSE) / (TIGHT - LOOSE), 0, 1)
    return RIGHT_SHARE * (overlap >= RIGHT) + (1 - RIGHT_SHARE) * fits


def told_whole(truth: Instances) -> bool:
    """Whether whatever is no element of the truth is none: false where all of a page is unknown."""
    assert truth.boxes is not None  # noqa: S101 - a dataset of screenshots gives boxes
    unknown = area(truth.boxes[~truth.counts])
    return bool(unknown.max(initial=0) < WHOLE * np.prod(truth.shape))


def parsed_page(method: UiMethod, sample: Sample, weight: float = 1.0) -> ParsedPage:
    """A sample as the method parses it."""
    seen = method.candidates(colours(sample.picture.pixels), texts=False)
    return ParsedPage(seen, sample.truth, weight)
