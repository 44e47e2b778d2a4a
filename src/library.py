"""Brushwork in a notebook: detect, score, annotate and run on arrays; docs/LIBRARY.md shows how."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.composing.builder import build
from src.composing.conf import composed
from src.core import (
    Annotation,
    Entry,
    InputError,
    Instances,
    Picture,
    Sample,
    Scorecard,
    Trajectory,
)
from src.evaluation.evaluate import evaluate
from src.tracking.archive import Archive, PastRun
from src.tracking.store import DEFAULT_URI

__all__ = [
    "Annotation",
    "ArrayDetector",
    "InputError",
    "Instances",
    "Scorecard",
    "Trajectory",
    "annotate",
    "detector",
    "load",
    "run",
    "score_labels",
]

Pixels = npt.NDArray[Any]

DEPTHS = (np.uint8, np.uint16, np.float32)
"""Of pixels; other whole numbers and doubles become float32."""


@dataclass(frozen=True)
class ArrayDetector:
    """A detector that takes arrays.

    Args:
        made: the detector itself, which takes a ``Picture``.
    """

    made: Any

    def detect(self, pixels: npt.ArrayLike) -> Instances:
        """What it sees on (height, width) or (height, width, 3) pixels."""
        found: Instances = self.made.detect(picture_of(pixels)).consensus
        return found

    def labels(self, pixels: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The same as a label image: 0 is background, 1, 2, … are the objects."""
        from src.geometry.masks import rles_to_labels

        found = self.detect(pixels)
        if found.labels is not None:
            return np.asarray(found.labels, np.int64)
        if found.rles is not None:
            return np.asarray(rles_to_labels(found.rles, found.shape, later_wins=True), np.int64)
        raise InputError(f"{type(self.made).__name__} gives boxes: ask detect(...).boxes")

    def probabilities(self, pixels: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """(height, width) how probable foreground is, of a net or a forest."""
        if not hasattr(self.made, "probabilities"):
            raise InputError(f"{type(self.made).__name__} gives no probabilities: take a net")
        known: npt.NDArray[np.float32] = self.made.probabilities(picture_of(pixels))
        return known


def detector(name: str, *overrides: str) -> ArrayDetector:
    """An option of ``detector=``, such as ``otsu``, with ``detector.KEY=VALUE`` where asked."""
    return ArrayDetector(build(composed([f"detector={name}", *overrides]), "detector"))


def load(run: str | Path, uri: str | None = None) -> ArrayDetector:
    """What a run taught: by its id or name, its folder, or its ``best.ckpt``."""
    from src.serving import load_detector  # torch, for this alone

    return ArrayDetector(load_detector(run, uri))


def score_labels(
    truth: npt.ArrayLike | Sequence[npt.ArrayLike],
    prediction: npt.ArrayLike | Sequence[npt.ArrayLike],
    scorer: str = "objects",
    *overrides: str,
) -> Scorecard:
    """The scorecard of label images or masks, one pair or a list of pairs.

    Args:
        truth: (height, width) whole numbers or booleans, 0 for background.
        scorer: an option of ``scorer=``: ``objects`` or ``pixels``; ``scorer.KEY=VALUE`` after it.
    """
    truths, predictions = _labels(truth, "truth"), _labels(prediction, "prediction")
    if len(truths) != len(predictions):
        raise InputError(
            f"there are {len(truths)} truths and {len(predictions)} predictions: give one for each"
        )
    answers = {}
    samples = []
    for number, (true, found) in enumerate(zip(truths, predictions, strict=True)):
        if true.shape != found.shape:
            raise InputError(
                f"pair {number}: the truth is {true.shape} and the prediction {found.shape}: give "
                "label images of one size"
            )
        name = f"image_{number:04d}"
        picture = Picture(Entry(name, name, "test"), np.zeros(true.shape, np.uint8))
        samples.append(Sample(picture, Instances.from_labels(true)))
        answers[name] = Instances.from_labels(found)
    made = build(composed([f"scorer={scorer}", *overrides]), "scorer")
    return evaluate(samples, _Given(answers), made)


def annotate(
    truth: npt.ArrayLike,
    prediction: npt.ArrayLike | None = None,
    annotator: str = "rootpainter",
    *overrides: str,
    clock: str = "seed",
    seed: int = 1,
) -> Annotation | None:
    """What a simulated person paints: examples, or corrections of a prediction.

    ``None`` where the prediction has no clear error. The same seed paints the same strokes.

    Args:
        truth: (height, width), every object complete: whatever is 0 is painted as background.
        annotator: an option of ``annotator=``; ``annotator.KEY=VALUE`` after it.
        clock: whose seconds, an option of ``clock=``.
    """
    config = composed([f"annotator={annotator}", f"clock={clock}", *overrides])
    person, times = build(config, "annotator"), build(config, "clock")
    rng = np.random.default_rng(seed)
    (true,) = _labels(truth, "truth")
    if prediction is None:
        painted = person.initial(true > 0, rng)
    else:
        (seen,) = _labels(prediction, "prediction")
        if seen.shape != true.shape:
            raise InputError(f"the truth is {true.shape} and the prediction {seen.shape}")
        painted = person.correct(true > 0, seen > 0, rng)
    if painted is None:
        return None
    retimed: Annotation = replace(painted, trajectory=times.retime(painted.trajectory, rng))
    return retimed


def run(*words: str, uri: str | None = None) -> PastRun:
    """``python -m src.run WORDS``, in this folder; the newest run of the store it recorded in."""
    store = uri or os.environ.get("MLFLOW_TRACKING_URI", DEFAULT_URI)
    done = subprocess.run(  # noqa: S603  # no shell
        [sys.executable, "-m", "src.run", *words],
        env={**os.environ, "MLFLOW_TRACKING_URI": store},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1, 3):  # a gate that says no is an answer too
        raise InputError(done.stderr.strip().rpartition("error: ")[2] or "the run failed")
    sys.stdout.write(done.stdout)
    return Archive(store).newest(1)[0]


def picture_of(pixels: npt.ArrayLike) -> Picture:
    """An array as a detector takes it."""
    given = np.asarray(pixels)
    if given.ndim not in (2, 3) or (given.ndim == 3 and given.shape[2] != 3) or not given.size:
        raise InputError(f"pixels must be (height, width) or (height, width, 3), got {given.shape}")
    if given.dtype not in DEPTHS:
        if given.dtype.kind not in "biuf":
            raise InputError(f"pixels must be numbers, got {given.dtype}")
        given = given.astype(np.float32)
    digest = hashlib.sha256(given.tobytes()).hexdigest()[:16]
    return Picture(Entry(digest, digest, "test"), given)


def _labels(given: Any, what: str) -> list[npt.NDArray[np.int64]]:
    """One label image, or a list of them."""
    alone = isinstance(given, np.ndarray) and given.ndim == 2
    images = [np.asarray(image) for image in ([given] if alone else given)]
    for image in images:
        if image.ndim != 2 or image.dtype.kind not in "biu" or (image.size and image.min() < 0):
            raise InputError(
                f"{what} must be (height, width) whole numbers from 0 on, got {image.shape} "
                f"{image.dtype}"
            )
    return [image.astype(np.int64) for image in images]


@dataclass(frozen=True)
class _Given:
    """A detector that was asked before."""

    answers: dict[str, Instances]

    def detect(self, picture: Picture) -> Instances:
        """What was given for this picture."""
        return self.answers[picture.entry.name]
