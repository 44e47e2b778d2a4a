"""Annotations by a mouse that wanders at random, painted pixel by pixel as an oracle."""

from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Annotation, Trajectory
from src.core.annotation import ERASER
from src.reporting.playback import Scene

Mask = npt.NDArray[np.bool_]


def wander(shape: tuple[int, int], events: int = 200, seed: int = 0) -> Trajectory:
    """A mouse that paints and travels in turns, now and then beyond the picture's edge."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(0, 4, (events, 2)).cumsum(axis=0)
    places = np.abs(steps) % (np.array(shape) + 6) - 3
    runs = np.arange(events) // 7
    channel = rng.integers(-1, 3, events)[runs]
    painting = channel >= 0
    return Trajectory(
        r=places[:, 0],
        c=places[:, 1],
        painting=painting,
        channel=channel,
        brush_radius=np.where(painting, rng.integers(0, 18, events)[runs] / 2, 0),
        dt=rng.uniform(0.01, 0.1, events),
    )


def paint_after(trajectory: Trajectory, events: int, shape: tuple[int, int]) -> npt.NDArray[Any]:
    """0 for no paint, 1 for foreground, 2 for background, by the distance to every centre."""
    rows, columns = np.indices(shape)
    paint = np.zeros(shape, np.uint8)
    for event in trajectory.records()[:events]:
        if event["painting"]:
            even = event["brush_radius"] % 1
            square = (rows - event["r"] - even) ** 2 + (columns - event["c"] - even) ** 2
            left = 0 if event["channel"] == ERASER else event["channel"] + 1
            paint[square <= event["brush_radius"] ** 2 + even / 2] = left
    return paint


def annotation_of(trajectory: Trajectory, shape: tuple[int, int]) -> Annotation:
    """What a trajectory leaves."""
    paint = paint_after(trajectory, len(trajectory), shape)
    rgba = np.zeros((*shape, 4), np.uint8)
    rgba[paint == 1, 0] = 255
    rgba[paint == 2, 1] = 255
    return Annotation(rgba, trajectory, spilled=3)


def scene_of(
    shape: tuple[int, int] = (48, 64),
    trajectory: Trajectory | None = None,
    *,
    corrective: bool = True,
    pixels: npt.NDArray[Any] | None = None,
    phase: str | None = None,
) -> Scene:
    """A picture whose left third is foreground, predicted a little too far to the right."""
    truth = np.zeros(shape, bool)
    truth[:, : shape[1] // 3] = True
    annotation = annotation_of(wander(shape) if trajectory is None else trajectory, shape)
    noise = np.random.default_rng(1).integers(90, 120, shape).astype(np.uint8)
    return Scene(
        pixels=noise if pixels is None else pixels,
        truth=truth,
        prediction=np.roll(truth, 4, axis=1) if corrective else None,
        annotation=annotation,
        index=3,
        phase=phase or ("corrective" if corrective else "initial"),
    )
