"""What a run taught as a model of MLflow's: seen on its page, registered and served from there."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlflow import MlflowClient

NAME = "model"
"""By which ``runs:/RUN/model`` finds it."""


def log_model(client: "MlflowClient", experiment_id: str, run_id: str, folder: Path) -> str:
    """Keep a folder of ``save_model`` as the model of a run, and give its id.

    A run that goes on after a kill fills the one that it began.
    """
    from mlflow.entities import LoggedModelOutput

    begun = models_of(client, experiment_id, run_id)
    if begun:
        model_id = begun[0]
    else:
        model_id = client.create_logged_model(experiment_id, NAME, run_id).model_id
    client.log_model_artifacts(model_id, str(folder))
    client.finalize_logged_model(model_id, "READY")
    known = client.get_run(run_id).outputs
    if model_id not in [output.model_id for output in (known.model_outputs if known else ())]:
        client.log_outputs(run_id, [LoggedModelOutput(model_id, 0)])
    return model_id


def models_of(client: "MlflowClient", experiment_id: str, run_id: str) -> list[str]:
    """The ids of what a run has logged."""
    found = client.search_logged_models([experiment_id], f"source_run_id = '{run_id}'")
    return [model.model_id for model in found]
