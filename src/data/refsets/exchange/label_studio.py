"""Label Studio: rectangles in percent, words per region, relations; suggestions as predictions."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from src.data.files.whole import write_whole
from src.data.formats.label_studio.encode import encode_mask
from src.data.formats.label_studio.write import BRUSH, IMAGE, local_address, write_tasks
from src.data.refsets.exchange.coco import IMAGES, PAINTED
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.painting import Mask, painted, suggested
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.exchange.studio_config import (
    BOXES,
    DONE,
    FACE_TAGS,
    IDENTITY,
    NUMBER,
    SCOPE,
    TAGS,
    TEXT,
    set_config,
)
from src.data.refsets.ghosts import Ghost, Look, Source
from src.data.refsets.labels import (
    Area,
    Bib,
    Boxes,
    Document,
    Element,
    Elements,
    Face,
    Links,
    Masks,
)
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.truth import CLASSES
from src.data.refsets.words import BIBS, ELEMENTS, FACES, MASKS

FILE, CONFIG = "tasks.json", "label_config.xml"
Result = dict[str, Any]


def write_studio(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write ``tasks.json``, the configuration and the pictures; tells how many photos."""
    names = [CLASSES[name] for name in (BIBS, FACES) if name in refset.dimensions]
    labels = dict.fromkeys(PAINTED if MASKS in refset.dimensions else names)
    tasks = []
    for leaving in leavings:
        pictures.write(leaving)
        task = _Writer(refset, leaving, losses).task()
        tasks.append(task)
        works = (*task["annotations"], *task["predictions"])
        labels |= dict.fromkeys(_labels(result for work in works for result in work["result"]))
    write_tasks(folder / FILE, tasks)
    write_whole(folder / CONFIG, set_config(refset.dimensions, labels).encode())
    return len(tasks)


def model_version(source: Source) -> str:
    """Who suggests, as Label Studio says it."""
    return " ".join(filter(None, (source.backend, source.version))) or "unknown"


class _Writer:
    """The task of one photo."""

    def __init__(self, refset: ReferenceSet, leaving: Leaving, losses: Losses) -> None:
        self.refset, self.leaving, self.losses = refset, leaving, losses

    def task(self) -> dict[str, Any]:
        """The photo with what people said, and what was suggested."""
        leaving = self.leaving
        data = {IMAGE: local_address(f"{IMAGES}/{leaving.file}"), "sha256": leaving.photo.sha}
        if leaving.photo.part is not None:
            data["part"] = leaving.photo.part
        results = [one for document in leaving.documents.values() for one in self._said(document)]
        done = [name for name, labelled in leaving.labelled.items() if labelled]
        if leaving.documents:
            results.append(self._result(None, DONE, "choices", {"choices": done}))
        looks = leaving.looks.items()
        predictions = [self._prediction(name, look) for name, look in looks]
        annotations = [{"result": results}] if leaving.documents else []
        return {"data": data, "annotations": annotations, "predictions": predictions}

    def _said(self, document: Document) -> Iterator[Result]:
        if isinstance(document, Links):
            for bib, face in document.pairs:
                yield {
                    "type": "relation", "from_id": _region(bib), "to_id": _region(face),
                    "direction": "right", "labels": [],
                }  # fmt: skip
        elif isinstance(document, Masks):
            self.losses.note("traces of the mouse", int(document.trace is not None))
            for name, mask in zip(PAINTED, painted(self.refset, document.mask), strict=True):
                yield self._brush(f"{name}-{self.leaving.photo.sha[:8]}", mask, name)
        elif isinstance(document, Elements):
            self.losses.note("further keys of screenshots", len(document.about))
            for element in document.elements:
                yield from self._element(element)
        else:
            for box in document.boxes:
                yield from self._box(box, document.dimension)
            if isinstance(document, Boxes) and document.tags:
                value = {"choices": list(document.tags)}
                yield self._result(None, TAGS[document.dimension], "choices", value)

    def _box(self, box: Bib | Face, dimension: str) -> Iterator[Result]:
        if box.area is None:
            self.losses.note("boxes without coordinates")
            return
        own, value = _region(box.id), _value(box.area)
        yield self._rectangle(own, value, CLASSES[dimension])
        yield self._result(own, SCOPE[dimension], "choices", {**value, "choices": [box.scope]})
        words, name = (
            (box.number, NUMBER) if isinstance(box, Bib) else (box.identity or "", IDENTITY)
        )
        tags = box.tags if isinstance(box, Face) else ()
        if words:
            yield self._result(own, name, "textarea", {**value, "text": [words]})
        if tags:
            yield self._result(own, FACE_TAGS, "choices", {**value, "choices": list(tags)})

    def _element(self, element: Element) -> Iterator[Result]:
        known = {"id", "bbox", "text", "type"}
        self.losses.note("further keys of elements", len(element.said.keys() - known))
        if element.area is None:
            self.losses.note("elements that are nowhere")
            return
        own, value = _region(element.id), _value(element.area)
        drawn = self._rectangle(own, value, element.said.get("type") or CLASSES[ELEMENTS])
        yield {**drawn, "meta": {"text": [element.said["id"]]}}
        if element.said.get("text"):
            text = {**value, "text": [element.said["text"]]}
            yield self._result(own, TEXT, "textarea", text)

    def _prediction(self, dimension: str, look: Look) -> dict[str, Any]:
        configured = look.source.configuration or look.source.weights
        self.losses.note("settings of whoever suggested", int(bool(configured)))
        results = []
        for number, ghost in enumerate(look.ghosts):
            results += self._ghost(ghost, dimension, f"ghost-{dimension}-{ghost.id or number}")
        prediction: dict[str, Any] = {
            "model_version": model_version(look.source), "result": results,
        }  # fmt: skip
        sure = [ghost.confidence for ghost in look.ghosts if ghost.confidence is not None]
        if sure:
            prediction["score"] = sum(sure) / len(sure)
        return prediction

    def _ghost(self, ghost: Ghost, dimension: str, own: str) -> list[Result]:
        score = {} if ghost.confidence is None else {"score": ghost.confidence}
        if ghost.painting is not None:
            mask = suggested(self.refset, ghost.painting)
            return [{**self._brush(own, mask, PAINTED[0]), **score}]
        if ghost.area is None:
            self.losses.note("suggestions without coordinates")
            return []
        value = _value(ghost.area)
        label = CLASSES[dimension] if dimension != ELEMENTS else ghost.kind or CLASSES[ELEMENTS]
        drawn = {**self._rectangle(own, value, label), **score}
        if not ghost.text:
            return [drawn]
        name = NUMBER if dimension == BIBS else TEXT
        return [drawn, self._result(own, name, "textarea", {**value, "text": [ghost.text]})]

    def _rectangle(self, own: str, value: dict[str, float], label: str) -> Result:
        return self._result(own, BOXES, "rectanglelabels", {**value, "rectanglelabels": [label]})

    def _brush(self, own: str, mask: Mask, label: str) -> Result:
        value = {"format": "rle", "rle": encode_mask(mask), "brushlabels": [label]}
        return self._result(own, BRUSH, "brushlabels", value)

    def _result(self, own: str | None, name: str, kind: str, value: dict[str, Any]) -> Result:
        height, width = self.leaving.shape
        sized = {"original_width": width, "original_height": height, "image_rotation": 0}
        named = {"from_name": name, "to_name": IMAGE, "type": kind, "value": value}
        return named if own is None else {"id": own, **named, **sized}


def _labels(results: Iterable[Result]) -> Iterator[str]:
    for result in results:
        value = result.get("value", {})
        yield from value.get("rectanglelabels", value.get("brushlabels", ()))


def _region(own: int | None) -> str:
    return f"box-{own}"


def _value(area: Area) -> dict[str, float]:
    x, y, w, h = (100 * side for side in (area.x, area.y, area.w, area.h))
    return {"x": x, "y": y, "width": w, "height": h, "rotation": 0}
