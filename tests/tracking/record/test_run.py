"""What a run tells MLflow arrives whole."""

import math

import pytest

from src.tracking.archive import Archive
from src.tracking.record import run as run_module
from src.tracking.record.recorder import Tracking
from src.tracking.record.run import Run


def test_thousands_of_metrics_arrive_in_few_requests(
    tracking: Tracking, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    with tracking.start({}, "many") as run:
        send = run._client.log_batch

        def counting(run_id: str, metrics: list[object]) -> None:
            sizes.append(len(metrics))
            send(run_id, metrics=metrics)

        monkeypatch.setattr(run._client, "log_batch", counting)
        for step in range(2500):
            run.metrics({"train/loss": float(step)}, step)
    assert sizes == [1000, 1000, 500]
    history = archive.client.get_metric_history(run.id, "train/loss")
    assert [(metric.step, metric.value) for metric in history] == [
        (step, step) for step in range(2500)
    ]


def test_waiting_metrics_leave_after_some_seconds(
    tracking: Tracking, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tracking.start({}, "slow") as run:
        run.metrics({"a": 1.0})
        assert archive.find(run.id).metrics == {}
        monkeypatch.setattr(run_module, "PATIENCE_SECONDS", 0.0)
        run.metrics({"b": 2.0})
        assert archive.find(run.id).metrics == {"a": 1.0, "b": 2.0}


def test_undefined_and_infinite_numbers_come_back(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "odd") as run:
        run.metrics({"undefined": math.nan, "above": math.inf, "below": -math.inf})
        run.metrics({"undefined": math.nan}, step=1)
    numbers = dict(archive.find("odd").metrics)
    assert math.isnan(numbers.pop("undefined"))
    assert numbers == {"above": math.inf, "below": -math.inf}
    assert len(archive.client.get_metric_history(run.id, "undefined")) == 2


def test_names_that_mlflow_refuses_are_kept_apart(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "names") as run:
        run.metrics({"test/size>9/f1": 1.0, "test/size<9/f1": 2.0})
        run.metrics({"test/size<9/f1": 3.0}, step=1)
    assert archive.find("names").metrics == {"test/size-9/f1": 1.0, "test/size-9/f1_2": 3.0}


def test_many_long_parameters_are_kept_and_cut(tracking: Tracking, archive: Archive) -> None:
    config = {f"group{n}": {"text": "é" * 7000, "number": n} for n in range(120)}
    with tracking.start(config, "long"):
        pass
    parameters = archive.find("long").parameters
    assert len(parameters) == 240
    assert len(parameters["group0.text"]) == 6000
    assert parameters["group0.text"].endswith("(7000 characters, whole in config.yaml)")


def test_passwords_in_addresses_are_not_recorded(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({"tracking": {"uri": "http://me:secret@host:5000"}}, "quiet"):
        pass
    assert archive.find("quiet").parameters == {"tracking.uri": "http://me:***@host:5000"}


@pytest.mark.parametrize(
    ("uri", "home", "command"),
    [
        ("sqlite:///mlruns/mlflow.db", "http://127.0.0.1:5000", "make ui"),
        (
            "sqlite:////data/my runs.db",
            "http://127.0.0.1:5000",
            "python -m src.runs ui --uri 'sqlite:////data/my runs.db'",
        ),
        ("http://me:secret@host:80/ml/", "http://host:80/ml", None),
    ],
)
def test_run_says_how_to_open_it(uri: str, home: str, command: str | None) -> None:
    class Info:
        run_id, run_name, experiment_id, start_time = "abc", "first", "1", 0
        artifact_uri = "file:///runs/abc"

    run = Run(None, uri, Info())
    assert run.link == f"{home}/#/experiments/1/runs/abc?workflowType=machine_learning"
    assert run.command == (command or run.link)
