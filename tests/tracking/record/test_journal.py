"""What MLflow keeps of a session is whole after a kill, and nothing is kept twice."""

import math
from typing import Any

from src.tracking.archive import Archive
from src.tracking.record.journal import MlflowJournal
from src.tracking.record.recorder import Tracking

NAMES = ("effort/seconds", "by_image/test/f1", "by_simulated_second/test/f1", "by_image/train/loss")


def row(step: int, **scores: float) -> dict[str, Any]:
    counts = dict.fromkeys(("strokes", "events", "spilled", "foreground_pixels"), 3)
    return {
        **counts, "background_pixels": 9, "coverage": 0.1, "step": step, "seconds": 10.0,
        "total_seconds": 10.0 * step, "phase": "initial", "outcome": "train", "val_f1": math.nan,
        **scores,
    }  # fmt: skip


def steps(archive: Archive, run_id: str, name: str) -> list[int]:
    return [metric.step for metric in archive.client.get_metric_history(run_id, name)]


def test_what_a_killed_process_did_not_keep_is_kept_by_the_next(
    tracking: Tracking, archive: Archive
) -> None:
    rows = [row(1), *(row(step, test_f1=0.5, test_iou=0.3, train_loss=0.7) for step in (2, 3))]
    with tracking.start({}, "killed") as run:
        MlflowJournal(run).measured(rows[0])
        again = MlflowJournal(run)
        again.resumed(rows)
        again.measured(rows[2])
        again.measured(row(4, test_f1=0.6, test_iou=0.4, train_loss=0.6))
    assert steps(archive, run.id, "effort/seconds") == [1, 2, 3, 4]
    assert steps(archive, run.id, "by_image/test/f1") == [2, 3, 4]
    assert steps(archive, run.id, "by_simulated_second/test/f1") == [20, 30, 40]
    assert steps(archive, run.id, "by_image/train/loss") == [2, 3, 4]


def test_an_image_is_known_at_once_and_whole(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "prompt") as run:
        MlflowJournal(run).measured(row(2, test_f1=0.5, test_iou=0.3, train_loss=0.7))
        known = archive.find(run.id).metrics
    assert set(NAMES) <= set(known)
