"""The data of a run as an input that MLflow knows: its name, its digest, where it lies."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from src.core.passwords import without_passwords
from src.tracking import keys

if TYPE_CHECKING:
    from mlflow import MlflowClient

CONTEXT = "mlflow.data.context"
PLACES = ("root", "images", "tasks")
"""Keys of a dataset's configuration that say where it lies; one without any is drawn by code."""


def log_dataset(
    client: "MlflowClient", run_id: str, config: Mapping[str, Any], tags: Mapping[str, str]
) -> None:
    """Tell MLflow which data a run is about; telling it again changes nothing."""
    from mlflow.entities import Dataset, DatasetInput, InputTag

    digest, described = tags.get(keys.FINGERPRINT), config.get("dataset")
    if not digest or not isinstance(described, Mapping):
        return
    plain: Mapping[str, Any] = without_passwords(described)
    place = next((str(plain[key]) for key in PLACES if plain.get(key)), None)
    dataset = Dataset(
        name=tags.get("dataset") or str(plain.get("_target_", "dataset")).rpartition(".")[2],
        digest=digest,
        source_type="local" if place else "code",
        source=json.dumps({"uri": place} if place else {"configuration": plain}, default=str),
        profile=json.dumps({"split": config.get("split")}),
    )
    context = "training" if config.get("trainer") else "evaluation"
    client.log_inputs(run_id, [DatasetInput(dataset, [InputTag(CONTEXT, context)])])
