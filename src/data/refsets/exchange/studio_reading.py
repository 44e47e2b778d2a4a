"""Label Studio's tasks, read: what people and detectors said about photos."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from src.core import InputError
from src.data.files.finding import existing_folder
from src.data.files.foreign import is_file, spoken
from src.data.files.inside import is_inside
from src.data.formats.label_studio.regions import declared_shape, regions
from src.data.formats.label_studio.tasks import Result, Task, Work, file_name, number_of, read_tasks
from src.data.refsets.arriving import UNSAID, Seen
from src.data.refsets.exchange.coco import IMAGES, PAINTED
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.painting import Mask
from src.data.refsets.exchange.studio_config import DONE, FACE_TAGS, IDENTITY, NUMBER, SCOPE, TAGS
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import (
    Area,
    Bib,
    Bibs,
    Document,
    Element,
    Elements,
    Face,
    Faces,
    Links,
    Unfit,
)
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS, PARTS
from src.geometry.masks import union

SIDES = ("x", "y", "width", "height")
CALLED: Mapping[str, str] = {"bib": BIBS, "bibs": BIBS, "face": FACES, "faces": FACES}
VERSION = re.compile(r"(.+) (\S+)")


def read_studio(path: Path, dimensions: tuple[str, ...]) -> Iterator[Coming]:
    """What the tasks of a file, or of a folder, say; the newest annotation of each counts."""
    place = path.absolute() if is_file(path) else existing_folder(path, "PATH")
    home = place.parent if is_file(place) else place
    for task in read_tasks(place):
        try:
            yield _Reader(task, dimensions).coming(home)
        except Unfit as unfit:
            raise InputError(f"{task.place}: {unfit}") from unfit


class _Reader:
    """One task."""

    def __init__(self, task: Task, dimensions: tuple[str, ...]) -> None:
        self.task, self.dimensions = task, dimensions
        self.shape = declared_shape(task)

    def coming(self, home: Path) -> Coming:
        """All that it says."""
        task = self.task
        work = max(reversed(task.annotations), key=lambda one: one.updated, default=None)
        name = photo_name(task.image)
        file = next((one for one in (home / IMAGES / name, home / name) if is_file(one)), None)
        if file is not None and not is_inside(file, home):
            file = None
        return Coming(
            task.place, name, file, _text(task.data.get("sha256")), self.shape,
            {} if work is None else self._documents(work), self._seen(), self._part(),
            painted=None if work is None else self._painted(work),
            finished=work is None or MASKS in (_choices(work.results, DONE) or (MASKS,)),
            suggested=self._suggested(),
        )  # fmt: skip

    def _documents(self, work: Work) -> dict[str, Document]:
        boxes: dict[str, list[Any]] = {BIBS: [], FACES: [], ELEMENTS: []}
        ids: dict[str, int] = {}
        for number, (own, group) in enumerate(_grouped(work.results).items()):
            drawn = next((one for one in group if "rectanglelabels" in _value(one)), None)
            if drawn is None:
                continue
            ids[own] = -1 - number
            try:
                dimension, box = self._box(drawn, group, ids[own])
            except Unfit as unfit:
                raise unfit.below(f"result {own:.80}") from unfit
            boxes[dimension].append(box)
        done = _choices(work.results, DONE)
        made: dict[str, Document] = {}
        for name, noun in ((BIBS, Bibs), (FACES, Faces)):
            if name in self.dimensions or boxes[name]:
                tags = tuple(_choices(work.results, TAGS[name]) or ())
                labelled = done is None or name in done
                if labelled or boxes[name] or tags:
                    made[name] = noun(tuple(boxes[name]), tags, labelled)
        if ELEMENTS in self.dimensions and (done is None or ELEMENTS in done or boxes[ELEMENTS]):
            labelled = done is None or ELEMENTS in done
            made[ELEMENTS] = Elements(tuple(boxes[ELEMENTS]), {}, labelled)
        pairs = [_pair(one, ids, boxes) for one in work.results if one.get("type") == "relation"]
        looked = LINKS in done if done is not None else bool(pairs)
        if looked or pairs:
            made[LINKS] = Links(tuple(pairs), looked)
        return made

    def _box(self, drawn: Result, group: Sequence[Result], own: int) -> tuple[str, Any]:
        area, label = _area(drawn), _first(_value(drawn)["rectanglelabels"])
        if ELEMENTS in self.dimensions:
            box = [area.x, area.y, area.x + area.w, area.y + area.h]
            meta = drawn.get("meta") if isinstance(drawn.get("meta"), dict) else {}
            named = _first(meta.get("text")) if meta else ""
            said = {"id": named or str(-own), "bbox": box, "type": label}
            words = _words(group, "text")
            return ELEMENTS, Element({**said, **({"text": words} if words else {})}, own)
        dimension = CALLED.get(label)
        if dimension is None:
            raise Unfit(f"{label!r:.60} is none of {', '.join(CALLED)}: rename it")
        scope = _first(_choices(group, SCOPE[dimension]) or ())
        if dimension == BIBS:
            return BIBS, Bib(area, _words(group, NUMBER), scope or "bib", own)
        tags = tuple(_choices(group, FACE_TAGS) or ())
        return FACES, Face(area, scope or "keep", _words(group, IDENTITY) or None, tags, own)

    def _seen(self) -> tuple[Seen, ...]:
        found: dict[tuple[str, str], list[Ghost]] = {}
        for work in self.task.predictions:
            version = work.model_version or ""
            for name in self._looked_for(work):
                found.setdefault((name, version), [])
            for own, group in _grouped(work.results).items():
                drawn = next((one for one in group if "rectanglelabels" in _value(one)), None)
                if drawn is None:
                    continue
                try:
                    dimension, ghost = self._ghost(drawn, group, work)
                except Unfit as unfit:
                    raise unfit.below(f"prediction {own:.80}") from unfit
                found.setdefault((dimension, version), []).append(ghost)
        return tuple(
            Seen(dimension, source_of(version), tuple(ghosts))
            for (dimension, version), ghosts in found.items()
        )

    def _looked_for(self, work: Work) -> list[str]:
        """The dimension of a prediction that found nothing, where there is one it can be."""
        boxed = [name for name in (BIBS, FACES, ELEMENTS) if name in self.dimensions]
        return boxed if len(boxed) == 1 and not work.results else []

    def _ghost(self, drawn: Result, group: Sequence[Result], work: Work) -> tuple[str, Ghost]:
        label = _first(_value(drawn)["rectanglelabels"])
        score = drawn.get("score", work.score)
        sure = number_of(score)
        area = _area(drawn)
        if ELEMENTS in self.dimensions:
            kind = None if label == "element" else label
            return ELEMENTS, Ghost(area, _words(group, "text") or None, kind, sure)
        if label not in CALLED:
            raise Unfit(f"{label!r:.60} is none of {', '.join(CALLED)}: rename it")
        dimension = CALLED[label]
        words = _words(group, NUMBER) or None
        return dimension, Ghost(area, words if dimension == BIBS else None, confidence=sure)

    def _painted(self, work: Work) -> tuple[Mask, Mask] | None:
        if MASKS not in self.dimensions or self.shape is None:
            return None
        drawn = regions(self.task.place, work, self.shape)
        others = {one.label for one in drawn} - {*PAINTED, ""}
        if others:
            label = sorted(others)[0]
            raise Unfit(f"{label!r:.60} is neither {' nor '.join(PAINTED)}: rename it")
        rles = {name: [one.rle for one in drawn if one.label == name] for name in PAINTED}
        foreground, background = (union(rles[name], self.shape) for name in PAINTED)
        if not rles[PAINTED[1]]:
            background = ~foreground
        return foreground, background & ~foreground

    def _suggested(self) -> tuple[Source, Mask] | None:
        if MASKS not in self.dimensions or self.shape is None or not self.task.predictions:
            return None
        work = max(reversed(self.task.predictions), key=lambda one: one.updated)
        drawn = [one.rle for one in regions(self.task.place, work, self.shape)]
        return source_of(work.model_version or ""), union(drawn, self.shape)

    def _part(self) -> Any:
        part = self.task.data.get("part", UNSAID)
        if part is not UNSAID and part is not None and part not in PARTS:
            raise Unfit(f"{part!r:.60} is no part; they are {', '.join(PARTS)}", ("data", "part"))
        return part


def photo_name(image: str) -> str:
    """The path of a picture below the folder of pictures, as far as its address tells it."""
    parts = urlsplit(image)
    served = parse_qs(parts.query).get("d")
    path = served[0] if served else unquote(parts.path if parts.scheme else image)
    name = path.replace("\\", "/").removeprefix("./")
    return name.removeprefix(f"{IMAGES}/") if served else file_name(image)


def source_of(version: str) -> Source:
    """Who suggested; the last word is the version where there are several."""
    found = VERSION.fullmatch(version)
    return Source(found[1], found[2]) if found else Source(version or None, None)


def _grouped(results: Sequence[Result]) -> dict[str, list[Result]]:
    groups: dict[str, list[Result]] = {}
    for result in results:
        if result.get("id"):
            groups.setdefault(spoken(result["id"]), []).append(result)
    return groups


def _pair(
    relation: Result, ids: Mapping[str, int], boxes: Mapping[str, Sequence[Any]]
) -> tuple[int, int]:
    """A bib and a face, whichever of them the arrow begins at."""
    ends = []
    for key in ("from_id", "to_id"):
        end = spoken(relation.get(key))
        if end not in ids:
            raise Unfit(f"there is no rectangle {end!r:.60}", ("relation", key))
        ends.append(ids[end])
    bibs = {box.id for box in boxes[BIBS]}
    bib, face = ends if ends[0] in bibs else reversed(ends)
    if bib not in bibs or face in bibs:
        raise Unfit("must join a bib and a face", ("relation",))
    return bib, face


def _area(drawn: Result) -> Area:
    value = _value(drawn)
    if (value.get("rotation") or 0) % 360:
        raise Unfit(f"is turned by {value['rotation']!r:.40}°: draw it upright")
    sides = []
    for key in SIDES:
        side = value.get(key)
        if isinstance(side, bool) or not isinstance(side, int | float):
            raise Unfit(f"must be a number, got {side!r:.60}", (key,))
        sides.append(side / 100)
    return Area(*sides)


def _value(result: Result) -> Mapping[str, Any]:
    value = result.get("value")
    return value if isinstance(value, dict) else {}


def _choices(results: Sequence[Result], name: str) -> list[str] | None:
    """What was chosen; ``None`` where nobody was asked."""
    for result in results:
        if result.get("from_name") == name:
            chosen = _value(result).get("choices", [])
            return [str(one) for one in chosen] if isinstance(chosen, list) else [str(chosen)]
    return None


def _words(group: Sequence[Result], name: str) -> str:
    for result in group:
        if result.get("from_name") == name:
            return _first(_value(result).get("text", ()))
    return ""


def _first(said: Any) -> str:
    if isinstance(said, str):
        return said
    return str(said[0]) if isinstance(said, list | tuple) and said else ""


def _text(said: Any) -> str | None:
    return said if isinstance(said, str) else None
