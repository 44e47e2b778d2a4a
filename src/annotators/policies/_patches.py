"""What one click or scribble deals with: a connected object, or a connected error."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.annotators.errors import Ambiguity
from src.annotators.ground import Places
from src.annotators.objects import EIGHT, grouped
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask, depth


@dataclass(frozen=True, eq=False)
class Patch:
    """Connected pixels that truly are of one class.

    Args:
        pixels: (n, 2) row and column.
        clear: how many of the pixels are clear errors; all of them in an object.
        centre: the pixel that is deepest inside.
        inscribed: px from there to outside; the border of the picture is outside.
    """

    channel: int
    pixels: Places
    clear: int
    centre: tuple[int, int]
    inscribed: float

    def window(self, shape: tuple[int, int]) -> tuple[Mask, Places]:
        """The mask of the patch with a rim of 1 px, cut at the border, and its first pixel."""
        first = np.maximum(self.pixels.min(axis=0) - 1, 0)
        stop = np.minimum(self.pixels.max(axis=0) + 2, shape)
        mask = np.zeros(stop - first, bool)
        mask[tuple((self.pixels - first).T)] = True
        return mask, first


def objects_of(truth: Mask, channel: int) -> list[Patch]:
    """The connected parts of a class, the largest first."""
    mask = truth if channel == FOREGROUND else ~truth
    return sorted(_patches(mask, mask, channel), key=lambda patch: -len(patch.pixels))


def clear_errors(truth: Mask, prediction: Mask, ambiguity: Ambiguity) -> list[Patch]:
    """Connected errors of either class that are not merely ambiguous, the largest first."""
    errors = []
    for channel, mask, seen in (
        (FOREGROUND, truth, prediction),
        (BACKGROUND, ~truth, ~prediction),
    ):
        wrong = mask & ~seen
        if wrong.any():
            clear = ambiguity.clear_errors(depth(mask), seen, channel)
            errors += [patch for patch in _patches(wrong, clear, channel) if patch.clear]
    return sorted(errors, key=lambda patch: -patch.clear)


def middle_depth(mask: Mask) -> npt.NDArray[np.float64]:
    """Depth of a patch; one that fills the picture ends at its border, to have a middle."""
    return inner_depth(mask) if mask.all() else depth(mask)


def inner_depth(mask: Mask) -> npt.NDArray[np.float64]:
    """Depth of a patch that ends at the border of the picture."""
    return depth(np.pad(mask, 1))[1:-1, 1:-1]


def as_masks(truth: Mask, prediction: Mask | None = None) -> tuple[Mask, Mask]:
    """Both as boolean arrays of one shape; without a prediction, the truth twice."""
    mask = np.asarray(truth)
    seen = mask if prediction is None else np.asarray(prediction)
    if mask.ndim != 2:
        raise ValueError(f"truth must be (height, width), got shape {mask.shape}")
    if seen.shape != mask.shape:
        raise ValueError(f"prediction must be {mask.shape} as the truth is, got {seen.shape}")
    return mask.astype(bool), seen.astype(bool)


def _patches(mask: Mask, clear: Mask, channel: int) -> list[Patch]:
    labels, count = ndimage.label(mask, EIGHT)
    clears = np.bincount(labels[clear], minlength=count + 1)[1:].tolist()
    inside = inner_depth(mask)
    patches = []
    for pixels, size in zip(
        grouped(np.argwhere(mask), labels[mask] - 1, count), clears, strict=True
    ):
        deep = inside[tuple(pixels.T)]
        row, column = pixels[deep.argmax()].tolist()
        patches.append(Patch(channel, pixels, size, (row, column), float(deep.max())))
    return patches
