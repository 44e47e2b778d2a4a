"""Teaching a ranker: from pages and clicks to a file that answers."""

from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances, Question
from src.detectors.grounding.grounder import Grounder
from src.detectors.ui.method import UiMethod
from src.geometry.boxes import iou
from src.training.ui.fitting import Boosting
from src.training.ui.portion import Portion, lot
from src.training.ui.ranking import RankerTrainer, grade, told_whole
from tests.training.ui.small import participants, screens

FEW = Boosting(trees=8, leaves=7, depth=4, rate=0.3, least=5)


def trainer(**settings: object) -> RankerTrainer:
    return RankerTrainer(worth=FEW, meant=FEW, **settings)  # type: ignore[arg-type]


@pytest.fixture(name="taught", scope="module")
def taught_fixture(tmp_path_factory: pytest.TempPathFactory) -> Grounder:
    folder = tmp_path_factory.mktemp("ranker")
    method = UiMethod("none", keep=False)
    return trainer().teach(Grounder(method), participants(folder)).detector  # type: ignore[no-any-return]


def test_a_few_pages_teach_what_a_click_means(taught: Grounder) -> None:
    hits = []
    for sample in (*screens().samples("val"), *screens().samples("test")):
        names = sample.truth.extra["element"].tolist()
        boxes = dict(zip(names, sample.truth.boxes, strict=True))
        for answer in taught.detect(sample.picture).answers:
            true = boxes[answer.id.rpartition("/")[0]]
            hits.append(answer.box is not None and iou([answer.box], [true])[0, 0] >= 0.5)
    assert np.mean(hits) >= 0.7


def test_the_ranker_is_a_small_file_of_numbers(taught: Grounder) -> None:
    file = Path(taught.method.ranker)  # type: ignore[attr-defined]
    assert file.stat().st_size < 1_000_000
    with np.load(file, allow_pickle=False) as kept:
        assert "meant_value" in kept


def test_scores_are_probabilities(taught: Grounder) -> None:
    sample = next(screens().samples("val"))
    method = taught.method
    parsed = method.parse(sample.picture.pixels, texts=False)
    answer = method.locate(parsed, Question("e/0", sample.picture.questions[0].click))
    assert 0 < answer.score < 1


def test_several_fits_are_kept_as_one_ranker_and_the_same_seed_gives_the_same(
    tmp_path: Path,
) -> None:
    method = Grounder(UiMethod("none", keep=False))
    files = [tmp_path / name / "ranker.npz" for name in ("once", "again")]
    for file in files:
        trainer(fits=2).teach(method, participants(file.parent))
    with np.load(files[0], allow_pickle=False) as kept:
        assert len(kept["meant_value"]) == 2 * FEW.trees
        assert len(kept["worth_value"]) == FEW.trees
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_is_no_offline_method_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="offline methods"):
        trainer().teach(object(), participants(tmp_path))  # type: ignore[arg-type]


def test_too_few_pages_are_refused(tmp_path: Path) -> None:
    nothing = Portion(0.0, 1e-9)
    with pytest.raises(InputError, match="two pages"):
        trainer(portion=nothing).teach(
            Grounder(UiMethod("none", keep=False)), participants(tmp_path)
        )


def test_two_portions_share_no_page_and_miss_none() -> None:
    dataset = screens(count=12)
    names = [
        {one.name for one in part.samples(dataset, "train")}
        for part in (Portion(0, 0.5), Portion(0.5, 1))
    ]
    assert not names[0] & names[1]
    assert names[0] | names[1] == {one.name for one in dataset.entries if one.split == "train"}
    assert 0 <= lot("a") < 1


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.5), (0.6, 0.2), (-0.1, 1.0)])
def test_a_portion_that_is_no_range_is_refused(low: float, high: float) -> None:
    with pytest.raises(InputError, match=r"trainer\.portion"):
        Portion(low, high)


def test_what_is_partly_right_is_told_as_its_share() -> None:
    right = np.repeat([0.0, 0.25, 1.0], 200)
    rows = np.repeat([[0.0], [1.0], [2.0]], 200, axis=0).astype(np.float32)
    grown = Boosting(trees=60, leaves=3, depth=2, rate=0.5, least=5).fitted(
        rows, right, np.ones(len(right)), 0
    )
    told = 1 / (1 + np.exp(-grown.sums(np.array([[0.0], [1.0], [2.0]], np.float32))))
    assert told == pytest.approx([0, 0.25, 1], abs=0.02)


@pytest.mark.parametrize("right", [np.zeros(20), np.ones(20)], ids=["none", "all"])
def test_rows_of_one_kind_alone_teach_nothing(right: np.ndarray) -> None:
    with pytest.raises(InputError, match="right and wrong candidates"):
        FEW.fitted(np.zeros((20, 1), np.float32), right, np.ones(20), 0)


def test_a_grade_has_a_step_where_a_box_becomes_right_and_rises_on_both_sides() -> None:
    told = grade(np.array([0.0, 0.4, 0.45, 0.499, 0.5, 0.7, 0.9, 1.0]))
    assert (np.diff(told) >= 0).all()
    assert told[[0, 1, 6, 7]] == pytest.approx([0, 0, 1, 1])
    assert told[4] - told[3] > 0.5


def test_all_screens_of_a_program_have_one_lot() -> None:
    assert lot("writer/a_000") == lot("writer/b_017") == lot("writer")
    assert lot("writer/a_000") != lot("calc/a_000")


@pytest.mark.parametrize(("unknown", "whole"), [((0, 0, 50, 40), True), ((0, 0, 100, 80), False)])
def test_of_a_page_that_is_all_unknown_nobody_can_tell_what_is_no_element(
    unknown: tuple[float, ...], whole: bool
) -> None:
    boxes = np.array([(10, 10, 30, 20), unknown], float)
    truth = Instances((80, 100), boxes=boxes, scored=np.array([True, False]))
    assert told_whole(truth) is whole


def test_screens_of_programs_teach_clicks_beside_pages(tmp_path: Path) -> None:
    method = Grounder(UiMethod("none", keep=False))
    alone = trainer().teach(method, participants(tmp_path / "alone"))
    beside = trainer(programs=screens(), programs_portion=Portion(0.0, 0.9))
    both = beside.teach(method, participants(tmp_path / "both"))
    assert both.metrics["pages"] > alone.metrics["pages"]
