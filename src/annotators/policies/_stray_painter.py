"""Someone who scribbles past the edges and leaves it so."""

import math

import numpy as np

from src.annotators.canvas import Canvas
from src.annotators.drift import REACH, drift
from src.annotators.hand import Hand
from src.annotators.recording import Recording
from src.annotators.strokes import Points, follow, to_places
from src.core.annotation import Annotation
from src.geometry.distance import Mask

# Px from point to point; finer than pixels, or a thin brush would be thinner on diagonals.
STEP = 0.5


class StrayPainter:
    """Draws lines with one thin brush, off by some pixels, and never erases.

    Args:
        radius: px of the brush.
        stray: px, standard deviation of the way off a line along each axis.
    """

    def __init__(
        self, truth: Mask, hand: Hand, radius: int, stray: float, rng: np.random.Generator
    ) -> None:
        self.hand = hand
        self.radius = radius
        self.stray = stray
        self.rng = rng
        self.shape: tuple[int, int] = (truth.shape[0], truth.shape[1])
        self.canvas = Canvas(truth)
        self.recording = Recording(hand, (self.shape[0] // 2, self.shape[1] // 2))

    def cursor(self) -> tuple[int, int]:
        """The pixel under the mouse."""
        return self.recording.cursor

    def draw(self, line: Points, channel: int, margin: float, pixels: float) -> None:
        """One stroke along a line, (n, 2), until it has painted about so many pixels.

        Args:
            margin: px to the edge, which allow for speed.
        """
        speed = self.hand.paint_speed(max(margin - self.radius, 0.0))
        points = follow(line, STEP, self.hand.angular_noise, self.rng)
        points = points[: max(1, math.ceil(pixels / (2 * self.radius + 1) / STEP))]
        points = points + drift(len(points), self.stray, REACH / STEP, self.rng)
        places = to_places(points, self.shape)
        self.recording.release(self.rng)
        self.recording.travel(*places[0].tolist())
        self.recording.press()
        self.recording.dabs(places, channel, self.radius, speed, 1.0)
        self.canvas.dab(places, self.radius, channel, self.canvas.blank[channel])

    def annotation(self) -> Annotation:
        """What is painted, spill included, and how."""
        return Annotation(self.canvas.rgba(), self.recording.trajectory())
