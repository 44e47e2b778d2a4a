"""A scorecard arrives with its intervals, slices and rows."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd

from src.core import Interval, Outcome, Reason, Scorecard, Verdict
from src.tracking import Tracking
from src.tracking.archive import Archive
from src.tracking.scorecards import log_scorecard, log_verdict


def test_scorecard_becomes_metrics_and_a_table(tracking: Tracking, archive: Archive) -> None:
    card = Scorecard(
        metrics={"f1": 0.8, "iou": math.nan},
        rows={"name": np.array(["a", "b"]), "id": np.array(["1", "2"]), "tp": np.array([3, 4])},
        intervals={"f1": Interval(0.7, 0.9)},
        slices={"size=small": {"f1": 0.5}},
    )
    with tracking.start({}, "scored") as run:
        log_scorecard(run, card)
        log_scorecard(run, Scorecard({"f1": 0.6}), stage="val")
    metrics = dict(archive.find("scored").metrics)
    assert math.isnan(metrics.pop("test/iou"))
    assert metrics == {
        "test/f1": 0.8,
        "test/f1_low": 0.7,
        "test/f1_high": 0.9,
        "test/size-small/f1": 0.5,
        "val/f1": 0.6,
    }
    table = pd.read_parquet(archive.client.download_artifacts(run.id, "tables/samples.parquet"))
    assert table.to_dict("list") == {"name": ["a", "b"], "id": ["1", "2"], "tp": [3, 4]}


def test_verdict_becomes_a_tag_and_a_file(tracking: Tracking, archive: Archive) -> None:
    verdict = Verdict((Reason("f1", Outcome.FAIL, "0.5 is below 0.7"),))
    with tracking.start({}, "judged") as run:
        log_verdict(run, verdict)
    assert archive.find("judged").tags["verdict"] == "FAIL"
    file = Path(archive.client.download_artifacts(run.id, "verdict.json"))
    assert json.loads(file.read_text()) == {
        "outcome": "FAIL",
        "reasons": [{"criterion": "f1", "outcome": "FAIL", "sentence": "0.5 is below 0.7"}],
    }
