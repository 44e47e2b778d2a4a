"""What the pictures of an export are called: safe paths, each one's own, nobody's name."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from src.data.files.foreign import UNSPEAKABLE
from src.data.formats.raster import EXTENSIONS

LONGEST = 100
"""Letters of one part of a path; file systems have 255 bytes."""

JPEG = (".jpg", ".jpeg")
FORBIDDEN = re.compile(r'[<>:"|?*\\]')


class FileNames:
    """Gives paths below a folder; the same photo in the same order has the same one.

    Args:
        people: names that must not be read in a path.
        png: whether pictures that are no JPEG are written anew, as PNG.
        flat: whether all pictures lie in one folder.
    """

    def __init__(
        self, people: Iterable[str] = (), *, png: bool = False, flat: bool = False
    ) -> None:
        found = "|".join(re.escape(name) for name in people if len(name) > 1)
        self._people = re.compile(found, re.IGNORECASE) if found else None
        self._png, self._between = png, "_" if flat else "/"
        self._taken: set[str] = set()

    def of(self, sha: str, name: str) -> str:
        """The path of a photo, as near to its own name as may be."""
        path = PurePosixPath(FORBIDDEN.sub("_", UNSPEAKABLE.sub("_", name.replace("\\", "/"))))
        parts = [part for part in path.parts if part not in ("/", "..", ".")]
        suffix = path.suffix if path.suffix.lower() in EXTENSIONS else ".png"
        written = suffix if not self._png or suffix.lower() in JPEG else ".png"
        told = self._people is not None and self._people.search(name)
        if told or not parts or max(map(len, parts)) > LONGEST:
            parts = [sha[:12]]
        else:
            parts[-1] = PurePosixPath(parts[-1]).stem
        stem = self._between.join(part.lstrip(".") or "_" for part in parts)
        # Labels of other formats are found by the stem alone, and some disks know no capitals.
        if stem.casefold() in self._taken:
            stem = f"{stem}-{sha[:8]}"
        self._taken.add(stem.casefold())
        return f"{stem}{written}"
