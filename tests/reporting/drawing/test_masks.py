"""True masks in red on the left, predictions in green on the right, words at what matters."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from src.core import Entry, Instances, Picture, Sample
from src.geometry.masks import encode
from src.reporting.drawing.framing import MARGIN
from src.reporting.drawing.mask_crops import SIDE, WORST, ranks_by_number, worst_cases
from src.reporting.drawing.mask_marks import FILL, FONT_HEIGHT, placed
from src.reporting.drawing.masks import CAPTION, PREDICTED, TOP, TRUE, side_by_side
from src.scoring.masks.scorer import Masks
from tests.data.studio_tasks import square

SHAPE = (100, 160)
GREY = 100


def scene() -> tuple[Sample, Instances]:
    """A matched pair, a missed mask and a spurious one."""
    picture = Picture(Entry("a", "a b", "test"), np.full(SHAPE, GREY, np.uint8))
    truth = masks(square(10, 10, 40, SHAPE), square(55, 100, 40, SHAPE))
    return Sample(picture, truth), masks(square(20, 10, 40, SHAPE), square(5, 110, 40, SHAPE))


def masks(*drawn: npt.NDArray[np.bool_]) -> Instances:
    return Instances(SHAPE, rles=tuple(encode(mask) for mask in drawn))


def halves(sheet: npt.NDArray[np.uint8], zoom: int) -> list[npt.NDArray[np.uint8]]:
    """The two pictures of a sheet."""
    height, width = SHAPE[0] * zoom, SHAPE[1] * zoom
    lefts = (MARGIN, 2 * MARGIN + width)
    return [sheet[TOP + CAPTION :][:height, left : left + width] for left in lefts]


def share(pixels: npt.NDArray[np.uint8], colour: tuple[int, int, int]) -> int:
    return int((pixels == colour).all(axis=2).sum())


def test_each_side_has_its_masks_in_its_colour() -> None:
    sample, prediction = scene()
    row = Masks().score(sample, prediction)
    left, right = halves(side_by_side(sample, prediction, row), zoom=6)
    assert share(left, TRUE) > 1000
    assert share(right, PREDICTED) > 1000
    assert share(left, PREDICTED) == share(right, TRUE) == 0
    assert left[30 * 6, 10 * 6].tolist() == list(TRUE)
    assert right[30 * 6, 10 * 6].tolist() == list(PREDICTED)


@pytest.mark.parametrize(("side", "place"), [(0, (90, 105)), (1, (40, 115))])
def test_what_has_no_partner_is_filled(side: int, place: tuple[int, int]) -> None:
    sample, prediction = scene()
    row = Masks().score(sample, prediction)
    shown = halves(side_by_side(sample, prediction, row), zoom=6)[side]
    colour = np.array((TRUE, PREDICTED)[side])
    mixed = ((1 - FILL) * GREY + FILL * colour).astype(np.uint8)
    assert shown[place[0] * 6, place[1] * 6].tolist() == mixed.tolist()
    assert shown[22 * 6, 16 * 6].tolist() == [GREY] * 3


def test_a_large_picture_is_made_smaller_and_keeps_its_smallest_mask() -> None:
    shape = (1500, 3000)
    picture = Picture(Entry("a", "large", "test"), np.zeros(shape, np.uint8))
    truth = Instances(shape, rles=(encode(square(700, 900, 1, shape)),))
    sample, nothing = Sample(picture, truth), Instances(shape, rles=())
    sheet = side_by_side(sample, nothing, Masks().score(sample, nothing))
    assert max(sheet.shape) < 2000
    assert share(sheet[TOP + CAPTION :], TRUE) == 1


def test_nothing_at_all_can_be_shown() -> None:
    sample, _ = scene()
    empty = Sample(sample.picture, Instances(SHAPE, rles=()))
    row = Masks().score(empty, empty.truth)
    assert side_by_side(empty, empty.truth, row).ndim == 3


def test_what_does_not_count_is_not_drawn() -> None:
    sample, prediction = scene()
    truth = replace(sample.truth, scored=np.array([True, False]))
    unscored = Sample(sample.picture, truth)
    row = Masks().score(unscored, prediction)
    left, right = halves(side_by_side(unscored, prediction, row), zoom=6)
    assert left[90 * 6, 105 * 6].tolist() == [GREY] * 3
    assert right[30 * 6, 10 * 6].tolist() == list(PREDICTED)


def test_words_do_not_hide_one_another() -> None:
    mask = (60.0, 50.0), (40.0, 40.0, 80.0, 60.0)
    boxes = placed([("missed", *mask)] * 4, (160, 100))
    tops = sorted(box[1] for box in boxes)
    assert all(low - high >= FONT_HEIGHT for high, low in pairwise(tops))
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= 160 and box[3] <= 100 for box in boxes)


def test_a_word_stands_below_a_mask_that_is_too_small_for_it() -> None:
    large, small = (0.0, 0.0, 100.0, 60.0), (50.0, 20.0, 60.0, 30.0)
    for box, inside in ((large, True), (small, False)):
        ((_, top, _, _),) = placed([("0.83", (50.0, 25.0), box)], (160, 100))
        assert (top < box[3]) == inside


def crowd() -> tuple[Sample, Instances]:
    """60 squares, one of them missed, one predicted too small, and one too many."""
    places = [(row, column) for row in range(0, 96, 16) for column in range(0, 160, 16)]
    drawn = [square(*place, 10, SHAPE) for place in places]
    picture = Picture(Entry("a", "a", "test"), np.full(SHAPE, GREY, np.uint8))
    found = [*drawn[1:30], square(*places[30], 5, SHAPE), *drawn[31:59], square(90, 150, 8, SHAPE)]
    return Sample(picture, masks(*drawn[:59])), masks(*found)


def test_a_crowded_frame_names_the_worst_by_rank_and_shows_them_enlarged() -> None:
    sample, prediction = crowd()
    row = Masks().score(sample, prediction)
    cases = worst_cases(row.tables["masks"])
    assert len(cases) == WORST
    assert [cases[rank].word for rank in (1, 2, 3)] == ["missed", "spurious", "0.25"]
    assert (cases[3].truth, cases[3].prediction) == (31, 30)
    assert ranks_by_number(cases, "truth")[31] == ranks_by_number(cases, "prediction")[30] == 3
    few = side_by_side(*scene(), Masks().score(*scene()))
    assert side_by_side(sample, prediction, row).shape[0] > few.shape[0] + 2 * SIDE


def test_pairs_are_shown_however_many_have_no_partner() -> None:
    many = 4 * WORST
    masks = {
        "side": np.repeat(["truth"], many),
        "number": np.arange(1, many + 1),
        "pixels": np.arange(many) + 10,
        "partner": np.where(np.arange(many) < 20, np.arange(1, many + 1), 0),
        "iou": np.where(np.arange(many) < 20, 0.5 + np.arange(many) / 100, 0.0),
    }
    words = [case.word for case in worst_cases(masks).values()]
    assert words == ["missed"] * 6 + ["0.50", "0.51", "0.52", "0.53", "0.54", "0.55"]
    alone = {name: column[20:] for name, column in masks.items()}
    assert len(worst_cases(alone)) == WORST
