"""A taught detector as an MLflow model, so that MLflow itself can serve it."""

import warnings
from importlib.metadata import version
from pathlib import Path

import mlflow
import numpy as np
from mlflow.models import ModelSignature
from mlflow.types import Schema, TensorSpec

SERVED = Path(__file__).with_name("served.py")

NEEDED = ("mlflow", "numpy", "scikit-learn", "torch")
"""What a model needs besides this project."""

SIGNATURE = ModelSignature(
    inputs=Schema([TensorSpec(np.dtype(np.uint8), (-1, -1, -1, 3), "pixels")]),
    outputs=Schema([TensorSpec(np.dtype(np.float32), (-1, -1, -1))]),
)


def save_model(folder: Path, config: Path, weights: Path) -> None:
    """An MLflow model folder; it runs wherever this project is installed."""
    with warnings.catch_warnings():
        # MLflow would like type hints and an example besides the signature that it is given.
        warnings.filterwarnings("ignore", message=".*[Tt]ype hints?.*")
        warnings.filterwarnings("ignore", message=".*input example was not provided.*")
        mlflow.pyfunc.save_model(
            path=str(folder),
            python_model=str(SERVED),
            artifacts={"config": str(config), "weights": str(weights)},
            signature=SIGNATURE,
            pip_requirements=[f"{name}=={version(name)}" for name in NEEDED],
        )
