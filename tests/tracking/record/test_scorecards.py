"""A scorecard arrives with its intervals, slices and rows."""

import json
import math
from pathlib import Path
from unittest.mock import create_autospec

import numpy as np
import pandas as pd

from src.core import Directions, Interval, Outcome, Reason, Scorecard, Sink, Verdict
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard, log_verdict


def test_scorecard_becomes_metrics_and_a_table(tracking: Tracking, archive: Archive) -> None:
    card = Scorecard(
        metrics={"f1": 0.8, "iou": math.nan},
        rows={"name": np.array(["a", "b"]), "id": np.array(["1", "2"]), "tp": np.array([3, 4])},
        intervals={"f1": Interval(0.7, 0.9)},
        slices={"size=small": {"f1": 0.5}},
        directions=Directions.of_names(lower=["rmse", "*_distance"], neutral=["images"]),
    )
    with tracking.start({}, "scored") as run:
        log_scorecard(run, Scorecard({"f1": 0.6}), stage="val")
        log_scorecard(run, card)
    past = archive.find("scored")
    assert past.tags["directions.lower"] == "*_distance,rmse"
    assert past.tags["directions.neutral"] == "images"
    metrics = dict(past.metrics)
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


def test_any_sink_takes_a_scorecard_and_a_verdict() -> None:
    sink = create_autospec(Sink, instance=True)
    log_scorecard(sink, Scorecard({"f1": 0.5}, rows={"name": np.array(["a"])}))
    log_verdict(sink, Verdict((Reason("f1", Outcome.FAIL, "0.5 is below 0.7"),)))
    called = [name for name, _, _ in sink.method_calls]
    assert called == ["metrics", "metrics", "tags", "table", "text", "tags", "text"]
