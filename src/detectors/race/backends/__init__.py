"""Ways to find faces, each with weights that come inside a package."""

from collections.abc import Mapping
from typing import Literal, Protocol

from src.detectors.race.backends.centerface import CenterFaces
from src.detectors.race.backends.haar import HaarFaces
from src.detectors.race.backends.hog import HogFaces
from src.detectors.race.backends.mtcnn import MtcnnFaces
from src.detectors.race.backends.ssd import SsdFaces
from src.detectors.race.finding import Finding, Pixels

Name = Literal["centerface", "haar", "hog", "mtcnn", "ssd"]
"""What ``backend`` may be."""


class Backend(Protocol):
    """Finds faces in a picture whose sides it can take."""

    graded: bool
    """Whether a lower threshold adds faces and changes none."""

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:
        """Boxes in pixels of this picture.

        Args:
            threshold: of the score, 0 to 1; 0.5 is where the backend's makers drew the line.
            least: height of the smallest face that is wanted, px; it may find smaller ones.
        """


BACKENDS: Mapping[Name, type[Backend]] = {
    "centerface": CenterFaces,
    "haar": HaarFaces,
    "hog": HogFaces,
    "mtcnn": MtcnnFaces,
    "ssd": SsdFaces,
}

__all__ = ["BACKENDS", "Backend", "Name"]
