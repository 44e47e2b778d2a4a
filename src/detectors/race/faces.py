"""The detector of faces: any backend, on a copy of a stated size."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from src.core import Answers, Picture
from src.detectors.race.answering import answered
from src.detectors.race.backends import BACKENDS, Backend, Name
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding
from src.detectors.race.lighting import lit
from src.detectors.race.photo import Cache, Photo, looked
from src.detectors.race.scaling import padded, shrunk
from src.detectors.race.single_thread import single_thread
from src.geometry.boxes import area, clip, intersection

SAME = 0.5
"""Share of the smaller of two boxes that they have in common if they show one face."""

VERSION = 1
"""Raised whenever the same pixels and settings would be seen otherwise."""

LOWEST = 0.1
"""Score down to which faces are kept, so that another threshold costs no look."""

LEAST_SIDE = 32
"""Px; a smaller picture is padded before a backend sees it."""


@dataclass(frozen=True)
class Faces:
    """Finds faces.

    Args:
        backend: ``centerface``, ``haar``, ``hog``, ``mtcnn`` or ``ssd``.
        threshold: of the score; 0.5 is where each backend's makers drew the line.
        longest: px; a larger photo is shrunk so that its longer side has so many.
        again: px of a second, smaller copy, on which large faces are found; ``None`` for none.
        least_height: px of the photo; smaller faces are left out.
        kept: where findings are kept; ``None`` to look anew each time.
    """

    backend: Name = "centerface"
    threshold: Annotated[float, Ge(0), Le(1)] = 0.5
    longest: Annotated[int, Ge(64), Le(10_000)] = 2000
    again: Annotated[int, Ge(64), Le(10_000)] | None = None
    least_height: Annotated[float, Ge(0), Le(10_000)] = 12.0
    kept: Cache | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        BACKENDS[self.backend]()

    def __getstate__(self) -> dict[str, Any]:
        # A net of OpenCV cannot be sent to another process.
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    @property
    def settings(self) -> str:
        """All that decides what it finds."""
        return f"{self._seen_settings} {self.threshold}"

    @property
    def _seen_settings(self) -> str:
        """All that decides what the backend sees, of which the threshold may choose."""
        sizes = (self.longest, self.again, self.least_height)
        return f"faces {VERSION} {self.backend} {self._floor} {sizes}"

    @property
    def _floor(self) -> float:
        """The threshold that the backend is given; a lower one costs little where it is graded."""
        graded = BACKENDS[self.backend].graded
        return min(self.threshold, LOWEST) if graded else self.threshold

    def detect(self, picture: Picture) -> Answers:
        """Faces alone."""
        photo = Photo.of(picture)
        return answered(photo.shape, faces=self.look(photo))

    def look(self, photo: Photo) -> Finding:
        """What is sure enough of what was seen before in the same photo, or now."""
        return self._sure(looked(photo, self._seen_settings, self.kept, self.see))

    def find(self, pixels: Pixels) -> Finding:
        """Faces in pixels of the photo."""
        return self._sure(self.see(pixels))

    def _sure(self, seen: Finding) -> Finding:
        sure = seen.scores >= self.threshold
        return finding(seen.boxes[sure], seen.scores[sure], milliseconds=seen.milliseconds)

    def see(self, pixels: Pixels) -> Finding:
        """What may be a face."""
        if 0 in pixels.shape:
            return NOTHING
        with single_thread():
            bright = lit(pixels)
            found = self._found(bright, self.longest)
            if self.again is not None and self.again < self.longest:
                found = joined(found, self._found(bright, self.again))
        boxes = clip(found.boxes, (pixels.shape[0], pixels.shape[1]))
        sizes = boxes[:, 2:] - boxes[:, :2]
        fit = (sizes[:, 1] >= self.least_height) & (sizes > 0).all(axis=1)
        return finding(boxes[fit], np.clip(found.scores[fit], 0, 1))

    def _found(self, pixels: Pixels, longest: int) -> Finding:
        """What the backend sees in a copy, in pixels of the photo."""
        small, scale = shrunk(pixels, longest)
        shown = padded(small, LEAST_SIDE)
        found = self._engine.find(shown, self._floor, self.least_height * scale)
        return finding(found.boxes / scale, found.scores)

    @cached_property
    def _engine(self) -> Backend:
        return BACKENDS[self.backend]()


def joined(first: Finding, second: Finding) -> Finding:
    """The faces of two copies; of one that both show the surer box."""
    boxes = np.concatenate([first.boxes, second.boxes])
    scores = np.concatenate([first.scores, second.scores])
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    for place in order.tolist():
        shared = intersection(boxes[[place]], boxes[kept])[0]
        smaller = np.minimum(area(boxes[[place]]), area(boxes[kept]))
        if not (shared > SAME * smaller).any():
            kept.append(place)
    return finding(boxes[kept], scores[kept])
