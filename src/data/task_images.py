"""Where the pictures lie that Label Studio tasks name: below one folder, never elsewhere."""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from src.core import InputError
from src.data.files import finding
from src.data.files.inside import is_inside, refuse_outside
from src.data.formats.label_studio.tasks import UPLOADED, Task, file_name
from src.data.formats.raster import EXTENSIONS


class TaskImages:
    """The image files below a folder, found by what a task calls its picture.

    A name may have lost or gained what an upload puts before it, and an ending may differ.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._by_name: dict[str, list[Path]] = defaultdict(list)
        self._by_stem: dict[str, list[Path]] = defaultdict(list)
        for path in sorted(_images_below(folder), key=str):
            self._by_name[path.name].append(path)
            self._by_stem[path.stem].append(path)

    def find(self, task: Task) -> Path | None:
        """The picture of a task; ``None`` where it is not here."""
        # What is no path of this machine, or leads out of the folder, is only a name.
        with suppress(OSError, RuntimeError, ValueError):
            local = Path(task.image).expanduser()
            if local.is_absolute() and local.is_file() and is_inside(local, self.folder):
                return local
        name = file_name(task.image)
        for wanted in dict.fromkeys((name, UPLOADED.sub("", name))):
            stem = PurePosixPath(wanted).stem
            paths = self._by_name.get(wanted) or self._by_stem.get(stem) or []
            if len(paths) > 1:
                raise InputError(
                    f"{task.place}: {self.folder} has {finding.listing(paths)} in several folders: "
                    "set the folder of the images"
                )
            if paths:
                if paths[0].is_symlink():
                    refuse_outside(paths[0], self.folder, task.place, "copy the file itself there")
                return paths[0]
        return None


def _images_below(folder: Path) -> Iterator[Path]:
    # Walking takes half as long as a recursive glob, which makes a Path of every file.
    for home, _, names in os.walk(folder):
        for name in names:
            path = Path(home, name)
            if name.lower().endswith(EXTENSIONS) and path.is_file():
                finding.refuse_name(name, Path(home))
                yield path
