"""YOLO: a text file per picture, a line per box: class, middle and size in fractions."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import yaml

from src.core import InputError
from src.data.files.foreign import is_file, read_yaml
from src.data.files.inside import refuse_outside
from src.data.files.whole import write_whole
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.labels import Area, Bib, Bibs, Document, Element, Elements, Face, Faces
from src.data.refsets.preparing.photos import photo_files
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import BIB_SCOPES, BIBS, ELEMENTS, FACE_SCOPES, FACES, LINKS
from src.data.ui.yolo_labels import read_labels, refuse_layout

FILE, IMAGES, LABELS = "data.yaml", "images", "labels"
FACE_CLASSES: Mapping[str, str] = {
    scope: "face" if scope == "keep" else f"face_{scope}" for scope in FACE_SCOPES
}
CALLED: Mapping[str, tuple[str, str]] = {
    **{scope: (BIBS, scope) for scope in BIB_SCOPES},
    **{name: (FACES, scope) for scope, name in FACE_CLASSES.items()},
    "bibs": (BIBS, "bib"),
    "faces": (FACES, "keep"),
}
"""Name of a class to dimension and scope: YOLO knows nothing else of a box."""


def write_yolo(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write ``images/``, ``labels/`` and ``data.yaml``; tells how many photos are in it."""
    boxed = [name for name in (BIBS, FACES, ELEMENTS) if name in refset.dimensions]
    names = [*BIB_SCOPES] if BIBS in boxed else []
    names += FACE_CLASSES.values() if FACES in boxed else []
    classes = {name: number for number, name in enumerate(names)}
    count = 0
    for leaving in leavings:
        if not all(leaving.labelled.get(name) for name in boxed):
            # YOLO learns from a picture that nothing else is in it.
            losses.note("photos of which not all boxes are labelled")
            continue
        lines = [f"{classes.setdefault(name, len(classes))} {_spoken(area)}\n"
                 for name, area in _boxes(leaving, losses)]  # fmt: skip
        pictures.write(leaving)
        label = folder / LABELS / PurePosixPath(leaving.file).with_suffix(".txt")
        write_whole(label, "".join(lines).encode())
        count += 1
    said = {
        "path": ".",
        "train": IMAGES,
        "val": IMAGES,
        "names": {n: c for c, n in classes.items()},
    }
    write_whole(folder / FILE, yaml.safe_dump(said, sort_keys=False, allow_unicode=True).encode())
    return count


def _boxes(leaving: Leaving, losses: Losses) -> Iterator[tuple[str, Area]]:
    losses.note("suggestions", sum(len(look.ghosts) for look in leaving.looks.values()))
    losses.note("parts", int(leaving.photo.part is not None))
    for document in leaving.documents.values():
        if document.dimension == LINKS:
            losses.note("links", len(getattr(document, "pairs", ())))
        losses.note("tags of photos", len(getattr(document, "tags", ())))
        for box in getattr(document, "boxes", ()):
            if isinstance(box, Bib):
                losses.note("numbers", bool(box.number))
            elif isinstance(box, Face):
                losses.note("identities", box.identity is not None)
                losses.note("tags of faces", len(box.tags))
            else:
                losses.note("texts", bool(box.said.get("text")))
            if box.area is None:
                losses.note("boxes without coordinates")
                continue
            if isinstance(box, Element):
                yield box.said.get("type") or "element", box.area
            else:
                yield FACE_CLASSES.get(box.scope, box.scope), box.area


def _spoken(area: Area) -> str:
    values = (area.x + area.w / 2, area.y + area.h / 2, area.w, area.h)
    return " ".join(f"{value:.12g}" for value in values)


def read_yolo(path: Path, dimensions: tuple[str, ...]) -> Iterator[Coming]:
    """What the files of a folder say; a picture without a file of labels was not labelled."""
    home = path.parent if is_file(path) else path
    names = _names(home)
    home, files = photo_files(home)
    refuse_layout([_label_file(file, home) for file in files])
    for file in files:
        refuse_outside(file, home, str(home), "copy the photo itself there")
        label = _label_file(file, home)
        name = _name(file.relative_to(home))
        if is_file(label):
            yield Coming(str(label), name, file, documents=_documents(label, names, dimensions))
        else:
            yield Coming(str(file), name, file)


def _documents(
    label: Path, names: Mapping[int, str], dimensions: tuple[str, ...]
) -> dict[str, Document]:
    found: dict[str, list[Bib | Face | Element]] = {
        name: [] for name in (BIBS, FACES, ELEMENTS) if name in dimensions
    }
    for number, line in enumerate(read_labels(label)):
        x1, y1, x2, y2 = line.box()
        area = Area(x1, y1, x2 - x1, y2 - y1)
        name = names.get(line.kind, str(line.kind))
        if ELEMENTS in dimensions:
            said = {"id": str(number), "bbox": [x1, y1, x2, y2], "type": name}
            found[ELEMENTS].append(Element(said, -1 - number))
            continue
        if name not in CALLED:
            raise InputError(f"{line.place}: {name!r:.80} is none of {', '.join(CALLED)}: name it")
        dimension, scope = CALLED[name]
        noun = Bib if dimension == BIBS else Face
        found.setdefault(dimension, []).append(noun(area, scope=scope, id=-1 - number))
    nouns = {BIBS: Bibs, FACES: Faces, ELEMENTS: Elements}
    return {dimension: nouns[dimension](tuple(boxes)) for dimension, boxes in found.items()}


def _names(home: Path) -> dict[int, str]:
    file = home / FILE
    if not is_file(file):
        raise InputError(f"PATH: {home} has no {FILE}, which names the classes: add it")
    said = read_yaml(file, "correct it")
    names = said.get("names") if isinstance(said, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict) or not all(str(key).isdecimal() for key in names):
        raise InputError(f"{file}: names must be a list, or numbers with names, got {names!r:.80}")
    return {int(key): str(name) for key, name in names.items()}


def _label_file(image: Path, home: Path) -> Path:
    """In ``labels`` where the picture is in ``images``, else beside it."""
    parts = [*image.relative_to(home).with_suffix(".txt").parts]
    if IMAGES in parts[:-1]:
        at = len(parts) - 2 - parts[-2::-1].index(IMAGES)
        parts[at] = LABELS
    return home.joinpath(*parts)


def _name(path: Path) -> str:
    parts = path.parts[1:] if path.parts[0] == IMAGES else path.parts
    return PurePosixPath(*parts).as_posix()
