"""The data of a run as an input that MLflow knows: its name, its digest, where it lies."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from src.core.passwords import without_passwords
from src.tracking import keys

if TYPE_CHECKING:
    from mlflow import MlflowClient

CONTEXT = "mlflow.data.context"
PLACES = ("root", "images", "tasks")
"""Keys of a dataset's configuration that say where it lies; one without any is drawn by code."""

TAKEN = re.compile(r"unique constraint", re.IGNORECASE)
"""How databases say that another run told of the same data a moment before."""


def log_dataset(
    client: "MlflowClient", run_id: str, config: Mapping[str, Any], tags: Mapping[str, str]
) -> None:
    """Tell MLflow which data a run is about; telling it again changes nothing."""
    from mlflow.entities import Dataset, DatasetInput, InputTag
    from mlflow.exceptions import MlflowException

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
    inputs = [DatasetInput(dataset, [InputTag(CONTEXT, context)])]
    try:
        client.log_inputs(run_id, inputs)
    except MlflowException as error:
        # MLflow looks for the data and then adds it: another run may do so in between. Nothing of
        # the refused request was kept, and the next one finds what the other run added.
        if not TAKEN.search(str(error)):
            raise
        client.log_inputs(run_id, inputs)
