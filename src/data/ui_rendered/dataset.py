"""Rendered pages as a dataset."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from annotated_types import Ge

from src.core import SPLITS, Entry, InputError, Sample
from src.data.files.hashes import HashCache
from src.data.ui.clicks import Clicks
from src.data.ui.conversion import SAMPLE_KEYS, in_pixels
from src.data.ui.dataset import Screens
from src.data.ui.document import document_at, loaded, samples_by_name
from src.data.ui.elements import Screen
from src.data.ui.faults import sample_faults
from src.data.ui.places import measured, words_of
from src.data.ui.records import ScreenshotRecord
from src.data.ui_rendered.asking import AskingLevel
from src.data.ui_rendered.corpus import Recipe, pages_of

PAGES = {"train": 18, "val": 6, "test": 6}

Number = Annotated[int, Ge(0)]


class UiRendered(Screens):
    """Pages of a grammar, rendered by Chromium once and kept.

    The pages of val and test have other seeds than those of train, fonts of their own, and each
    at least one component that no page of train has.

    Args:
        root: a folder of pages that were made before, taken as it is; ``None`` to make them.
        pages: split to how many.
        platform: ``desktop``, ``phone``, or ``None`` for both.
        level, most: which elements are asked for, see ``AskingLevel``.
        ask: by ``click`` or by ``instruction``.
        types, without: only elements of these types, none of those; before ``most`` are chosen.
    """

    def __init__(
        self,
        root: str | None = None,
        pages: Mapping[str, Number] | None = None,
        platform: str | None = None,
        level: str = "control",
        most: Annotated[int, Ge(1)] | None = 12,
        ask: str = "click",
        click: Clicks | None = None,
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        seed: Annotated[int, Ge(0)] = 0,
        on_error: str = "stop",
    ) -> None:
        asking = AskingLevel(
            ask, click or Clicks(), types=types, without=without, level=level, most=most
        )
        super().__init__(asking, None, None, on_error)
        recipe = Recipe(dict(PAGES if pages is None else pages), seed, platform)
        folder = root or pages_of(recipe)
        self.file = document_at(str(folder))
        self._list_screens(self.file, self._samples(), [self.file.parent])

    def read(self, entry: Entry) -> Sample:
        """One page with its questions, and every element of both levels."""
        if not self._files:
            with HashCache([self.file.parent]) as cache:
                items, used = self._samples(), [one.name for one in self._entries]
                self._files = {name: self._screen(name, items[name], cache) for name in used}
        return super().read(entry)

    def __getstate__(self) -> dict[str, Any]:
        """Without the elements, of which a page has hundreds: another process reads them anew."""
        return {**self.__dict__, "_files": {}}

    def _samples(self) -> dict[str, Any]:
        return samples_by_name(loaded(self.file), str(self.file))

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        for finding in sample_faults(item, str(self.file)):
            raise finding.error
        record = ScreenshotRecord.read(item)
        place = f"{self.file}, sample {name!r}"
        split = item.get("split")
        if split not in SPLITS:
            raise InputError(
                f"{place}: split must be one of {SPLITS}, got {split!r}: dataset=ui reads sets "
                "that were not rendered"
            )
        image = self.file.parent / record.image
        picture = measured(image, self.file.parent, place, cache, (record.height, record.width))
        elements = tuple(in_pixels(one, picture.shape) for one in record.elements)
        tags = words_of(item, (*SAMPLE_KEYS, "split"))
        return Screen(name, image, picture.shape, elements, tags, place, picture.id, split)
