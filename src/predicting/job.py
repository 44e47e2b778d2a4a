"""From a composed configuration to a folder of predictions."""

from pathlib import Path

from omegaconf import DictConfig, OmegaConf

from src.composing.builder import build, check
from src.core import InputError
from src.core.passwords import without_passwords
from src.predicting.folder import Done


def predict(config: DictConfig) -> Done:
    """What ``+experiment=predict`` does: no truth, no score, files."""
    check(config)
    if config.get("resume") or config.get("seeds") or config.get("each"):
        raise InputError("prediction takes no resume, seeds or each: the same command goes on")
    prediction = build(config, "prediction")
    detector = build(config, "detector")
    about = without_passwords(OmegaConf.to_container(config.detector, resolve=True))
    name = str(config.get("checkpoint") or type(detector).__name__)
    return prediction.predict(detector, about, build(config, "executor"), Path(name).name)  # type: ignore[no-any-return]


def told(done: Done) -> list[str]:
    """What a terminal says at the end."""
    lines = [f"{done.objects} objects on {_pictures(done.pictures)}: {done.folder}"]
    if done.kept:
        lines.append(f"{_pictures(done.kept)} were done before and kept")
    if done.skipped:
        lines.append(f"{_pictures(len(done.skipped))} could not be used: {done.folder}/skipped.csv")
    return lines


def _pictures(count: int) -> str:
    return "1 picture" if count == 1 else f"{count} pictures"
