"""A disk that loses, when the power is cut, all that nobody told it to keep."""

import os
import stat
from itertools import count
from pathlib import Path
from typing import Any

import pytest

Files = dict[str, bytes]


class Disk:
    """Knows what would be left of a folder after a power cut.

    A file's content is safe when the file was synced; its name, when its folder was. Names that
    were not synced may be on the disk all the same, before the content that they stand for.

    Args:
        root: all that is in it when this is made is safe.
    """

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.moments: list[Files] = []
        """What could be left at each moment, in both ways."""
        self._content: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        # A number must not be given to another file while the disk still knows the first by it.
        self._graves, self._number = root.parent / "graves", count()
        self._graves.mkdir()
        for path in (root, *root.rglob("*")):
            self._keep(path)
        fsync, replace = os.fsync, os.replace

        def synced(handle: int) -> None:
            fsync(handle)
            self._keep(Path(f"/proc/self/fd/{handle}").readlink())
            self._note()

        def replaced(source: Any, target: Any, **options: Any) -> None:
            if Path(target).exists():
                os.link(target, self._graves / str(next(self._number)))
            replace(source, target, **options)
            self._note()

        monkeypatch.setattr(os, "fsync", synced)
        monkeypatch.setattr(os, "replace", replaced)

    def after_a_power_cut(self) -> Files:
        """The files that are left where nothing but what was synced is."""
        return self._walk(self.root.stat().st_ino, "")

    def folders_after_a_power_cut(self) -> set[str]:
        """The folders that are left in the same way."""
        return {name for name, _ in self._folders(self.root.stat().st_ino, "")}

    def with_every_name(self) -> Files:
        """The files that are left where all names are and no content but what was synced."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {
            path.relative_to(self.root).as_posix(): self._content.get(path.stat().st_ino, b"")
            for path in files
        }

    def _note(self) -> None:
        self.moments += [self.after_a_power_cut(), self.with_every_name()]

    def _keep(self, path: Path) -> None:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            self._names[about.st_ino] = {one.name: one.stat().st_ino for one in path.iterdir()}
            for one in path.iterdir():
                if one.is_dir():
                    self._names.setdefault(one.stat().st_ino, {})
        else:
            self._content[about.st_ino] = path.read_bytes()

    def _folders(self, folder: int, place: str) -> list[tuple[str, int]]:
        found = []
        for name, number in self._names[folder].items():
            if number in self._names:
                found += [(place + name, number), *self._folders(number, f"{place}{name}/")]
        return found

    def _walk(self, root: int, place: str) -> Files:
        left: Files = {}
        for name, folder in [(place, root), *self._folders(root, place)]:
            inside = f"{name}/" if name else ""
            for file, number in self._names[folder].items():
                if number not in self._names:
                    left[inside + file] = self._content.get(number, b"")
        return left
