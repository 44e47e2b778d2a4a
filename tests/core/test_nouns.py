import json
import pickle

import numpy as np
import pytest

from src.core import (
    Annotation,
    Entry,
    Instances,
    Interval,
    Outcome,
    Picture,
    Reason,
    Sample,
    Scorecard,
    Trajectory,
    Verdict,
)

ENTRY = Entry("a1", "first", "train")


def trajectory(dt: float = 0.5) -> Trajectory:
    return Trajectory(
        r=np.array([1, 2]),
        c=np.array([3, 4]),
        painting=np.array([False, True]),
        channel=np.array([-1, 1]),
        brush_radius=np.array([0, 5]),
        dt=np.array([dt, 0.25]),
    )


def test_a_trajectory_knows_its_seconds_and_its_records() -> None:
    path = trajectory()
    assert path.seconds == 0.75
    assert json.loads(json.dumps(path.records()))[1] == {
        "r": 2, "c": 4, "painting": True, "channel": 1, "brush_radius": 5, "dt": 0.25,
    }  # fmt: skip


def test_trajectories_join_in_order() -> None:
    assert len(Trajectory.join([trajectory(), Trajectory.empty(), trajectory()])) == 4
    assert Trajectory.join([]) == Trajectory.empty()
    assert Trajectory.join([trajectory()]) == trajectory()


def test_time_must_pass() -> None:
    with pytest.raises(ValueError, match=r"dt must be above 0, got 0\.0"):
        trajectory(dt=0.0)


def test_a_channel_needs_a_button_down() -> None:
    columns = trajectory().columns() | {"channel": np.array([0, 1])}
    with pytest.raises(ValueError, match="channel must be -1 exactly where"):
        Trajectory(**columns)


def test_columns_are_equally_long() -> None:
    columns = trajectory().columns() | {"dt": np.array([1.0])}
    with pytest.raises(ValueError, match="equally long"):
        Trajectory(**columns)


def test_an_annotation_paints_a_pixel_once() -> None:
    rgba = np.zeros((2, 2, 4), np.uint8)
    rgba[0, 0, :2] = 255
    with pytest.raises(ValueError, match="as foreground and as background"):
        Annotation(rgba, trajectory())


def test_erasing_takes_time() -> None:
    rgba = np.zeros((2, 2, 4), np.uint8)
    rgba[0, 1, 1] = 255
    erasing = trajectory().columns() | {"channel": np.array([-1, 2])}
    annotation = Annotation(rgba, Trajectory(**erasing), spilled=3)
    assert annotation.seconds == 0.75
    assert annotation.erasing_seconds == 0.25
    assert annotation.background.sum() == 1
    assert not annotation.foreground.any()


def test_a_picture_and_its_truth_have_one_size() -> None:
    picture = Picture(ENTRY, np.zeros((4, 5, 3), np.uint8))
    assert Sample(picture, Instances.empty((4, 5))).split == "train"
    with pytest.raises(ValueError, match=r"first: truth is \(5, 4\)"):
        Sample(picture, Instances.empty((5, 4)))


@pytest.mark.parametrize("pixels", [np.zeros((4, 5, 4), np.uint8), np.zeros((4, 5), np.int64)])
def test_odd_pixels_are_refused(pixels: np.ndarray) -> None:
    with pytest.raises(ValueError, match="pixels must be"):
        Picture(ENTRY, pixels)


def test_a_sample_can_be_sent_to_another_process() -> None:
    sample = Sample(Picture(ENTRY, np.zeros((4, 5), np.uint8)), Instances.empty((4, 5)))
    assert pickle.loads(pickle.dumps(sample)).picture.entry == ENTRY  # noqa: S301
    assert len({ENTRY, Entry("a1", "first", "train")}) == 1


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="got 'training'"):
        Entry("a1", "first", "training")


def test_intervals_belong_to_metrics() -> None:
    with pytest.raises(ValueError, match=r"do not exist: \['f1'\]"):
        Scorecard({"iou": 0.5}, intervals={"f1": Interval(0, 1)})


def test_rows_are_equally_long() -> None:
    with pytest.raises(ValueError, match="equally long"):
        Scorecard({}, rows={"name": np.array(["a"]), "f1": np.array([1.0, 2.0])})


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [((0, 1), (1, 2), True), ((0, 1), (1.1, 2), False), ((0, 1), (np.nan, np.nan), False)],
)
def test_overlap_of_intervals(first: tuple, second: tuple, expected: bool) -> None:  # type: ignore[type-arg]
    assert Interval(*first).overlaps(Interval(*second)) is expected
    assert Interval(*second).overlaps(Interval(*first)) is expected


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [("PASS PASS", "PASS"), ("PASS INCONCLUSIVE", "INCONCLUSIVE"), ("FAIL INCONCLUSIVE", "FAIL")],
)
def test_the_worst_reason_decides(outcomes: str, expected: str) -> None:
    reasons = tuple(Reason("f1", Outcome(name), "") for name in outcomes.split())
    assert Verdict(reasons).outcome == expected


def test_a_verdict_without_reasons_is_none() -> None:
    with pytest.raises(ValueError, match="at least one reason"):
        Verdict(())
