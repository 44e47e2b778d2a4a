"""A hand that spills, and an eye that does not always see it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy import ndimage

from src.annotators.hand import Hand
from src.annotators.objects import EIGHT
from src.annotators.policies._drift import drift
from src.annotators.policies._layers import Layers
from src.annotators.policies._patches import as_masks
from src.annotators.policies._wrapper import Wrapper
from src.annotators.recording import Recording
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.core.trajectory import Trajectory
from src.geometry.distance import Mask, distance_to

# Dabs, half a brush radius apart, over which a hand is off in the same direction.
REACH = 4.0


@dataclass(frozen=True)
class NoisyAnnotator(Wrapper):
    """Another person whose dabs go astray; spill that is not noticed remains in the result.

    Each connected spill is noticed or not. What is noticed is erased by going over its dabs
    once more; where spill meets right paint, the right paint shows.

    Args:
        jitter: px, standard deviation of a dab's displacement along each axis.
        notice: probability that a spill is seen and erased.
    """

    jitter: Annotated[float, Ge(0), Le(1000)] = 1.6
    notice: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.jitter >= 0:
            raise ValueError(f"jitter must not be negative, got {self.jitter}")
        if not 0 <= self.notice <= 1:
            raise ValueError(f"notice must be within 0 and 1, got {self.notice}")

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Paint what the other person would, less exactly."""
        mask, _ = as_masks(truth)
        return self._repainted(mask, self.base.initial(mask, rng).trajectory, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Correct what the other person would, less exactly."""
        mask, seen = as_masks(truth, prediction)
        painted = self.base.correct(mask, seen, rng)
        return None if painted is None else self._repainted(mask, painted.trajectory, rng)

    def _repainted(self, truth: Mask, meant: Trajectory, rng: np.random.Generator) -> Annotation:
        trajectory = self._displaced(meant, truth.shape, rng)
        layers, erased, seconds = Layers.of(trajectory, truth.shape), 0, 0.0
        for channel in (FOREGROUND, BACKGROUND):
            seen = self._noticed(layers.spill(truth, channel), rng)
            dabs = trajectory.channel == channel
            away = distance_to(seen)[trajectory.r[dabs], trajectory.c[dabs]]
            seconds += float(trajectory.dt[dabs][away <= trajectory.brush_radius[dabs]].sum())
            erased += int(np.count_nonzero(seen))
            layers[channel][seen] = False
        return Annotation(layers.rgba(truth), trajectory, erased, seconds)

    def _displaced(
        self, meant: Trajectory, shape: tuple[int, ...], rng: np.random.Generator
    ) -> Trajectory:
        """The same strokes at the same speeds, each dab a little beside its place."""
        start = shape[0] // 2, shape[1] // 2
        recording, down = Recording(self.hand, start), meant.painting
        off = np.rint(drift(int(down.sum()), self.jitter, REACH, rng)).astype(np.int64)
        if not off.any():
            return meant
        rows = np.clip(meant.r[down] + off[:, 0], 0, shape[0] - 1).tolist()
        columns = np.clip(meant.c[down] + off[:, 1], 0, shape[1] - 1).tolist()
        begins = (down & ~np.concatenate([[False], down[:-1]]))[down].tolist()
        channels, radii = meant.channel[down].tolist(), meant.brush_radius[down].tolist()
        speeds = paint_speeds(meant, start, self.hand)[down].tolist()
        for row, column, begin, channel, radius, speed in zip(
            rows, columns, begins, channels, radii, speeds, strict=True
        ):
            if begin:
                recording.travel(row, column)
            recording.dab(row, column, channel, radius, speed, 1.0)
        return recording.trajectory()

    def _noticed(self, spill: Mask, rng: np.random.Generator) -> Mask:
        labels, count = ndimage.label(spill, EIGHT)
        seen: Mask = np.concatenate([[False], rng.random(count) < self.notice])[labels]
        return seen


def paint_speeds(
    trajectory: Trajectory, start: tuple[int, int], hand: Hand
) -> npt.NDArray[np.float64]:
    """px/s at each event; a press on the spot is as fast as the hand is at its slowest."""
    way = np.hypot(np.diff(trajectory.r, prepend=start[0]), np.diff(trajectory.c, prepend=start[1]))
    return np.clip(way / trajectory.dt, hand.min_paint_speed, hand.max_paint_speed)
