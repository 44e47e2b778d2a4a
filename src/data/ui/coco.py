"""``dataset=ui_coco``: screenshots whose elements stand in a COCO file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from src.core import InputError
from src.data.files.hashes import HashCache
from src.data.split import Split
from src.data.ui.asking import Asking
from src.data.ui.clicks import Clicks
from src.data.ui.coco_lists import (
    Object,
    categories_of,
    declared_size,
    objects_of,
    refuse_values,
)
from src.data.ui.conversion import with_levels
from src.data.ui.dataset import Screens
from src.data.ui.document import loaded
from src.data.ui.elements import Element, Screen
from src.data.ui.pixels import box_in_pixels, refuse_layout
from src.data.ui.places import files_at, measured, name_of, pictures_beside, words_of
from src.data.ui.values import are_finite

NAMES = ("_annotations.coco.json", "annotations.json", "instances.json")
"""What exporters call the file."""

IMAGE_KEYS = (
    "id",
    "file_name",
    "width",
    "height",
    "license",
    "date_captured",
    "coco_url",
    "flickr_url",
)
ELEMENT_KEYS = (
    "id", "image_id", "category_id", "bbox", "area", "iscrowd", "segmentation", "text",
    "instruction", "refined_instruction",
)  # fmt: skip
"""Keys that are no tags of a screenshot, and no further columns of an element."""


class CocoScreens(Screens):
    """Boxes of a COCO file; a crowd is not scored, and what holds no other element is a leaf.

    Args:
        root: the folder of the file, or the file.
        annotations: the file in ``root``; ``None`` for one of ``NAMES`` or the only JSON file.
        images: folder of the pictures, in ``root``; ``None`` for ``images`` where there is such.
        ask, click, instructions, targets, types, without: see ``Asking``; a type is the name of
            a category.
        tags: see ``FileDataset``; what the file says of a whole image are tags as well.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        annotations: str | None = None,
        images: str | None = None,
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
        self.file = files_at(root, annotations, "dataset.annotations", _guess)[0]
        self.images = pictures_beside(self.file, images)
        given = loaded(self.file)
        parts = {key: objects_of(given, key, self.file) for key in ("images", "annotations")}
        self.categories = categories_of(given, self.file)
        drawn = self._by_image(parts["images"], parts["annotations"])
        items = {name_of(one["file_name"]): (one, drawn[one["id"]]) for one in parts["images"]}
        if len(items) < len(parts["images"]):
            raise InputError(f"{self.file}: two images have the same file_name: keep one of them")
        self._list_screens(self.file, items, [self.images])

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        given, drawn = item
        place = f"{self.file}, image {given['file_name']!r}"
        image = self.images / given["file_name"]
        picture = measured(image, self.images, place, cache, declared_size(given, place))
        elements = [self._element(one, picture.shape) for one in drawn]
        tags = words_of(given, IMAGE_KEYS)
        levelled = with_levels(elements)
        return Screen(name, image, picture.shape, levelled, tags, place, picture.id)

    def _element(self, given: Object, shape: tuple[int, int]) -> Element:
        place = f"{self.file}, annotation {given['id']}"
        if given.get("category_id") not in self.categories:
            raise InputError(f"{place}: there is no category {given.get('category_id')!r}")
        refuse_values(given, place)
        return Element(
            id=str(given["id"]),
            box=box_in_pixels(given.get("bbox"), "xywh", (shape[1], shape[0]), place),
            text=given.get("text"),
            type=self.categories[given["category_id"]],
            instruction=given.get("instruction") or "",
            refined_instruction=given.get("refined_instruction") or "",
            scored=not given.get("iscrowd"),
            columns=words_of(given, ELEMENT_KEYS),
        )

    def _by_image(
        self, images: Sequence[Object], annotations: Sequence[Object]
    ) -> dict[Any, list[Object]]:
        drawn: dict[Any, list[Object]] = {one["id"]: [] for one in images}
        if len(drawn) < len(images):
            raise InputError(f"{self.file}: two images have the same id: give each its own")
        seen: set[Any] = set()
        for one in annotations:
            if one["id"] in seen:
                raise InputError(
                    f"{self.file}: two annotations have the id {one['id']!r}: give each its own"
                )
            seen.add(one["id"])
            if one.get("image_id") not in drawn:
                place = f"{self.file}, annotation {one['id']}"
                raise InputError(f"{place}: there is no image {one.get('image_id')!r}")
            drawn[one["image_id"]].append(one)
        known: dict[Any, tuple[float, float]] = {
            one["id"]: (one["width"], one["height"])
            for one in images
            if are_finite([one.get("width"), one.get("height")], 2)
        }
        boxes = [
            (f"{self.file}, annotation {one['id']}", one.get("bbox"), known.get(one["image_id"]))
            for one in annotations
        ]
        refuse_layout(boxes, "xywh", "COCO writes x, y, width, height in pixels")
        return drawn


def _guess(folder: Path) -> list[Path]:
    """One of the names that exporters give, else the only file."""
    named = [folder / name for name in NAMES if (folder / name).is_file()]
    beside = sorted(folder.glob("*.json"))
    return named[:1] or (beside if len(beside) == 1 else [])
