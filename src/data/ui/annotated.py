"""``dataset=ui``: screenshots beside their ``annotations.json``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from src.data.files.hashes import HashCache
from src.data.split import Split
from src.data.ui.asking import Asking
from src.data.ui.clicks import Clicks
from src.data.ui.conversion import SAMPLE_KEYS, in_pixels, with_levels
from src.data.ui.dataset import Screens
from src.data.ui.document import document_at, loaded, samples_by_name
from src.data.ui.elements import Element, Screen
from src.data.ui.faults import sample_faults
from src.data.ui.places import measured, words_of
from src.data.ui.records import ScreenshotRecord


class AnnotatedScreens(Screens):
    """Screenshots that ``annotations.json`` 1.0 describes.

    Args:
        root: the folder of the file, or the file.
        ask, click, instructions, targets, types, without: see ``Asking``.
        tags: see ``FileDataset``; what the file says of a whole sample are tags as well.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        ask: str = "click",
        click: Clicks | None = None,
        instructions: str = "original",
        targets: str = "all",
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        asking = Asking(ask, click or Clicks(), instructions, targets, types, without)
        super().__init__(asking, tags, split, on_error)
        self.file, given = self._document(root)
        items = samples_by_name(given, str(self.file))
        self._list_screens(self.file, items, [self.file.parent])

    def _document(self, root: str) -> tuple[Path, Any]:
        """The file and its JSON."""
        file = document_at(root)
        return file, loaded(file)

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        for finding in sample_faults(item, str(self.file)):
            raise finding.error
        record = ScreenshotRecord.read(item)
        place = f"{self.file}, sample {name!r}"
        home = self.file.parent
        image = home / record.image
        picture = measured(image, home, place, cache, (record.height, record.width))
        tags = words_of(item, SAMPLE_KEYS)
        return Screen(name, image, picture.shape, self._elements(record), tags, place, picture.id)

    def _elements(self, record: ScreenshotRecord) -> tuple[Element, ...]:
        shape = record.height, record.width
        return with_levels([in_pixels(element, shape) for element in record.elements])
