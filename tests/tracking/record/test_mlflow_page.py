"""What the pages of MLflow show of a run: its kind, its data, its summary, its model."""

import warnings
from pathlib import Path
from typing import Any

import mlflow
import pytest
from sqlalchemy import event

from src.core import Interval, Outcome, Reason, Scorecard, Verdict
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.record.dataset import log_dataset
from src.tracking.record.description import description, scored
from src.tracking.record.model import models_of
from src.tracking.record.recorder import Tracking
from src.tracking.store.cleaning import delete

CONFIG = {"dataset": {"_target_": "src.data.folder.Folder", "root": "my/pictures"}, "split": "test"}
TAGS = {keys.FINGERPRINT: "0123456789abcdef", "dataset": "folder"}


def test_an_experiment_opens_as_model_training(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "first"):
        pass
    experiment = archive.client.get_experiment_by_name(tracking.experiment)
    assert experiment.tags["mlflow.experimentKind"] == "custom_model_development"


def test_an_older_experiment_is_told_its_kind_and_one_that_was_chosen_stays(
    tracking: Tracking, archive: Archive
) -> None:
    old = archive.client.create_experiment(tracking.experiment)
    with tracking.start({}, "first"):
        pass
    assert archive.client.get_experiment(old).tags[keys.KIND] == keys.MODEL_TRAINING
    archive.client.set_experiment_tag(old, keys.KIND, "finetuning")
    with tracking.start({}, "second"):
        pass
    assert archive.client.get_experiment(old).tags[keys.KIND] == "finetuning"


def test_our_view_has_the_columns_of_today(tracking: Tracking, archive: Archive) -> None:
    old = archive.client.create_experiment(tracking.experiment, tags={keys.VIEW: "{}"})
    with tracking.start({}, "first"):
        pass
    assert "test/f1_at_0.50" in archive.client.get_experiment(old).tags[keys.VIEW]


@pytest.mark.parametrize(
    ("trainer", "context"), [(None, "evaluation"), ({"_target_": "any"}, "training")]
)
def test_the_data_is_an_input_with_its_digest(
    tracking: Tracking, archive: Archive, trainer: dict[str, str] | None, context: str
) -> None:
    with tracking.start({**CONFIG, "trainer": trainer}, "fed", TAGS) as run:
        # As a run does that was killed before its configuration was kept whole.
        log_dataset(archive.client, run.id, {**CONFIG, "trainer": trainer}, TAGS)
    (given,) = archive.client.get_run(run.id).inputs.dataset_inputs
    assert (given.dataset.name, given.dataset.digest) == ("folder", "0123456789abcdef")
    assert given.dataset.source == '{"uri": "my/pictures"}'
    assert [(tag.key, tag.value) for tag in given.tags] == [("mlflow.data.context", context)]


def test_two_runs_may_tell_of_the_same_data_at_once(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "first") as first, tracking.start({}, "second") as second:
        waiting = [first.id]

        def between(_c: Any, _r: Any, statement: str, *_: Any) -> None:
            # Where a race is lost: this run looked, found nothing, and is about to add.
            if statement.startswith("INSERT INTO datasets") and waiting:
                log_dataset(archive.client, waiting.pop(), CONFIG, TAGS)

        engine = archive.client._tracking_client.store.engine
        event.listen(engine, "before_cursor_execute", between)
        try:
            log_dataset(archive.client, second.id, CONFIG, TAGS)
        finally:
            event.remove(engine, "before_cursor_execute", between)
    assert not waiting
    for run in (first, second):
        (given,) = archive.client.get_run(run.id).inputs.dataset_inputs
        assert given.dataset.digest == "0123456789abcdef"


def test_the_description_says_the_verdict_first_and_no_markup_of_others() -> None:
    card = Scorecard(
        {"f1_at_0.50": 0.5}, intervals={"f1_at_0.50": Interval(0.4, 0.6)}, main=("f1_at_0.50",)
    )
    verdict = Verdict((Reason("f1", Outcome.FAIL, "f1 of <b>me</b> is 0.5"),))
    text = description("otsu on nuclei.", scored(card, "test", {"aubc": 0.7}), verdict)
    assert text.startswith("**FAIL**\n\n- FAIL: f1 of &lt;b>me&lt;/b> is 0.5\n\n| metric |")
    assert "| learning/aubc | 0.7000 |  |\n| test/f1_at_0.50 | 0.5000 | 0.4000 – 0.6000 |" in text


@pytest.fixture(name="model")
def model_fixture(tmp_path: Path, tracking: Tracking, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The smallest model that MLflow loads."""
    monkeypatch.setenv("MLFLOW_TRACKING_URI", tracking.uri)  # else it makes a store right here
    folder = tmp_path / "saved"
    code = tmp_path / "twice.py"
    code.write_text(
        "import mlflow\n\nclass Twice(mlflow.pyfunc.PythonModel):\n"
        "    def predict(self, context, model_input: list[float], params=None) -> list[float]:\n"
        "        return [2 * one for one in model_input]\n\nmlflow.models.set_model(Twice())\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # MLflow warns of its own type hints
        mlflow.pyfunc.save_model(str(folder), python_model=str(code), pip_requirements=["mlflow"])
    return folder


def test_a_taught_model_is_a_logged_model_that_can_be_registered(
    tracking: Tracking, archive: Archive, model: Path
) -> None:
    with tracking.start({}, "taught") as run:
        run.model(model)
        run.model(model)  # as a run does that goes on after a kill
    (model_id,) = models_of(archive.client, run.experiment_id, run.id)
    logged = archive.client.get_logged_model(model_id)
    assert (logged.status, logged.source_run_id) == ("READY", run.id)
    (output,) = archive.client.get_run(run.id).outputs.model_outputs
    assert output.model_id == model_id
    archive.client.create_registered_model("brushes")
    version = archive.client.create_model_version(
        "brushes", f"models:/{model_id}", run.id, model_id=model_id
    )
    assert version.status == "READY"


def test_a_deleted_run_takes_its_model_along(
    tracking: Tracking, archive: Archive, model: Path
) -> None:
    with tracking.start({}, "taught") as run:
        run.model(model)
    place = Path(tracking.artifacts) / "models"
    assert [*place.rglob("MLmodel")]
    deleted = delete(archive, archive.newest(), ("FINISHED",))
    assert [own.name for own in deleted] == ["taught"]
    assert not [*place.rglob("MLmodel")]
    assert models_of(archive.client, run.experiment_id, run.id) == []
