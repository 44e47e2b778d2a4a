"""COCO, read: our own files with all that they hold, and those of others by their categories."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from src.core import InputError
from src.data.files.foreign import is_file
from src.data.files.inside import refuse_outside
from src.data.refsets.arriving import UNSAID
from src.data.refsets.documented.places import JsonFile
from src.data.refsets.exchange.coco import BACKGROUND, FILE, FOREGROUND, IMAGES
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.painting import Mask
from src.data.refsets.exchange.reading import found_file
from src.data.refsets.labels import Area, Bib, Bibs, Document, Element, Elements, Face, Faces, Links
from src.data.refsets.labels.unfit import Unfit, listed, mapping, number, shown, text, whole
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS, PARTS
from src.geometry.masks import union

ADVICE = "export it again"
CALLED: Mapping[str, str] = {
    "bib": BIBS, "bibs": BIBS, "face": FACES, "faces": FACES,
    FOREGROUND: MASKS, BACKGROUND: MASKS,
}  # fmt: skip
NAMES = (FILE, "_annotations.coco.json", "instances.json")


def read_coco(path: Path, dimensions: tuple[str, ...]) -> Iterator[Coming]:
    """What a COCO file says, photo by photo.

    Args:
        path: the file, or its folder.
        dimensions: of the set; in one of elements a category is a type of element.
    """
    place = found_file(path, NAMES)
    file = JsonFile(place, ADVICE)
    try:
        yield from _Reader(place, file.value(), dimensions).photos()
    except Unfit as unfit:
        raise file.refused(unfit) from unfit


class _Reader:
    """The lists of one file, by what they belong to."""

    def __init__(self, place: Path, said: Any, dimensions: tuple[str, ...]) -> None:
        self.place, self.dimensions = place, dimensions
        said = mapping(said)
        for key in ("images", "annotations", "categories"):
            if key not in said:
                raise InputError(f"{place} has no {key}: COCO has images, annotations, categories")
            listed(said[key], key)
        self.images = said["images"]
        self.categories = self._categories(said["categories"])
        self.drawn: dict[int, list[tuple[int, Any]]] = {}
        known = self._ids(self.images, "images")
        self._ids(said["annotations"], "annotations")
        for number_, one in enumerate(said["annotations"]):
            image = whole(one.get("image_id"), "annotations", number_, "image_id")
            if image not in known:
                path = ("annotations", number_, "image_id")
                raise Unfit(f"there is no image {image}", path)
            self.drawn.setdefault(image, []).append((number_, one))
        home = place.parent / IMAGES
        self.home = home if home.is_dir() else place.parent

    def photos(self) -> Iterator[Coming]:
        """One after another."""
        for at, image in enumerate(self.images):
            name = text(image.get("file_name"), "images", at, "file_name")
            sides = [whole(image.get(key), "images", at, key) for key in ("height", "width")]
            if min(sides) <= 0:
                raise Unfit(f"must be above 0, got {min(sides)}", ("images", at, "height"))
            shape = (sides[0], sides[1])
            where = f"{self.place}, images[{at}]"
            file = self.home / name
            refuse_outside(file, self.home, where, "copy the photo there")
            drawn = self.drawn.get(image["id"], [])
            documents = self._documents(at, image, drawn, shape)
            yield Coming(
                where, name, file if is_file(file) else None, _sha(image), shape, documents,
                part=_part(image, at), painted=self._painted(drawn, shape),
                finished=self._said(image, "labelled", at).get(MASKS, True),
            )  # fmt: skip

    def _documents(
        self, at: int, image: Any, drawn: list[tuple[int, Any]], shape: tuple[int, int]
    ) -> dict[str, Document]:
        boxes: dict[str, list[Any]] = {BIBS: [], FACES: [], ELEMENTS: []}
        pairs: list[tuple[int, int]] = []
        for number_, one in drawn:
            dimension, category = self._category(number_, one)
            if dimension == MASKS:
                continue
            try:
                box, links = _box(one, dimension, category, shape)
            except Unfit as unfit:
                raise unfit.below("annotations", number_) from unfit
            boxes[dimension].append(box)
            pairs += links
        labelled, tags = self._said(image, "labelled", at), self._said(image, "tags", at) or {}
        own = "labelled" in image
        wanted = {name for name in boxes if name in self.dimensions and self._is_about(name)}
        wanted = {name for name in wanted if name in labelled} if own else wanted
        wanted |= {name for name in boxes if boxes[name]}
        made: dict[str, Document] = {}
        try:
            for name in (name for name in boxes if name in wanted):
                done = labelled.get(name) if own else True
                if name == ELEMENTS:
                    made[name] = Elements(tuple(boxes[name]), image.get("about", {}), done)
                else:
                    noun = Bibs if name == BIBS else Faces
                    made[name] = noun(tuple(boxes[name]), tags.get(name, ()), done)
            if LINKS in labelled or pairs:
                made[LINKS] = Links(tuple(pairs), labelled.get(LINKS, True))
        except Unfit as unfit:
            raise unfit.below("images", at) from unfit
        return made

    def _painted(
        self, drawn: list[tuple[int, Any]], shape: tuple[int, int]
    ) -> tuple[Mask, Mask] | None:
        rles: dict[str, list[Any]] = {FOREGROUND: [], BACKGROUND: []}
        any_ = False
        for number_, one in drawn:
            dimension, category = self._category(number_, one)
            if dimension == MASKS:
                any_ = True
                rles[category].append(_rle(one.get("segmentation"), shape, number_))
        if not any_:
            return None
        foreground, background = (union(rles[name], shape) for name in (FOREGROUND, BACKGROUND))
        if not rles[BACKGROUND]:  # others say only what is there: all else is not
            background = ~foreground
        return foreground, background & ~foreground

    def _categories(self, said: Any) -> dict[int, str]:
        found: dict[int, str] = {}
        for at, one in enumerate(said):
            own = whole(mapping(one, "categories", at).get("id"), "categories", at, "id")
            found[own] = text(one.get("name"), "categories", at, "name")
        return found

    def _category(self, number_: int, one: Any) -> tuple[str, str]:
        own, path = one.get("category_id"), ("annotations", number_, "category_id")
        if own not in self.categories:
            raise Unfit(f"there is no category {shown(own)}", path)
        name = self.categories[own]
        if ELEMENTS in self.dimensions:
            return ELEMENTS, name
        if name not in CALLED:
            raise Unfit(f"{shown(name)} is none of {', '.join(CALLED)}: rename it", path)
        return CALLED[name], name

    def _is_about(self, dimension: str) -> bool:
        """Whether the file looks for such boxes at all."""
        return dimension == ELEMENTS or dimension in map(CALLED.get, self.categories.values())

    def _ids(self, many: Any, key: str) -> set[int]:
        seen: set[int] = set()
        for at, one in enumerate(many):
            own = whole(mapping(one, key, at).get("id"), key, at, "id")
            if own < 0:
                raise Unfit(f"must be 0 or more, got {own}", (key, at, "id"))
            if own in seen:
                raise Unfit(f"the id {own} is there twice: give each its own", (key, at, "id"))
            seen.add(own)
        return seen

    def _said(self, image: Any, key: str, at: int) -> Mapping[str, Any]:
        return mapping(image.get(key, {}), "images", at, key)


def _box(
    one: Any, dimension: str, category: str, shape: tuple[int, int]
) -> tuple[Any, list[tuple[int, int]]]:
    """A box with a new id, and its links by such ids."""
    sides = listed(one.get("bbox"), "bbox")
    if len(sides) != 4:
        raise Unfit(f"must be x, y, width, height, got {shown(sides)}", ("bbox",))
    height, width = shape
    x, y, w, h = (number(side, "bbox", at) for at, side in enumerate(sides))
    try:
        area = Area(x / width, y / height, w / width, h / height)
    except Unfit as unfit:
        at = "xywh".index(str(unfit.path[0]))
        raise Unfit(f"{unfit.reason} of {width}×{height} pixels", ("bbox", at)) from unfit
    said = mapping(one.get("attributes") or {}, "attributes")
    own = -1 - int(one["id"])
    try:
        if dimension == BIBS:
            return Bib(area, said.get("number", ""), said.get("scope", "bib"), own), [
                (own, -1 - whole(face, "links", at))
                for at, face in enumerate(listed(said.get("links", ()), "links"))
            ]
        if dimension == FACES:
            scope = said.get("scope", "keep")
            return Face(area, scope, said.get("identity"), said.get("tags", ()), own), []
        box = [area.x, area.y, area.x + area.w, area.y + area.h]
        element = {"id": str(one["id"]), "bbox": box, "type": category}
        return Element({**element, **mapping(said.get("element", {}), "element")}, own), []
    except Unfit as unfit:
        raise unfit.below("attributes") from unfit


def _rle(said: Any, shape: tuple[int, int], at: int) -> Any:
    """Run lengths or polygons as compressed run lengths of the picture's size."""
    from pycocotools import mask as coco

    path = ("annotations", at, "segmentation")
    if isinstance(said, list) and said:
        polygons = [[number(one, *path) for one in listed(polygon, *path)] for polygon in said]
        if any(len(one) < 6 or len(one) % 2 for one in polygons):
            raise Unfit("a polygon needs three corners at least, x and y of each", path)
        return coco.merge(coco.frPyObjects(polygons, *shape))
    found = mapping(said, *path)
    if found.get("size") != list(shape):
        raise Unfit(f"is of size {shown(found.get('size'))}, the image {list(shape)}", path)
    counts = found.get("counts")
    if isinstance(counts, list):
        runs = np.array([whole(one, *path, "counts") for one in counts], np.int64)
        if (runs < 0).any() or runs.sum() != shape[0] * shape[1]:
            raise Unfit("must be runs of 0 or more that fill the image", (*path, "counts"))
        return coco.frPyObjects({"size": list(shape), "counts": counts}, *shape)
    return {"size": list(shape), "counts": text(counts, *path, "counts").encode()}


def _sha(image: Any) -> str | None:
    return image.get("sha256") if isinstance(image.get("sha256"), str) else None


def _part(image: Any, at: int) -> Any:
    part = image.get("part", UNSAID)
    if part is not UNSAID and part is not None and part not in PARTS:
        raise Unfit(
            f"{shown(part)} is no part; they are {', '.join(PARTS)}", ("images", at, "part")
        )
    return part
