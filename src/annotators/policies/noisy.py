"""A hand that spills, and an eye that does not always see it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy import ndimage
from scipy.spatial import cKDTree

from src.annotators.brush import Brush
from src.annotators.canvas import rgba_of
from src.annotators.clocks.segments import cut
from src.annotators.drift import drift
from src.annotators.erasing import erasing_paths
from src.annotators.ground import Ground, Places
from src.annotators.hand import Hand
from src.annotators.objects import EIGHT
from src.annotators.policies._patches import as_masks
from src.annotators.policies._wrapper import Wrapper
from src.annotators.recording import Recording
from src.annotators.traces.painting import replayed
from src.core.annotation import BACKGROUND, ERASER, FOREGROUND, Annotation
from src.core.trajectory import Trajectory
from src.geometry.distance import Mask, depth

# Dabs, half a brush radius apart, over which a hand is off in the same direction.
REACH = 4.0


@dataclass(frozen=True)
class NoisyAnnotator(Wrapper):
    """Another person whose dabs go astray; spill that is not noticed remains in the result.

    Each connected spill that is left in the end is noticed or not. What is noticed is erased.

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
        paint = replayed(trajectory, truth.shape)
        erasing = Recording(self.hand, _last_place(trajectory, truth.shape))
        for channel, wrong in ((FOREGROUND, ~truth), (BACKGROUND, truth)):
            seen = np.argwhere(self._noticed(wrong & (paint == channel + 1), rng))
            if len(seen):
                self._erase(seen, trajectory, channel, Ground(depth(wrong)), erasing, rng)
        crossed = _crossed(paint, truth)
        paint = replayed(erasing.trajectory(), truth.shape, paint)
        trajectory = Trajectory.join([trajectory, erasing.trajectory()])
        return Annotation(rgba_of(paint), trajectory, crossed - _crossed(paint, truth))

    def _erase(
        self,
        pixels: Places,
        trajectory: Trajectory,
        channel: int,
        ground: Ground,
        recording: Recording,
        rng: np.random.Generator,
    ) -> None:
        """Go over spilled pixels in the order in which dabs came near them."""
        own, speed = trajectory.channel == channel, self.hand.paint_speed(0.0)
        dabs = np.stack([trajectory.r[own], trajectory.c[own]], axis=1).astype(np.int64)
        of = cKDTree(dabs).query(pixels)[1]
        widest = Brush(int(trajectory.brush_radius[own].max()))
        for eraser, path in erasing_paths(pixels, dabs, of, widest, ground, self.hand):
            recording.release(rng)
            recording.travel(*path[0].tolist())
            recording.press()
            recording.dabs(path, ERASER, eraser.radius, speed, 1.0)

    def _displaced(
        self, meant: Trajectory, shape: tuple[int, ...], rng: np.random.Generator
    ) -> Trajectory:
        """The same strokes at the same speeds, each dab a little beside its place."""
        start = shape[0] // 2, shape[1] // 2
        recording, down = Recording(self.hand, start), meant.painting
        off = np.rint(drift(int(down.sum()), self.jitter, REACH, rng)).astype(np.int64)
        if not off.any():
            return meant
        places = np.stack([meant.r[down], meant.c[down]], axis=1) + off
        places = np.clip(places, 0, (shape[0] - 1, shape[1] - 1))
        speeds = paint_speeds(meant, start, self.hand)[down]
        segments = cut(meant)
        ends = np.cumsum(np.diff(segments.start, append=len(meant))[segments.stroke])
        for stroke in np.split(np.arange(len(places)), ends[:-1]):
            held = np.flatnonzero(down)[stroke[0]]
            recording.release(rng)
            recording.travel(*places[stroke[0]].tolist())
            recording.press()
            recording.dabs(
                places[stroke],
                int(meant.channel[held]),
                float(meant.brush_radius[held]),
                speeds[stroke],
                1.0,
            )
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


def _crossed(paint: npt.NDArray[np.uint8], truth: Mask) -> int:
    """How many pixels show paint of the other class."""
    wrong = np.where(truth, BACKGROUND + 1, FOREGROUND + 1)
    return int(np.count_nonzero(paint == wrong))


def _last_place(trajectory: Trajectory, shape: tuple[int, ...]) -> tuple[int, int]:
    if not len(trajectory):
        return shape[0] // 2, shape[1] // 2
    return int(trajectory.r[-1]), int(trajectory.c[-1])
