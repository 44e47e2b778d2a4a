"""A taught detector as an MLflow model, so that MLflow itself can serve it."""

import re
import shutil
import warnings
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import mlflow
import numpy as np
from mlflow.models import ModelSignature
from mlflow.types import Schema, TensorSpec

from src.composing.conf import CONF

PROJECT = Path(__file__).parents[1]
SERVED = Path(__file__).with_name("served.py")

CODE = (
    "__init__.py", "core", "geometry", "detectors", "composing", "data/__init__.py",
    "data/files/__init__.py", "data/files/foreign.py", "tracking/__init__.py", "tracking/keys.py",
    "serving/__init__.py", "serving/device.py", "serving/loading.py",
    "serving/weights.py",
)  # fmt: skip
"""The part of this project that a detector runs on; import-linter knows that there is no more."""

UNSERVED = (
    "__pycache__", "grounding", "race", "ui", "ocr.py", "datasets.py", "origins.py", "sentences.py",
)  # fmt: skip
"""What is beside it and no taught detector of masks runs on: screens, photos, the doors' words."""

NEEDED = (
    "annotated-types", "hydra-core", "lightning", "mlflow", "numpy",
    "omegaconf", "pycocotools", "PyYAML",
    "scikit-image", "scikit-learn", "scipy", "threadpoolctl", "torch",
)  # fmt: skip
"""What that code imports."""

SIGNATURE = ModelSignature(
    inputs=Schema([TensorSpec(np.dtype(np.uint8), (-1, -1, -1, 3), "pixels")]),
    outputs=Schema([TensorSpec(np.dtype(np.float32), (-1, -1, -1))]),
)


def save_model(folder: Path, config: Path, weights: Path) -> None:
    """An MLflow model folder with the code that it runs on and the versions that it needs."""
    with TemporaryDirectory() as place, warnings.catch_warnings():
        # Of its own hints, when pyfunc is first used; it hides that, but not from -W error.
        warnings.filterwarnings("ignore", message=".*Any type hint is inferred as AnyType.*")
        # MLflow would like an example besides the signature that it is given.
        warnings.filterwarnings("ignore", message=".*input example was not provided.*")
        mlflow.pyfunc.save_model(
            path=str(folder),
            python_model=str(SERVED),
            artifacts={"config": str(config), "weights": str(weights)},
            code_paths=[str(copied_code(Path(place))), str(copied_names(Path(place)))],
            signature=SIGNATURE,
            pip_requirements=requirements(config),
        )


def copied_code(folder: Path) -> Path:
    """``CODE`` alone: the whole project would be six times as large, and one more copy per run."""
    package = folder / PROJECT.name
    for name in CODE:
        source, copy = PROJECT / name, package / name
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns(*UNSERVED))
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    return package


def copied_names(folder: Path) -> Path:
    """The options of the detectors, which say what a served model may be made of."""
    names = folder / CONF.name
    shutil.copytree(CONF / "detector", names / "detector")
    return names


def requirements(config: Path) -> list[str]:
    """The packages that a detector needs, in the versions that it was taught with."""
    plugged = re.search(r"_target_\W+monai\.", config.read_text(encoding="utf-8"))
    nets = ("monai",) if plugged else ()
    # What follows a plus, such as 2.13.0+cpu, no index but the maker's own knows.
    return [f"{name}=={version(name).partition('+')[0]}" for name in (*NEEDED, *nets)]
