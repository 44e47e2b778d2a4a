"""A teaching session on disk, in RootPainter's layout."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from src.core import Annotation, InputError, Picture, Trajectory
from src.data.files.whole import write_whole
from src.data.formats import painter
from src.data.formats.trajectories import save_trajectory
from src.tracking import keys

Mask = npt.NDArray[np.bool_]

FOLDERS = (
    "datasets", "annotations/train", "annotations/val", "segmentations",
    "models", "messages", "logs", "instructions",
)  # fmt: skip
"""What RootPainter expects to find, also where it is empty."""


class Project:
    """Pictures, annotations, segmentations and trajectories of one session.

    The folder is both RootPainter's sync directory and the only project in it: with that as
    its sync directory, RootPainter opens the ``.seg_proj`` file inside. ``dataset=rootpainter``
    and ``start`` read it back.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def contents(self, names: Sequence[str]) -> None:
        """Say which pictures belong to the project, in the order in which a person meets them."""
        for folder in FOLDERS:
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        about = {
            "name": self.folder.name,
            "dataset": ".",
            "original_model_file": "random weights",
            "location": ".",
            "file_names": [f"{name}.png" for name in names],
        }
        file = self.folder / f"{self.folder.name}.seg_proj"
        write_whole(file, json.dumps(about, indent=4).encode())

    def picture(self, picture: Picture) -> None:
        """Keep a picture that the annotator is shown."""
        painter.write_picture(self._file("datasets", picture.entry.name), picture.pixels)

    def segmentation(self, name: str, foreground: Mask) -> None:
        """Keep what the annotator was shown of the model."""
        painter.write_segmentation(self._file("segmentations", name), foreground)

    def annotation(self, name: str, split: str, annotation: Annotation) -> None:
        """Keep a painted annotation among those that teach or those that choose."""
        painter.write_annotation(self._file(f"annotations/{split}", name), annotation)

    def painted(self, name: str, split: str) -> tuple[Mask, Mask]:
        """Foreground and background of an annotation kept before."""
        return painter.read_annotation(self._file(f"annotations/{split}", name))

    def check(self, name: str, split: str, foreground: int, background: int) -> None:
        """Refuse an annotation that does not hold as many pixels of each class as were painted."""
        file = self._file(f"annotations/{split}", name)
        painted = tuple(int(mask.sum()) for mask in painter.read_annotation(file))
        if painted != (foreground, background):
            raise InputError(f"{file} was changed: {painted} painted pixels, not what was kept")

    def trajectory(self, step: int, name: str, trajectory: Trajectory) -> None:
        """Keep what the mouse did; empty for an image that was skipped."""
        file = self.folder / keys.TRAJECTORIES / f"{step:04d}_{name}.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        save_trajectory(trajectory, file)

    def _file(self, kind: str, name: str) -> Path:
        return self.folder / kind / f"{name}.png"
