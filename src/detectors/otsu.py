"""The detector that learns nothing: a threshold, then instances."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy import ndimage
from skimage.filters import threshold_local, threshold_otsu

from src.core import InputError, Instances, Picture, Surface
from src.detectors.separation import Separating
from src.detectors.tiling import strips_of

METHODS = ("global", "local")
POLARITIES = ("bright", "dark", "minority")

BINS = 256
"""Of a histogram, as skimage counts."""

SIGMAS = 4.0
"""After so many a Gaussian is cut off, by scipy."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Otsu(Separating):
    """Thresholds the grey picture and splits what touches.

    Args:
        method: ``global`` is Otsu's threshold, ``local`` a Gaussian-weighted local mean.
        polarity: what is foreground; ``minority`` is the smaller side of the threshold.
        smoothing: sigma of the Gaussian before thresholding, px; 0 for none.
        window: side of the local threshold's window, px, odd.
        offset: by how much a pixel must exceed the local mean, as a share of the grey range.
        instances, min_area, min_distance: see ``Separation``.
    """

    method: str = "global"
    polarity: str = "bright"
    smoothing: Annotated[float, Ge(0), Le(1000)] = 1.0
    window: Annotated[int, Ge(3), Le(10_001)] = 51
    offset: float = 0.02
    instances: str = "watershed"
    min_area: int = 20
    min_distance: Annotated[int, Ge(0), Le(10_000)] = 7

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"detector.method must be one of {METHODS}, got {self.method!r}")
        if self.polarity not in POLARITIES:
            raise InputError(
                f"detector.polarity must be one of {POLARITIES}, got {self.polarity!r}"
            )
        if self.window < 3 or self.window % 2 == 0:
            raise InputError(f"detector.window must be odd and at least 3, got {self.window}")
        if self.smoothing < 0:
            raise InputError(f"detector.smoothing must be >= 0, got {self.smoothing}")
        _ = self.separation  # refuses what cannot be

    def detect(self, picture: Picture) -> Instances:
        """Objects as a label image."""
        return Instances.from_labels(self.separation.labels(self.threshold(grey(picture.pixels))))

    def strips(self, pixels: Surface, after: int = 0) -> Iterator[Mask]:
        """The foreground of a picture of any size, from the top down, as ``threshold`` finds it.

        The level is that of the whole picture, which is looked at before the first strip.

        Args:
            after: rows that are known already, and left out.
        """
        low, high = self._range(pixels)
        level = self._counted(pixels, low, high) if self.method == "global" else None
        reach = self.offset * (high - low) if self.method == "local" else 0.0
        side = self._side(pixels, level, reach)
        last = 0
        for image, inner in self._smoothed(pixels):
            known = max(after - last, 0)
            last += inner.stop - inner.start
            if last > after:
                own = slice(inner.start + known, inner.stop)
                yield self._sides(image, level, reach)[side][own] & bool(low < high)

    def threshold(self, image: npt.NDArray[np.float32]) -> Mask:
        """Foreground by the threshold and the polarity."""
        if image.size == 0 or image.min() == image.max():
            return np.zeros(image.shape, bool)
        if self.smoothing > 0:
            image = ndimage.gaussian_filter(image, self.smoothing)
        level = float(threshold_otsu(image)) if self.method == "global" else None
        reach = self.offset * float(np.ptp(image)) if self.method == "local" else 0.0
        bright, dark = self._sides(image, level, reach)
        if self.polarity == "minority":
            return bright if bright.sum() <= dark.sum() else dark
        return bright if self.polarity == "bright" else dark

    def _sides(
        self, image: npt.NDArray[np.float32], level: float | None, reach: float
    ) -> tuple[Mask, Mask]:
        """What is brighter and what is darker than the level, the local one where none is given."""
        at = np.asarray(threshold_local(image, self.window) if level is None else level)
        return image > at + reach, image < at - reach

    def _smoothed(self, pixels: Surface) -> Iterator[tuple[npt.NDArray[np.float32], slice]]:
        """Smoothed bands with the rows around them that filters see, and which rows are theirs."""
        local = (self.window - 1) / 6 if self.method == "local" else 0.0  # as skimage's own
        around = sum(int(SIGMAS * sigma + 0.5) for sigma in (self.smoothing, local))
        for low, high in strips_of(pixels.shape):
            top = max(low - around, 0)
            image = grey(pixels[top : high + around])
            if self.smoothing > 0:
                image = ndimage.gaussian_filter(image, self.smoothing, truncate=SIGMAS)
            yield image, slice(low - top, high - top)

    def _range(self, pixels: Surface) -> tuple[float, float]:
        ends = [
            (float(image[inner].min()), float(image[inner].max()))
            for image, inner in self._smoothed(pixels)
        ]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def _counted(self, pixels: Surface, low: float, high: float) -> float:
        """Otsu's threshold from a histogram that bands were counted into, with skimage's bins."""
        if low == high:
            return low
        counts, edges = np.zeros(BINS, np.int64), np.linspace(low, high, BINS + 1)
        for image, inner in self._smoothed(pixels):
            counts += np.histogram(image[inner], BINS, (low, high))[0]
        return float(threshold_otsu(hist=(counts, (edges[:-1] + edges[1:]) / 2)))

    def _side(self, pixels: Surface, level: float | None, reach: float) -> int:
        """Which of ``_sides`` is foreground."""
        if self.polarity != "minority":
            return POLARITIES.index(self.polarity)
        more = 0
        for image, inner in self._smoothed(pixels):
            bright, dark = self._sides(image, level, reach)
            more += int(bright[inner].sum()) - int(dark[inner].sum())
        return 0 if more <= 0 else 1


def grey(pixels: npt.NDArray[np.generic]) -> npt.NDArray[np.float32]:
    """Luminance as float32 in the units of the picture (ITU-R BT.601 weights)."""
    if pixels.ndim == 2:
        return pixels.astype(np.float32)
    return pixels.astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
