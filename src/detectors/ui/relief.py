"""Where neighbouring pixels differ: the relief of a screenshot."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Relief:
    """Steps of colour between neighbours, the largest of the three channels.

    Args:
        across: (height, width) step between a pixel and the one left of it.
        down: (height, width) step between a pixel and the one above it.
    """

    across: Pixels
    down: Pixels

    @classmethod
    def of(cls, pixels: Pixels) -> "Relief":
        """The relief of a picture of three channels."""
        across, down = np.zeros((2, *pixels.shape[:2]), np.uint8)
        if pixels.shape[1] > 1:
            across[:, 1:] = _largest(cv2.absdiff(pixels[:, 1:], pixels[:, :-1]))
        if pixels.shape[0] > 1:
            down[1:] = _largest(cv2.absdiff(pixels[1:], pixels[:-1]))
        return cls(across, down)

    @cached_property
    def edges(self) -> Pixels:
        """(height, width) the largest step between a pixel and its four neighbours."""
        edges: Pixels = np.maximum(self.across, self.down)
        np.maximum(edges[:, :-1], self.across[:, 1:], out=edges[:, :-1])
        np.maximum(edges[:-1], self.down[1:], out=edges[:-1])
        return edges

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.across.shape[0], self.across.shape[1]


def _largest(steps: npt.NDArray[Any]) -> Pixels:
    red, green, blue = cv2.split(steps)
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8).reshape(steps.shape[:2])
