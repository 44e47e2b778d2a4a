"""The layout of BBBC039, and of BBBC022's annotated part: nuclei in the red channel of a mask."""

from pathlib import Path
from typing import Any

import numpy.typing as npt

from src.core import InputError
from src.data.files.finding import existing_folder
from src.data.files.foreign import is_file, read_text
from src.data.folder import Folder
from src.data.formats.masks import read_touching
from src.data.split import Split

LISTS = {"training.txt": "train", "validation.txt": "val", "test.txt": "test"}
"""Files that name the masks of each published split."""


class Bbbc039(Folder):
    """Images beside masks whose red channel is no id: 1 is a nucleus alone, 2, 3 … touch others.

    Each 8-connected component of a value is one nucleus.

    Args:
        root: folder that holds the folders below; ``~`` is expanded.
        images: folder of the images, in ``root``.
        masks: folder of the masks, in ``root``.
        metadata: folder in ``root`` with ``training.txt``, ``validation.txt`` and ``test.txt``,
            which say the split where they are; ``None`` leaves it to ``split``.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        images: str = "images",
        masks: str = "masks",
        metadata: str | None = "metadata",
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        home = existing_folder(root, "dataset.root")
        published = {} if metadata is None else _published(home / metadata)
        super().__init__(
            root,
            images,
            masks,
            kind="labels",
            constant_masks="accept",
            tags=tags,
            split=_PublishedSplit(published, split or Split()) if published else split,
            on_error=on_error,
        )

    def _labels(self, mask: Path) -> npt.NDArray[Any]:
        """One id per nucleus."""
        return read_touching(mask)

    def _reading(self) -> bytes:
        return b"touching"


class _PublishedSplit(Split):
    """Splits by name; what no list names is left to another split."""

    def __init__(self, listed: dict[str, str], other: Split) -> None:
        super().__init__(other.fractions, other.file, other.salt)
        object.__setattr__(self, "published", listed)

    def of(self, id: str, name: str) -> str:
        """The split of one sample."""
        listed: dict[str, str] = self.__dict__["published"]
        return listed.get(name) or super().of(id, name)


def _published(folder: Path) -> dict[str, str]:
    splits: dict[str, str] = {}
    for file, split in LISTS.items():
        if not is_file(folder / file):
            continue
        for line in read_text(folder / file).splitlines():
            name = Path(line.strip()).stem
            if name and splits.setdefault(name, split) != split:
                raise InputError(f"{folder}: {name} is in {splits[name]} and in {split}: keep one")
    return splits
