"""What a recorded hand left on the picture."""

import numpy as np
import numpy.typing as npt

from src.annotators.canvas import rgba_of
from src.annotators.traces.timing import trajectory_of
from src.core.annotation import BACKGROUND, ERASER, FOREGROUND, Annotation
from src.core.trace import Trace
from src.core.trajectory import Trajectory
from src.geometry.stamping import stamp

Paint = npt.NDArray[np.uint8]
"""(height, width): 0 for none, else the channel's number + 1."""


def painted(trace: Trace, shape: tuple[int, int], base: Paint | None = None) -> Paint:
    """The paint after the last sample, strokes that were undone left out.

    Args:
        base: what lay on the picture before the first.
    """
    return replayed(trajectory_of(trace), shape, base)


def replayed(trajectory: Trajectory, shape: tuple[int, int], base: Paint | None = None) -> Paint:
    """Every dab of a trajectory, the eraser's too."""
    paint = np.zeros(shape, np.uint8) if base is None else base.astype(np.uint8)
    if paint.shape != tuple(shape):
        raise ValueError(f"base must be {tuple(shape)} as the picture is, got {paint.shape}")
    down = trajectory.painting
    columns = (trajectory.r, trajectory.c, trajectory.brush_radius, trajectory.channel)
    for row, column, radius, channel in zip(*(one[down].tolist() for one in columns), strict=True):
        stamp(paint, row, column, radius, 0 if channel == ERASER else channel + 1)
    return paint


def spilled(trajectory: Trajectory, truth: npt.NDArray[np.bool_]) -> int:
    """How many pixels paint landed on that are of the other class, erased or not."""
    landed = 0
    for channel, wrong in ((FOREGROUND, ~truth), (BACKGROUND, truth)):
        own = trajectory.channel == channel
        touched = np.zeros(truth.shape, bool)
        columns = (trajectory.r, trajectory.c, trajectory.brush_radius)
        for row, column, radius in zip(*(one[own].tolist() for one in columns), strict=True):
            stamp(touched, row, column, radius, True)
        landed += int((touched & wrong).sum())
    return landed


def annotation_of(trace: Trace, shape: tuple[int, int], base: Paint | None = None) -> Annotation:
    """What was painted and how, as a simulated annotator would hand it over."""
    trajectory = trajectory_of(trace)
    paint = replayed(trajectory, shape, base)
    return Annotation(rgba_of(paint), trajectory)
