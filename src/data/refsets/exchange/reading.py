"""What readers of all formats need: the file that a user means."""

from collections.abc import Sequence
from pathlib import Path

from src.core import InputError
from src.data.files.finding import existing_folder, expanded
from src.data.files.foreign import is_file


def found_file(path: Path, names: Sequence[str]) -> Path:
    """The file, or the one in a folder that is called as such files are."""
    place = expanded(path, "PATH").absolute()
    if is_file(place):
        return place
    folder = existing_folder(place, "PATH")
    for name in names:
        if is_file(folder / name):
            return folder / name
    raise InputError(f"PATH: {folder} has no {' nor '.join(names)}: name the file itself")
