"""One sample: its time, its row, and what becomes of an error."""

import math
import time
from dataclasses import dataclass

import numpy as np
import pytest

from src.core import InputError, Instances, Opinions, Picture, Prediction, Row, Sample
from src.evaluation.examine import check_error_handling, examine
from tests.evaluation.scenes import SIDE, Areas, Bright, Moody, Squares

SAMPLE = Squares().read(Squares().entries[2])


def test_the_row_says_which_sample_it_is_of_and_how_long_detection_took() -> None:
    prediction, row = examine(SAMPLE, Bright(seconds=0.02), Areas())
    assert (row.name, row.id, row.tags) == ("square-2", "id2", {"plate": "P0"})
    assert (row.outcome, row.reason) == ("answered", "")
    assert 0.02 <= row.seconds < 10
    assert row["found"] == prediction.consensus.foreground().sum() == 9


def test_time_is_that_of_the_detector_alone() -> None:
    class Pensive(Areas):
        def score(self, sample: Sample, prediction: Prediction) -> Row:
            time.sleep(0.2)
            return super().score(sample, prediction)

    _, row = examine(SAMPLE, Bright(), Pensive())
    assert row.seconds < 0.2


def test_an_error_stops_or_counts_as_nothing_found() -> None:
    moody = Moody(("square-2",))
    with pytest.raises(Exception, match="cannot look at square-2"):
        examine(SAMPLE, moody, Areas())
    prediction, row = examine(SAMPLE, moody, Areas(), "count")
    assert len(prediction.consensus) == 0
    assert prediction.shape == SAMPLE.truth.shape
    assert (row.outcome, row.reason) == ("error", "OddError: cannot look at square-2")
    assert math.isfinite(row.seconds)
    assert row["found"] == 0


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_whoever_wants_to_stop_is_not_counted(stop: type[BaseException]) -> None:
    class Stopped:
        def detect(self, _picture: Picture) -> Instances:
            raise stop

    with pytest.raises(stop):
        examine(SAMPLE, Stopped(), Areas(), "count")


def test_an_error_without_words_has_its_type_for_a_reason() -> None:
    class Silent:
        def detect(self, _picture: Picture) -> Instances:
            raise RuntimeError

    assert examine(SAMPLE, Silent(), Areas(), "count")[1].reason == "RuntimeError"


@pytest.mark.parametrize("handling", ["stop", "count"])
def test_a_prediction_of_another_size_is_refused(handling: str) -> None:
    class Small:
        def detect(self, _picture: Picture) -> Instances:
            return Instances.empty((3, 4))

    with pytest.raises(InputError, match=rf"square-2: the prediction is \(3, 4\).*{SIDE}"):
        examine(SAMPLE, Small(), Areas(), handling)


@dataclass(frozen=True)
class Named:
    """Finds a cat and a dog."""

    several: bool

    def detect(self, picture: Picture) -> Instances | Opinions:
        boxes = np.array([[0, 0, 1, 1], [1, 1, 2, 2]])
        found = Instances(
            picture.shape, boxes=boxes, classes=np.array([0, 1]), class_names=("cat", "dog")
        )
        return Opinions(found, {"tool": found}) if self.several else found


@pytest.mark.parametrize("several", [False, True])
def test_classes_that_nobody_looked_for_are_left_out(several: bool) -> None:
    class Counting(Areas):
        def score(self, _sample: Sample, prediction: Prediction) -> Row:
            return Row({"found": len(prediction.consensus)})

    truth = Instances(SAMPLE.truth.shape, boxes=np.zeros((0, 4)), class_names=("dog",))
    prediction, row = examine(Sample(SAMPLE.picture, truth), Named(several), Counting())
    assert row["found"] == 1
    assert all(len(own) == 1 for own in prediction.by_tool.values())


def test_errors_count_only_where_the_scorer_takes_them() -> None:
    check_error_handling(Areas(takes_errors=False), "stop")
    with pytest.raises(InputError, match="on_detector_error=count: Areas cannot score"):
        check_error_handling(Areas(takes_errors=False), "count")
    with pytest.raises(InputError, match=r"one of \('stop', 'count'\), got 'skip'"):
        check_error_handling(Areas(), "skip")
