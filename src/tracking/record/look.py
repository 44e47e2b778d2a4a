"""How MLflow's pages open an experiment: as one that trains models, with useful columns."""

import json
from typing import TYPE_CHECKING

from src.tracking import keys

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Experiment

COLUMNS = (
    *("metrics.`test/f1`", "metrics.`test/iou`", "metrics.`test/f1_at_0.50`"),
    *("metrics.`test/pq_at_0.50`", "metrics.`test/mean_true_iou`", "metrics.`learning/aubc`"),
    *("metrics.`learning/seconds`", "metrics.`learning/seconds_to_f1_0.8`"),
    *("tags.`verdict`", "tags.`dataset`", "tags.`detector`", "tags.`annotator`"),
)
"""Of the table of runs; what no run has takes no room."""


def look() -> dict[str, str]:
    """Tags of an experiment: its kind, and a view that addresses can name."""
    return {
        keys.KIND: keys.MODEL_TRAINING,
        keys.VIEW: json.dumps({"selectedColumns": list(COLUMNS)}),
    }


def complete_look(client: "MlflowClient", experiment: "Experiment") -> None:
    """Tell an experiment of somebody else, or an older one, what it lacks; the rest stays.

    The view is ours alone: an older version may have named columns that no run has any more.
    """
    for name, value in look().items():
        told = experiment.tags.get(name)
        if told is None or (name == keys.VIEW and told != value):
            client.set_experiment_tag(experiment.experiment_id, name, value)
