"""The detector that learns nothing: a threshold, then instances."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy import ndimage
from skimage.filters import threshold_local, threshold_otsu

from src.core import InputError, Instances, Picture
from src.detectors.separation import Separation

METHODS = ("global", "local")
POLARITIES = ("bright", "dark", "minority")


@dataclass(frozen=True)
class Otsu:
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
        Separation(self.instances, self.min_area, self.min_distance)

    def detect(self, picture: Picture) -> Instances:
        """Objects as a label image."""
        separation = Separation(self.instances, self.min_area, self.min_distance)
        return Instances.from_labels(separation.labels(self.threshold(grey(picture.pixels))))

    def threshold(self, image: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
        """Foreground by the threshold and the polarity."""
        if image.size == 0 or image.min() == image.max():
            return np.zeros(image.shape, bool)
        if self.smoothing > 0:
            image = ndimage.gaussian_filter(image, self.smoothing)
        level = self._level(image)
        reach = self.offset * float(np.ptp(image)) if self.method == "local" else 0.0
        bright: npt.NDArray[np.bool_] = image > level + reach
        dark: npt.NDArray[np.bool_] = image < level - reach
        if self.polarity == "minority":
            return bright if bright.sum() <= dark.sum() else dark
        return bright if self.polarity == "bright" else dark

    def _level(self, image: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        if self.method == "local":
            return np.asarray(threshold_local(image, self.window))
        return np.asarray(threshold_otsu(image))


def grey(pixels: npt.NDArray[np.generic]) -> npt.NDArray[np.float32]:
    """Luminance as float32 in the units of the picture (ITU-R BT.601 weights)."""
    if pixels.ndim == 2:
        return pixels.astype(np.float32)
    return pixels.astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
