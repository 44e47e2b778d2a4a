"""What the sets of screenshots share: one sample per screenshot, asked about its elements."""

import hashlib
import json
import logging
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files.hashes import HashCache, content_id
from src.data.formats.images import read_pixels
from src.data.split import Split
from src.data.ui.asking import Asking
from src.data.ui.elements import Screen, content, truth_of

log = logging.getLogger(__name__)


class Screens(FileDataset[Screen]):
    """Screenshots that some reader found, with questions and truth in the form of all of them."""

    def __init__(
        self, asking: Asking, tags: str | None, split: Split | None, on_error: str
    ) -> None:
        super().__init__(tags, on_error)
        self.asking = asking
        self.split = split or Split()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All usable screenshots, in the order of the file."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One screenshot with its questions, and every element that the file knows."""
        screen = self._files[entry.name]
        pixels = absent(screen.shape) if screen.image is None else read_screenshot(screen.image)
        picture = Picture(entry, pixels, questions=self.asking.questions(screen))
        return Sample(picture, truth_of(screen.elements, screen.shape))

    def _list_screens(
        self, place: Path, items: Mapping[str, Any], folders: Sequence[Path] = ()
    ) -> None:
        """Fill the list; ``_screen`` makes a screen of every item."""
        self._list(place, items, self._examine, folders or [place.parent])
        if not any(self.asking.questions(screen) for screen in self._files.values()):
            raise InputError(f"{place}: {self._nothing_asked()}")
        log.info("%s: %s", place, by_split(self._entries))

    @abstractmethod
    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        """The screen that an item describes; raises InputError where it cannot be used."""

    def _examine(self, name: str, item: Any, cache: HashCache) -> tuple[Entry, Screen]:
        screen = self._screen(name, item, cache)
        self.asking.check(screen)
        # Without pixels it is known by its name, as the log that tells of it knows it.
        nameless = content_id(f"absent {screen.name} {screen.shape}".encode())
        picture_id = screen.picture_id or nameless
        split = screen.split or self.split.of(picture_id, screen.name)
        said = [self.asking.settings, [content(element) for element in screen.elements]]
        truth_id = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
        return Entry(picture_id, screen.name, split, truth_id, dict(screen.tags)), screen

    def _nothing_asked(self) -> str:
        asking = self.asking
        chosen = f"dataset.targets={asking.targets}, dataset.types={asking.types}"
        if asking.ask == "instruction":
            return f"no element has an instruction to ask by ({chosen}): set dataset.ask=click"
        return f"no element can be clicked ({chosen}): change these"


def read_screenshot(path: Path) -> npt.NDArray[np.uint8]:
    """(h, w, 3) eight bits; a grey picture in three equal colours."""
    pixels = read_pixels(path)
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.dtype != np.uint8:
        raise InputError(f"{path} has fractions for pixels: save the screenshot as PNG")
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def absent(shape: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Pixels of a picture that is not at hand: all of them one byte, so that they take no room."""
    return np.broadcast_to(np.uint8(0), (*shape, 3))
