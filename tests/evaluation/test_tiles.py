"""A single large field is cut into tiles; what lies across an edge stays whole."""

import numpy as np
import pytest

from src.core import Entry, Instances, Opinions, Picture, Sample
from src.evaluation.tiles import SIDE, TILE, tiles_of, with_tiles
from src.scoring.masks.scorer import Masks
from src.scoring.objects.scorer import Objects
from src.scoring.pixels import Pixels
from src.scoring.tools.agreement import Agreement


def field(side: int = 560, missed: bool = False) -> tuple[Sample, Instances]:
    """100 squares of 20 px; a prediction two pixels off, without every third."""
    truth = np.zeros((side, side), np.uint16)
    for number in range(100):
        row, column = (number // 10) * 56 + 10, (number % 10) * 56 + 10
        truth[row : row + 20, column : column + 20] = number + 1
    picture = Picture(Entry("f", "f", "test"), np.zeros((side, side), np.uint8))
    found = np.roll(truth, 2, axis=1)
    if missed:
        found = found * (found % 3 > 0)
    return Sample(picture, Instances.from_labels(truth)), Instances.from_labels(found)


def test_all_objects_are_in_one_tile_each() -> None:
    sample, found = field()
    cut = [*tiles_of(sample, found)]
    assert len(cut) == SIDE * SIDE
    counts = [(len(own.truth), len(answer.consensus)) for own, answer in cut]
    assert sum(truth for truth, _ in counts) == sum(own for _, own in counts) == 100
    assert all(truth == own for truth, own in counts)


@pytest.mark.parametrize("scorer", [Objects(resamples=200), Pixels(resamples=200)])
def test_one_field_has_intervals_over_its_tiles(scorer: Objects | Pixels) -> None:
    sample, found = field(missed=True)
    card = scorer.summarise([scorer.score(sample, found)])
    assert card.intervals == {}
    cut = with_tiles(card, scorer, sample, found)
    name = "f1_at_0.50" if isinstance(scorer, Objects) else "f1"
    for metric in (name, f"image_mean_{name}"):
        interval = cut.intervals[metric]
        assert interval.low < cut.metrics[metric] < interval.high
        assert cut.defined[metric] == SIDE * SIDE
        assert 12 < cut.effective[metric] <= SIDE * SIDE
    assert (cut.unit, cut.metrics) == (TILE, card.metrics)


def test_tools_that_agree_are_cut_too() -> None:
    sample, found = field()
    scorer = Agreement(features=("area",), resamples=100)
    opinions = Opinions(found, {"tool": found})
    card = with_tiles(scorer.summarise([scorer.score(sample, opinions)]), scorer, sample, opinions)
    assert card.intervals["tool/pq_at_0.50"].low < card.metrics["tool/pq_at_0.50"]


def test_what_cannot_be_cut_stays_as_it_is() -> None:
    sample, found = field()
    small = Sample(
        Picture(Entry("s", "s", "test"), np.zeros((90, 90), np.uint8)),
        Instances.from_labels(np.asarray(sample.truth.labels)[:90, :90]),
    )
    scorer = Objects(resamples=100)
    card = scorer.summarise([scorer.score(small, small.truth)])
    assert with_tiles(card, scorer, small, small.truth) is card
    boxes = Instances(sample.picture.shape, boxes=np.array([[0.0, 0.0, 9.0, 9.0]]))
    masks = Masks(resamples=100)
    empty = masks.summarise([masks.score(sample, found)])
    assert with_tiles(empty, masks, sample, boxes) is empty
