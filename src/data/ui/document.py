"""Reading and writing ``annotations.json``."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.finding import existing_folder, expanded
from src.data.files.foreign import is_file, read_json
from src.data.files.whole import write_whole
from src.data.ui.faults import boxes_of, sample_faults
from src.data.ui.findings import Finding
from src.data.ui.layouts import suspicion
from src.data.ui.place_faults import BOX_KINDS, UNIT
from src.data.ui.records import VERSION, Annotations

FILE = "annotations.json"
LAYOUT = "layout suspected"


def read_annotations(path: str | Path) -> Annotations:
    """The file as nouns; the first fault of it is an InputError.

    Args:
        path: the file, or the folder that holds it.
    """
    place = document_at(path)
    given = loaded(place)
    refuse_faults(given, str(place))
    return Annotations.read(given)


def write_annotations(path: str | Path, annotations: Annotations) -> Path:
    """Write the whole file or nothing; what cannot be read again is refused.

    Args:
        path: the file, or the folder that holds it.
    """
    place = Path(path).expanduser()
    place = place / FILE if place.suffix != ".json" else place
    given = annotations.as_json()
    refuse_faults(given, str(place))
    text = json.dumps(given, ensure_ascii=False, indent=1)
    write_whole(place, f"{text}\n".encode())
    return place


def document_at(path: str | Path, key: str = "dataset.root") -> Path:
    """The file that a user means by a path to it or to its folder."""
    place = expanded(path, key).absolute()
    if is_file(place) and str(path):
        return place
    folder = existing_folder(path, key)
    if not is_file(folder / FILE):
        raise InputError(f"{key}: {folder} has no {FILE}: give the folder of a set, or its file")
    return folder / FILE


def loaded(place: Path) -> Any:
    """The JSON of a file."""
    return read_json(place, "save it again")


def refuse_faults(given: Any, file: str) -> None:
    """Stop at the first fault of the file or of a sample."""
    refuse_header(given, file)
    for sample in given["samples"]:
        for finding in sample_faults(sample, file):
            raise finding.error


def refuse_header(given: Any, file: str) -> None:
    """Stop at what is wrong with the file as a whole, or with more than half of its boxes."""
    for finding in header_faults(given, file):
        if finding.kind == LAYOUT:
            every = (one for sample in given["samples"] for one in sample_faults(sample, file))
            first = next(one for one in every if one.kind in BOX_KINDS)
            raise InputError(f"{first}; {finding.saying}")
        raise finding.error


def samples_by_name(given: Any, file: str) -> dict[str, Any]:
    """The samples of a file that can be used as a whole; one without an id is known by its number.

    A sample is not looked at yet: it may lack anything, or be no object.
    """
    refuse_header(given, file)
    for finding in emptiness(given, file):
        raise finding.error
    return {_name(sample, number): sample for number, sample in enumerate(given["samples"])}


def emptiness(given: Any, file: str) -> Iterator[Finding]:
    """That there is nothing to read, which is no fault of a file that is still being filled."""
    if not given["samples"]:
        yield Finding("no samples", "has no samples, so there is nothing to read: add one", file)


def _name(sample: Any, number: int) -> str:
    has_id = isinstance(sample, Mapping) and "id" in sample
    return str(sample["id"]) if has_id else f"number {number}"


def document_faults(given: Any, file: str) -> Iterator[Finding]:
    """Every fault of the file, without a look at pictures; what spoils all comes first."""
    header = [*header_faults(given, file)]
    yield from header
    samples = given.get("samples") if isinstance(given, Mapping) else None
    for sample in samples if isinstance(samples, list) else ():
        yield from sample_faults(sample, file)


def header_faults(given: Any, file: str) -> Iterator[Finding]:
    """What is wrong with the file as a whole."""
    if not isinstance(given, Mapping):
        saying = "must hold an object with samples; dataset=ui_screenspot reads a list of tasks"
        yield Finding("not an object", saying, file)
        return
    if "samples" not in given and {"images", "annotations"} <= given.keys():
        yield Finding("missing key", "is in COCO's format: dataset=ui_coco reads it", file)
        return
    for key in ("version", "samples"):
        if key not in given:
            yield Finding("missing key", f"has no {key!r}: add it", file)
    version = given.get("version", VERSION)
    if version != VERSION:
        yield Finding("another version", f"has version {version!r}; {VERSION!r} is known", file)
    samples = given.get("samples", [])
    if not isinstance(samples, list):
        yield Finding("wrong value", f"samples must be a list, got {samples!r}", file)
        return
    names = [str(one.get("id")) for one in samples if isinstance(one, Mapping) and "id" in one]
    for name, count in Counter(names).items():
        if count > 1:
            yield Finding(
                "duplicate id", f"{count} samples have this id: give each its own", file, name
            )
    boxes = [(box, UNIT) for one in samples for box in boxes_of(one)]
    layout = suspicion(boxes, "xyxy")
    if layout:
        yield Finding(LAYOUT, f"{layout}: write x1, y1, x2, y2 in fractions", file)
