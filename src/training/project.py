"""A teaching session on disk, in RootPainter's layout."""

import hashlib
import json
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from src.core import Annotation, InputError, Picture, Trajectory
from src.data.files import finding
from src.data.files.whole import make_folder, write_whole
from src.data.formats import painter
from src.data.formats.trajectories import save_trajectory
from src.tracking import keys
from src.training.states import RefusedError
from src.training.written import Written, digest_of

Mask = npt.NDArray[np.bool_]

FOLDERS = (
    "datasets", "annotations/train", "annotations/val", "segmentations",
    "models", "messages", "logs", "instructions",
)  # fmt: skip
"""What RootPainter expects to find, also where it is empty."""

SPLITS = ("annotations/train", "annotations/val")

WRITTEN = "written.jsonl"
"""The session's own annotations, by content."""


class Project:
    """Pictures, annotations, segmentations and trajectories of one session.

    The folder is both RootPainter's sync directory and the only project in it: with that as
    its sync directory, RootPainter opens the ``.seg_proj`` file inside. ``dataset=rootpainter``
    and ``start`` read it back. People may paint in it at any time: nothing of theirs is
    overwritten.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written = Written(folder / WRITTEN)

    def contents(self, names: Sequence[str]) -> None:
        """Say which pictures belong to the project, in the order in which a person meets them."""
        for folder in FOLDERS:
            make_folder(self.folder / folder)
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
        """Keep what the model sees in a picture: what the annotator is shown of it."""
        painter.write_segmentation(self._file("segmentations", name), foreground)

    def segmented(self, name: str) -> bool:
        """Whether a picture has a segmentation."""
        return self._file("segmentations", name).exists()

    def annotation(self, name: str, split: str, annotation: Annotation) -> str:
        """Keep a painted annotation among those that teach or those that choose; its digest."""
        for file in (self._file(place, name) for place in SPLITS):
            if file.exists() and (reason := self._strange(file, self._written.known())):
                raise RefusedError.to_go_on(self.folder, [reason])
        file = self._file(f"annotations/{split}", name)
        foreground, background = annotation.foreground, annotation.background
        digest, pixels = digest_of(foreground, background), int((foreground | background).sum())
        self._written.add(self._within(file), digest, pixels)
        painter.write_annotation(file, annotation)
        return digest

    def painted(self, name: str, split: str) -> tuple[Mask, Mask]:
        """Foreground and background of an annotation kept before."""
        return painter.read_annotation(self._file(f"annotations/{split}", name))

    def check_annotation(self, name: str, split: str, digest: str, pixels: int) -> None:
        """Refuse an annotation that is not what was kept.

        Args:
            pixels: how many were painted, for the sentence.
        """
        file = self._file(f"annotations/{split}", name)
        found, painted = self._read(file)
        if found != digest:
            raise InputError(_changed(self._within(file), painted, pixels))

    def check_strangers(self, checked: Container[tuple[str, str]]) -> None:
        """Refuse to go on beside annotations that the session did not paint.

        Args:
            checked: names and splits of annotations that are known to be as they were kept.
        """
        known = self._written.known()
        for folder in (self.folder / place for place in SPLITS):
            for file in finding.image_files(folder) if folder.is_dir() else []:
                kept = (file.stem, folder.name) in checked and file.suffix == ".png"
                if not kept and (reason := self._strange(file, known)):
                    raise InputError(reason)

    def trajectory(self, step: int, name: str, trajectory: Trajectory) -> str:
        """Keep what the mouse did, empty for an image that was skipped; its digest."""
        file = self._mouse(step, name)
        save_trajectory(trajectory, file)
        return hashlib.sha256(file.read_bytes()).hexdigest()

    def check_trajectory(self, step: int, name: str, digest: str) -> None:
        """Refuse a trajectory that is not what was kept."""
        file = self._mouse(step, name)
        if not file.exists():
            raise InputError(f"{self._within(file)} is gone")
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise InputError(f"{self._within(file)} was changed")

    def _strange(self, file: Path, known: Mapping[str, Mapping[str, int]]) -> str | None:
        """Why an annotation is not the session's own; ``None`` where it is."""
        name = self._within(file)
        try:
            digest, painted = self._read(file)
        except InputError as error:
            return str(error)
        if digest in known.get(name, {}):
            return None
        if name in known:
            return _changed(name, painted, [*known[name].values()][-1])
        return f"{name} holds {painted} painted pixels that are not its own"

    def _read(self, file: Path) -> tuple[str, int]:
        """The digest of an annotation, and how many pixels are painted in it."""
        within = self._within(file)
        if not file.exists():
            raise InputError(f"{within} is gone")
        try:
            foreground, background = painter.read_annotation(file)
        except Exception as error:  # Pillow raises many kinds for a torn file
            raise InputError(f"{within} cannot be read ({error})") from error
        return digest_of(foreground, background), int((foreground | background).sum())

    def _file(self, kind: str, name: str) -> Path:
        return self.folder / kind / f"{name}.png"

    def _mouse(self, step: int, name: str) -> Path:
        return self.folder / keys.TRAJECTORIES / f"{step:04d}_{name}.parquet"

    def _within(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()


def _changed(name: str, painted: int, kept: int) -> str:
    return f"{name} was changed: {painted} painted pixels, {kept} were kept"
