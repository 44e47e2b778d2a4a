"""``dataset=ui_osworld_g``: desktop screenshots of which only the targets are annotated."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from src.data.files.finding import expanded
from src.data.files.foreign import is_file
from src.data.files.hashes import HashCache
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.conversion import in_pixels
from src.data.ui.document import FILE
from src.data.ui.elements import BBOX, Element, Screen
from src.data.ui.layouts import corners
from src.data.ui.osworld_tasks import SIZE, TASKS, as_elements, place_of, published
from src.data.ui.places import measured
from src.data.ui.records import ElementRecord, ScreenshotRecord


class OsworldG(AnnotatedScreens):
    """``annotations.json`` with ``raw_box_coordinates``, the pixels that people drew; or TASKS.

    What else is on the screen nobody wrote down, so no level of an element can be told.
    """

    def _document(self, root: str) -> tuple[Path, Any]:
        place = expanded(root, "dataset.root").absolute()
        if place.name == TASKS and is_file(place):
            return place, published(place.parent)
        if not is_file(place / TASKS) or is_file(place / FILE):
            return super()._document(root)
        return place / TASKS, published(place)

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        if self.file.name == TASKS:
            self._refuse_sizes(item, cache)
            item = as_elements(item, self.file)
        return super()._screen(name, item, cache)

    def _refuse_sizes(self, sample: Mapping[str, Any], cache: HashCache) -> None:
        """Stop at a task that gives its picture another size, before places are held against it."""
        home = self.file.parent
        for task in sample["tasks"]:
            place, declared = place_of(task, self.file), (task[SIZE][1], task[SIZE][0])
            measured(home / sample["image"], home, place, cache, declared, f"{SIZE} is")

    def _elements(self, record: ScreenshotRecord) -> tuple[Element, ...]:
        shape = record.height, record.width
        return tuple(_drawn(element, shape) for element in record.elements)


def _drawn(record: ElementRecord, shape: tuple[int, int]) -> Element:
    """The element where it was drawn; its fractions were rounded."""
    element, raw = in_pixels(record, shape), record.raw_box_coordinates
    if record.box_type != BBOX or raw is None or len(raw) != 4:
        return element
    return replace(element, box=corners(raw, "xywh"))
