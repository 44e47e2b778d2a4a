"""What a face measures: 128 numbers by dlib's residual net, and the colours of its head."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from src.core import InputError
from src.detectors.race import complexion
from src.detectors.race.answering import Vectors
from src.detectors.race.finding import Pixels
from src.detectors.race.packages import require, weights_of
from src.geometry.boxes import Boxes

KEY = "embedder: faces measured by dlib"
PACKAGE = "face_recognition_models"
LANDMARKS = "models/shape_predictor_5_face_landmarks.dat"
"""Not the 68 points: those were taught on photos whose terms forbid commercial use."""
NET = "models/dlib_face_recognition_resnet_model_v1.dat"
OF_NET = 128


@dataclass(frozen=True)
class DlibEmbedder:
    """Turns a face upright by five landmarks, and measures it.

    Args:
        side: of the square in which landmarks are looked for, in heights of the face's box; dlib
            was taught on squares from the brows to the chin.
        drop: how far the square's middle lies below the box's, in heights of the box.
        padding: round the upright face, in its widths; 0.25 is what the net was taught with.
        colours: weight of the head's colours beside what the net says, in its distances; 0 for the
            net alone. Caps and glasses stay the same through a race, and not beyond it.
        mirrored: whether the mean with the mirrored face is taken, for twice the time.
        least_height: px; a smaller face is not measured.
    """

    side: Annotated[float, Ge(0.1), Le(4)] = 0.85
    drop: Annotated[float, Ge(-1), Le(1)] = 0.05
    padding: Annotated[float, Ge(0), Le(2)] = 0.25
    colours: Annotated[float, Ge(0), Le(10)] = 0.25
    mirrored: bool = False
    least_height: Annotated[float, Ge(1), Le(10_000)] = 12.0

    def __post_init__(self) -> None:
        require(KEY, "dlib", PACKAGE)

    def __getstate__(self) -> dict[str, Any]:
        names = ("_predictor", "_net")
        return {name: value for name, value in self.__dict__.items() if name not in names}

    @property
    def settings(self) -> str:
        """All that decides what it measures."""
        own = (self.side, self.drop, self.padding, self.colours, self.mirrored, self.least_height)
        return f"dlib {own}"

    @property
    def length(self) -> int:
        """Numbers of a face."""
        return OF_NET + (complexion.LENGTH if self.colours else 0)

    def measure(self, pixels: Pixels, faces: Boxes) -> Vectors:
        """(faces, length), ``nan`` for a face that is too small."""
        vectors = np.full((len(faces), self.length), np.nan)
        for place, box in enumerate(faces):
            if box[3] - box[1] >= self.least_height:
                vectors[place] = self._measured(pixels, box)
        return vectors

    def _measured(self, pixels: Pixels, box: Any) -> Any:
        import dlib

        points = self._landmarks(pixels, box)
        chip = dlib.get_face_chip(pixels, points, 150, self.padding)
        chips = [chip, np.ascontiguousarray(chip[:, ::-1])] if self.mirrored else [chip]
        seen = [np.asarray(self._net.compute_face_descriptor(own), np.float64) for own in chips]
        measured = np.mean(seen, axis=0)
        if not self.colours:
            return measured
        head = dlib.get_face_chip(pixels, points, complexion.SIDE, complexion.PADDING)
        return np.concatenate([measured, self.colours * complexion.complexion(head)])

    def _landmarks(self, pixels: Pixels, box: Any) -> Any:
        import dlib

        height = box[3] - box[1]
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + self.drop * height
        half = self.side * height / 2
        square = dlib.rectangle(
            *(round(float(own)) for own in (x - half, y - half, x + half, y + half))
        )
        return self._predictor(pixels, square)

    @cached_property
    def _predictor(self) -> Any:
        return _loaded("shape_predictor", LANDMARKS)

    @cached_property
    def _net(self) -> Any:
        return _loaded("face_recognition_model_v1", NET)


def _loaded(kind: str, file: str) -> Any:
    try:
        import dlib

        return getattr(dlib, kind)(weights_of(PACKAGE, file, KEY))
    except (ImportError, RuntimeError) as error:
        raise InputError(f"{KEY} cannot start ({error})") from error
