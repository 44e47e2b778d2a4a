"""True masks in red on the left, predictions in green on the right, words at what matters."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from src.core import Entry, InputError, Instances, Picture, Sample
from src.geometry.masks import encode
from src.scoring.masks import Masks
from src.scoring.objects import Objects
from src.scoring.threshold import Threshold
from src.tracking import Tracking
from src.tracking.archive import Archive
from src.tracking.mask_marks import FILL, FONT_HEIGHT, placed
from src.tracking.mask_report import MaskReport
from src.tracking.overlays import Extremes
from src.tracking.panels import MARGIN
from src.tracking.side_by_side import (
    CAPTION,
    PREDICTED,
    TOP,
    TRUE,
    frame_numbers,
    log_side_by_side,
    side_by_side,
)
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
    compared = Masks().compare(sample, prediction)
    left, right = halves(side_by_side(sample, compared, frame_numbers(compared)), zoom=6)
    assert share(left, TRUE) > 1000
    assert share(right, PREDICTED) > 1000
    assert share(left, PREDICTED) == share(right, TRUE) == 0
    assert left[30 * 6, 10 * 6].tolist() == list(TRUE)
    assert right[30 * 6, 10 * 6].tolist() == list(PREDICTED)


@pytest.mark.parametrize(("side", "place"), [(0, (90, 105)), (1, (40, 115))])
def test_what_has_no_partner_is_filled(side: int, place: tuple[int, int]) -> None:
    sample, prediction = scene()
    compared = Masks().compare(sample, prediction)
    shown = halves(side_by_side(sample, compared, {}), zoom=6)[side]
    colour = np.array((TRUE, PREDICTED)[side])
    mixed = ((1 - FILL) * GREY + FILL * colour).astype(np.uint8)
    assert shown[place[0] * 6, place[1] * 6].tolist() == mixed.tolist()
    assert shown[22 * 6, 16 * 6].tolist() == [GREY] * 3


def test_the_numbers_are_those_of_the_scorer() -> None:
    sample, prediction = scene()
    row = Masks().score(sample, prediction)
    numbers = frame_numbers(Masks().compare(sample, prediction))
    assert numbers == pytest.approx({name: row[name] for name in numbers})


def test_a_large_picture_is_made_smaller_and_keeps_its_smallest_mask() -> None:
    shape = (1500, 3000)
    picture = Picture(Entry("a", "large", "test"), np.zeros(shape, np.uint8))
    truth = Instances(shape, rles=(encode(square(700, 900, 1, shape)),))
    compared = Masks().compare(Sample(picture, truth), Instances(shape, rles=()))
    sheet = side_by_side(Sample(picture, truth), compared, {})
    assert max(sheet.shape) < 2000
    assert share(sheet[TOP + CAPTION :], TRUE) == 1


def test_nothing_at_all_can_be_shown() -> None:
    sample, _ = scene()
    empty = Sample(sample.picture, Instances(SHAPE, rles=()))
    compared = Masks().compare(empty, Instances(SHAPE, rles=()))
    assert side_by_side(empty, compared, frame_numbers(compared)).ndim == 3


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


def test_a_run_keeps_the_extremes(tracking: Tracking, archive: Archive) -> None:
    sample, prediction = scene()
    extremes = Extremes(1, by="mean_true_iou")
    extremes.offer(0.4, sample, prediction)
    with tracking.start({}, "run") as run:
        log_side_by_side(run, extremes, Masks())
        log_side_by_side(run, extremes, Objects(), "objects")
    files = [name for name, _ in archive.files(archive.find(run.id))]
    assert [name for name in files if name.endswith(".png")] == ["masks/worst_1_a_b_masks.png"]


def test_a_report_has_a_picture_and_a_line_per_frame(tmp_path: Path) -> None:
    sample, prediction = scene()
    scorer = Masks()
    row = {"name": sample.name, "id": sample.id, **scorer.score(sample, prediction)}
    report = MaskReport(tmp_path / "new" / "report", scorer)
    report.observe(sample, prediction, row)
    assert [file.name for file in report.folder.iterdir()] == ["a_b_masks.png"]


@pytest.mark.parametrize("names", [("a b", "a_b"), ("a" * 90 + "1", "a" * 90 + "2")])
def test_frames_whose_names_are_alike_keep_a_picture_each(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    sample, prediction = scene()
    report = MaskReport(tmp_path, Masks())
    for name in names:
        report.observe(sample, prediction, {"name": name})
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("taken", ["a_b_masks.png", "frames.csv", "report.json"])
def test_a_report_that_cannot_be_written_is_one_sentence(tmp_path: Path, taken: str) -> None:
    sample, prediction = scene()
    scorer = Masks()
    row = {"name": sample.name, "id": sample.id, **scorer.score(sample, prediction)}
    card = scorer.summarise([row])
    (tmp_path / taken).mkdir()
    report = MaskReport(tmp_path, scorer)

    def write_all() -> None:
        report.observe(sample, prediction, row)
        report.write(card, Threshold().judge(card))

    with pytest.raises(InputError, match=f"{taken} cannot be written"):
        write_all()
