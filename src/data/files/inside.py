"""Whether what a file names lies where the user said that things lie."""

from pathlib import Path

from src.core import InputError
from src.data.files.foreign import spoken


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, wherever its links and dots lead, ends in or below a folder."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, names that are too long
        return False


def refuse_outside(path: Path, root: Path, place: str, advice: str) -> None:
    """Raises for a path that leads out of a folder.

    Args:
        place: what names the path.
    """
    if not is_inside(path, root):
        raise InputError(f"{place} names {spoken(path):.200}, which is not below {root}: {advice}")
