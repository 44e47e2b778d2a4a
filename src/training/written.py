"""What a session itself painted; every other annotation in its folder is a person's."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from src.data.files.whole import make_folder, sync_folder

Mask = npt.NDArray[np.bool_]


class Written:
    """One line per annotation, on the disk before the annotation is.

    Whatever the moment at which a session stops, its own annotations are known by their content.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, name: str, digest: str, pixels: int) -> None:
        """Note what is about to be written."""
        make_folder(self.file.parent)
        is_new = not self.file.exists()
        line = json.dumps({"file": name, "sha256": digest, "pixels": pixels})
        with self.file.open("ab") as stream:
            # A line that a kill tore has no end of its own.
            stream.write(f"\n{line}\n".encode())
            stream.flush()
            os.fsync(stream.fileno())
        if is_new:
            sync_folder(self.file.parent)

    def known(self) -> dict[str, dict[str, int]]:
        """By name: digest to painted pixels; a torn line is of a file that was never written."""
        if not self.file.exists():
            return {}
        known: dict[str, dict[str, int]] = {}
        for line in self.file.read_bytes().splitlines():
            try:
                note = json.loads(line)
                known.setdefault(note["file"], {})[note["sha256"]] = int(note["pixels"])
            except (ValueError, KeyError, TypeError):
                continue
        return known


def digest_of(foreground: Mask, background: Mask) -> str:
    """Of the paint alone: a file that was saved again with the same paint is the same."""
    content = hashlib.sha256(repr(foreground.shape).encode())
    for mask in (foreground, background):
        content.update(np.packbits(mask).tobytes())
    return content.hexdigest()
