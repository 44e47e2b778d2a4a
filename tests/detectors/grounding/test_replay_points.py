"""A published log of points, replayed."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Entry, InputError, Picture, Question
from src.data.ui.screenspot import task_places
from src.detectors.grounding.replay_points import ReplayPoints

TASKS = [
    {"i": number, "image": f"app/{number // 2}.png", "instruction": "x", "bbox": [1, 2, 30, 40]}
    for number in range(4)
]
POINTS = [[620.928, 273.672], None, [2125.44, 178.20000000000002], [-3.5, 1e5]]


def written(folder: Path, rows: Any, name: str = "pred_one.json") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "ground_truth.json").write_text(json.dumps(TASKS))
    (folder / name).write_text(json.dumps(rows))
    return folder


def replay(folder: Path, log: str | None = None) -> ReplayPoints:
    return ReplayPoints(partial(task_places, root=str(folder)), log, str(folder))


def shown(name: str, *questions: int) -> Picture:
    asked = tuple(Question(f"{number}/0", instruction="x") for number in questions)
    pixels = np.broadcast_to(np.uint8(0), (1080, 1920, 3))
    return Picture(Entry("id", name, "test"), pixels, questions=asked)


@pytest.mark.parametrize(
    "rows",
    [
        POINTS,
        [{"pred": point, "correctness": "wrong"} for point in POINTS],
        {"model": "m", "predictions": [{"pred": point} for point in POINTS]},
        {"details": [{"point": point} for point in POINTS]},
    ],
)
def test_the_ith_task_gets_the_ith_point_as_it_stands_there(tmp_path: Path, rows: Any) -> None:
    detector = replay(written(tmp_path / "set", rows))
    first = detector.detect(shown("app_0", 0, 1)).answers
    assert first[0].point == (620.928, 273.672)
    assert (first[1].outcome, first[1].reason) == ("error", "format: the log has no point")
    # In another order, and never truncated.
    second = detector.detect(shown("app_1", 3, 2)).answers
    assert [answer.point for answer in second] == [(-3.5, 1e5), (2125.44, 178.20000000000002)]


def test_other_boxes_texts_and_types_change_no_answer(tmp_path: Path) -> None:
    answers = []
    for name in ("true", "shuffled"):
        folder = written(tmp_path / name, POINTS)
        if name == "shuffled":
            others = [
                {**task, "bbox": [500 + 7 * place, 9, 900, 600], "ui_type": "icon", "text": "y"}
                for place, task in enumerate(TASKS)
            ]
            (folder / "ground_truth.json").write_text(json.dumps(others))
        detector = replay(folder)
        pictures = (shown("app_0", 0, 1), shown("app_1", 2, 3))
        answers.append([detector.detect(picture).answers for picture in pictures])
    assert answers[0] == answers[1]


def test_of_several_logs_the_first_is_taken_and_said_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = written(tmp_path / "set", POINTS, "pred_b.json")
    written(folder, POINTS, "pred_a.json")
    assert str(replay(folder).log).endswith("pred_a.json")
    assert "pred_a.json is replayed; detector.log names another: pred_b.json" in caplog.text
    assert str(replay(folder, "pred_b.json").log).endswith("pred_b.json")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (POINTS[:3], "has 3 points, and the set has 4 tasks: it is a log of another set"),
        ([*POINTS, [1, 2]], "has 5 points, and the set has 4 tasks"),
        ([*POINTS[:3], [1]], r"row 3: a point is \[x, y\] in pixels or null, got \[1\]"),
        ([*POINTS[:3], "1,2"], r"row 3: a point is \[x, y\]"),
        ([*POINTS[:3], {"answer": [1, 2]}], "row 3 has no pred or point or prediction"),
        ({"rows": POINTS}, "must hold a list of points"),
        (5, "must hold a list of points"),
    ],
)
def test_a_log_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, rows: Any, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        replay(written(tmp_path / "set", rows))


def test_a_log_that_is_not_there_or_torn_is_one_sentence(tmp_path: Path) -> None:
    folder = written(tmp_path / "set", POINTS)
    with pytest.raises(InputError, match=r"^log pred_x\.json is no file, neither here nor in"):
        replay(folder, "pred_x.json")
    (folder / "pred_one.json").write_text("[[1, 2], [")
    with pytest.raises(InputError, match="cannot be read as JSON"):
        replay(folder)
    (folder / "pred_one.json").unlink()
    with pytest.raises(
        InputError, match=r"^log must name a file of points: the folder .* holds no pred_\*"
    ):
        replay(folder)


def test_a_picture_of_another_set_is_refused(tmp_path: Path) -> None:
    detector = replay(written(tmp_path / "set", POINTS))
    with pytest.raises(InputError, match="has no point for 0 of app_9: it is a log of another"):
        detector.detect(shown("app_9", 0))
