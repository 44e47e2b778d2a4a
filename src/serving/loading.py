"""A taught detector, back from a run, a folder or a checkpoint."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from src.composing.builder import build_node
from src.composing.trusted import GROUPS
from src.core import InputError
from src.tracking.keys import BEST_CHECKPOINT as BEST
from src.tracking.keys import CHECKPOINTS
from src.tracking.keys import CONFIG_FILE as CONFIG


def load_detector(
    run: str | Path | None, uri: str | None = None, instances: str | None = None
) -> Any:
    """The best detector of a run (id, beginning of an id, or name), a folder or a checkpoint.

    A folder holds ``config.yaml`` and ``best.ckpt``, the latter perhaps in ``checkpoints``, as a
    run's artifacts do; a checkpoint has its ``config.yaml`` beside it or one folder up. Weights
    are read as plain tensors; nothing in them is executed.

    Args:
        uri: of the store that has the run; ``None`` for the project's own.
        instances: in place of how the detector was configured to tell instances apart.
    """
    detector = _loaded(run, uri)
    return detector if instances is None else replace(detector, instances=instances)


def from_files(config: Path, weights: Path) -> Any:
    """A detector as its configuration describes it, with these weights."""
    for file in (config, weights):
        if not file.is_file():
            raise InputError(f"{file} does not exist: a detector is a {CONFIG} and a {BEST}")
    detector = _built(config)
    try:
        detector.load(weights)
    except InputError:
        raise
    except Exception as error:  # torch raises many kinds for a file that is no checkpoint
        raise InputError(_complaint(config, weights, error)) from error
    return detector


def _loaded(run: str | Path | None, uri: str | None) -> Any:
    if not run:
        raise InputError(
            "detector.run is empty: detector=checkpoint needs checkpoint=RUN (id or name), "
            f"a folder or a {BEST}"
        )
    place = Path(run)
    if place.is_dir():
        place = place / CHECKPOINTS if (place / CHECKPOINTS / BEST).is_file() else place
        return _from_checkpoint(place / BEST)
    if place.is_file():
        return _from_checkpoint(place)
    if isinstance(run, Path) or place.suffix == Path(BEST).suffix:
        raise InputError(f"{run} does not exist: give a run's id or name, a folder or a {BEST}")
    return _from_run(run, uri)


def _from_checkpoint(weights: Path) -> Any:
    """With the configuration that lies beside the weights, or else one folder up."""
    folder = weights.absolute().parent
    beside, above = folder / CONFIG, folder.parent / CONFIG
    return from_files(above if above.is_file() and not beside.is_file() else beside, weights)


def _from_run(run: str, uri: str | None) -> Any:
    # Not needed, and not there, where MLflow serves a model by itself.
    from src.tracking.archive import Archive
    from src.tracking.archive.reading import fetch_detector
    from src.tracking.store import DEFAULT_URI

    archive = Archive(uri or DEFAULT_URI)
    past = archive.find(run)
    with TemporaryDirectory() as folder:
        fetch_detector(archive, past, Path(folder))
        try:
            return _loaded(Path(folder), None)
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", f"{past.name}/")) from error


def _built(config: Path) -> Any:
    """The detector before it has its weights."""
    described = _described(config)
    try:
        detector = build_node(described, "detector", GROUPS["detector"])
    except InputError as error:
        raise InputError(f"{config}, {error}") from error
    if not hasattr(detector, "load"):
        raise InputError(
            f"{config} describes a {type(detector).__name__}, which cannot be taught: "
            f"give the {CONFIG} of a run that taught"
        )
    return detector


def _described(config: Path) -> dict[str, Any]:
    try:
        whole = yaml.safe_load(config.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{config} is no YAML ({reason}): give the {CONFIG} of a run") from error
    described = whole.get("detector") if isinstance(whole, dict) else None
    if not isinstance(described, dict):
        raise InputError(f"{config} describes no detector: give the {CONFIG} of a run that taught")
    return described


def _complaint(config: Path, weights: Path, error: Exception) -> str:
    """Why weights were refused, in one sentence."""
    lines = str(error).splitlines()
    if isinstance(error, RuntimeError) and "loading state_dict" in lines[0]:
        reason = lines[1].strip()[:160] if len(lines) > 1 else lines[0]
        return f"{weights} was taught to another net than {config} describes: {reason}"
    return f"{weights} holds no weights that can be read: give the {BEST} that a run kept"
