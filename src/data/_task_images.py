"""Where the pictures lie that Label Studio tasks name."""

from collections import defaultdict
from contextlib import suppress
from pathlib import Path, PurePosixPath

from src.core import InputError
from src.data import _files
from src.data.formats.label_studio_tasks import UPLOADED, Task, file_name
from src.data.formats.raster import EXTENSIONS


class TaskImages:
    """The image files below a folder, found by what a task calls its picture.

    A name may have lost or gained what an upload puts before it, and an ending may differ.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._by_name: dict[str, list[Path]] = defaultdict(list)
        self._by_stem: dict[str, list[Path]] = defaultdict(list)
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in EXTENSIONS and path.is_file():
                self._by_name[path.name].append(path)
                self._by_stem[path.stem].append(path)

    def find(self, task: Task) -> Path | None:
        """The picture of a task; ``None`` where it is not here."""
        # What is no path of this machine, such as ~nobody or a name too long, is only a name.
        with suppress(OSError, RuntimeError):
            local = Path(task.image).expanduser()
            if local.is_absolute() and local.is_file():
                return local
        name = file_name(task.image)
        for wanted in dict.fromkeys((name, UPLOADED.sub("", name))):
            stem = PurePosixPath(wanted).stem
            found = self._by_name.get(wanted) or self._by_stem.get(stem) or []
            if len(found) > 1:
                raise InputError(
                    f"{task.place}: {self.folder} has {_files.listing(found)} in several folders: "
                    "set the folder of the images"
                )
            if found:
                return found[0]
        return None
