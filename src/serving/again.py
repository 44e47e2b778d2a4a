"""The parts of a recorded run, made again from its configuration."""

from typing import Any

from src.composing.builder import build
from src.core import InputError
from src.serving.loading import load_detector
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import has


def detector_of(archive: Archive, past: PastRun, config: dict[str, Any]) -> Any:
    """What the run taught, or the detector that it was given."""
    if has(archive, past, keys.BEST_WEIGHTS):
        return load_detector(past.id, archive.uri)
    if config.get("seeds") or (config.get("trainer") and past.status != "FINISHED"):
        raise InputError(
            f"{past.name} holds no model: it stands for several runs or was not finished; "
            "name a run that was taught to its end"
        )
    return built(past, config, "detector")


def built(past: PastRun, config: dict[str, Any], group: str) -> Any:
    """One group of its configuration."""
    try:
        return build(config, group)
    except InputError as error:
        raise InputError(f"{past.name}, {error}") from error
