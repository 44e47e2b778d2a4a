"""A taught detector, back from a run, a folder or a checkpoint."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from src.composing.builder import described_node
from src.composing.described import Described
from src.composing.trusted import TAUGHT
from src.core import InputError
from src.data.files.foreign import is_file, is_folder, read_yaml, spoken
from src.serving.weights import refuse_bomb, refuse_download
from src.tracking.keys import BEST_CHECKPOINT as BEST
from src.tracking.keys import BEST_WEIGHTS, CHECKPOINTS
from src.tracking.keys import CONFIG_FILE as CONFIG

ADVICE = f"give the {CONFIG} of a run"


def load_detector(
    run: str | Path | None,
    uri: str | None = None,
    instances: str | None = None,
    accelerator: str = "cpu",
    precision: str | None = None,
    compile: str | None = None,
) -> Any:
    """The best detector of a run (id, beginning of an id, or name), a folder or a checkpoint.

    Of a run that taught nothing it is the detector that was scored, if that needs no weights. A
    folder holds ``config.yaml`` and ``best.ckpt``, the latter perhaps in ``checkpoints``, as a
    run's artifacts do; a checkpoint has its ``config.yaml`` beside it or one folder up. Of the
    configuration detectors and nets alone are made, and weights are read as plain tensors;
    nothing in either is executed.

    Args:
        uri: of the store that has the run; ``None`` for the project's own.
        instances: in place of how the detector was configured to tell instances apart.
        accelerator: auto, cpu, cuda or mps: where a net computes.
        precision: 32-true, 16-mixed or bf16-mixed, in place of how it was configured.
        compile: a backend of torch.compile's, such as inductor.
    """
    detector = _loaded(run, uri)
    if instances is not None:
        detector = replace(detector, instances=instances)
    if (accelerator, precision, compile) == ("cpu", None, None):
        return detector
    from src.serving.device import placed  # torch, which not every detector needs

    own = precision or str(getattr(detector, "precision", "32-true"))
    return placed(detector, accelerator, own, compile)


def from_files(config: Path, weights: Path) -> Any:
    """A detector as its configuration describes it, with these weights."""
    for file in (config, weights):
        if not is_file(file):
            raise InputError(
                f"{spoken(file)} does not exist: a detector is a {CONFIG} and a {BEST}"
            )
    described = _described(config)
    refuse_bomb(weights)
    detector = _made(described, config)
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
    if is_folder(place):
        place = place / CHECKPOINTS if is_file(place / CHECKPOINTS / BEST) else place
        return _from_checkpoint(place / BEST)
    if is_file(place):
        return _from_checkpoint(place)
    if isinstance(run, Path) or place.suffix == Path(BEST).suffix:
        raise InputError(
            f"{spoken(run)} does not exist: give a run's id or name, a folder or a {BEST}"
        )
    return _from_run(run, uri)


def _from_checkpoint(weights: Path) -> Any:
    """With the configuration that lies beside the weights, or else one folder up."""
    folder = weights.absolute().parent
    beside, above = folder / CONFIG, folder.parent / CONFIG
    return from_files(above if is_file(above) and not is_file(beside) else beside, weights)


def _from_run(run: str, uri: str | None) -> Any:
    # Not needed, and not there, where MLflow serves a model by itself.
    from src.tracking.archive import Archive
    from src.tracking.archive.reading import fetch, fetch_detector, has
    from src.tracking.store import DEFAULT_URI

    archive = Archive(uri or DEFAULT_URI)
    past = archive.find(run)
    with TemporaryDirectory() as folder:
        try:
            if past.status == "FINISHED" and not has(archive, past, BEST_WEIGHTS):
                config = fetch(archive, past, CONFIG, Path(folder), "it cannot be run again")
                return _unlearned(config)
            fetch_detector(archive, past, Path(folder))
            return _loaded(Path(folder), None)
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", f"{past.name}/")) from error


def _unlearned(config: Path) -> Any:
    """A detector that needs no weights, as a run that taught nothing describes it."""
    described = _any_described(config)
    if hasattr(described.target, "load"):
        raise InputError(
            f"{config} describes a {described} that was not taught: {ADVICE} that taught"
        )
    return _made(described, config)


def _described(config: Path) -> Described:
    """A detector that can be taught, checked; nothing of it is made yet."""
    described = _any_described(config)
    if described.partial or not hasattr(described.target, "load"):
        raise InputError(
            f"{config} describes a {described}, which cannot be taught: {ADVICE} that taught"
        )
    return described


def _any_described(config: Path) -> Described:
    whole = read_yaml(config, ADVICE)
    part = whole.get("detector") if isinstance(whole, dict) else None
    if not isinstance(part, dict):
        raise InputError(f"{config} describes no detector: {ADVICE} that taught")
    try:
        refuse_download(part, "detector")
        described = described_node(part, "detector", TAUGHT)
    except InputError as error:
        raise InputError(f"{config}, {error}") from error
    return described


def _made(described: Described, config: Path) -> Any:
    """The detector before it has its weights."""
    try:
        return described.make()
    except InputError as error:
        raise InputError(f"{config}, {error}") from error


def _complaint(config: Path, weights: Path, error: Exception) -> str:
    """Why weights were refused, in one sentence."""
    lines = str(error).splitlines()
    if isinstance(error, RuntimeError) and "loading state_dict" in lines[0]:
        reason = lines[1].strip()[:160] if len(lines) > 1 else lines[0]
        return f"{weights} was taught to another net than {config} describes: {reason}"
    return f"{weights} holds no weights that can be read: give the {BEST} that a run kept"
