"""Which targets came, went or moved between two versions of a set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from src.data.ui.conversion import in_pixels
from src.data.ui.document import document_at, read_annotations
from src.data.ui.elements import Element
from src.data.ui.records import ScreenshotRecord
from src.geometry.boxes import iou

KINDS = ("came", "went", "renamed", "moved", "changed")

STILL = 0.01
"""Pixels by which a box may differ and has not moved: fractions are written with six digits."""


@dataclass(frozen=True)
class Change:
    """What became of one target, or of a whole screenshot.

    Args:
        kind: one of ``KINDS``.
        element: id in the new version, or in the old one where it went; empty for a screenshot.
    """

    kind: str
    sample: str
    element: str
    saying: str

    def __str__(self) -> str:
        place = f"{self.sample}, {self.element}" if self.element else self.sample
        return f"{self.kind}: {place}: {self.saying}"


def diff(old: str | Path, new: str | Path) -> list[Change]:
    """The changes from one ``annotations.json`` to another, in the order of the new one."""
    before, after = (_samples(path, key) for path, key in ((old, "OLD"), (new, "NEW")))
    return [*_changes(before, after)]


@dataclass(frozen=True)
class _Sample:
    record: ScreenshotRecord
    image: Path


def _samples(path: str | Path, key: str) -> dict[str, _Sample]:
    file = document_at(path, key)
    records = read_annotations(file).samples
    return {one.id: _Sample(one, file.parent / Path(one.image).expanduser()) for one in records}


def _changes(before: Mapping[str, _Sample], after: Mapping[str, _Sample]) -> Iterator[Change]:
    for name, sample in after.items():
        count = f"with {len(sample.record.elements)} targets"
        if name not in before:
            yield Change("came", name, "", f"a screenshot {count}")
        else:
            yield from _sample_changes(before[name], sample)
    for name, sample in before.items():
        if name not in after:
            yield Change(
                "went", name, "", f"a screenshot with {len(sample.record.elements)} targets"
            )


def _sample_changes(before: _Sample, after: _Sample) -> Iterator[Change]:
    name = after.record.id
    if _other_pixels(before, after):
        yield Change("changed", name, "", "has another picture")
    old, new = _elements(before.record), _elements(after.record)
    gone = [one for key, one in old.items() if key not in new]
    for key, element in new.items():
        if key in old:
            yield from _element_changes(name, old[key], element)
            continue
        twin = next((one for one in gone if element.box and _still(one, element)), None)
        if twin is None:
            yield Change("came", name, key, _words(element))
        else:
            gone.remove(twin)
            yield Change("renamed", name, key, f"was called {twin.id!r}")
    for element in gone:
        yield Change("went", name, element.id, _words(element))


def _element_changes(name: str, old: Element, new: Element) -> Iterator[Change]:
    if not _still(old, new):
        yield Change("moved", name, new.id, _way(old, new))
    for key in ("text", "type", "level", "instruction", "refined_instruction", "scored"):
        was, now = getattr(old, key), getattr(new, key)
        if (was or "") != (now or ""):
            yield Change("changed", name, new.id, f"{key} was {was!r} and is {now!r}")
    if (old.click is None) != (new.click is None) or (
        old.click and new.click and _apart(old.click, new.click) > STILL
    ):
        yield Change("changed", name, new.id, f"click_point was {old.click} and is {new.click}")


def _way(old: Element, new: Element) -> str:
    if old.box is None or new.box is None:
        return f"was a {old.box_type} and is a {new.box_type}"
    overlap = float(iou([old.box], [new.box])[0, 0])
    boxes = [f"[{', '.join(f'{value:.1f}' for value in box)}]" for box in (old.box, new.box)]
    return f"from {boxes[0]} to {boxes[1]} px, IoU {overlap:.2f}"


def _still(old: Element, new: Element) -> bool:
    """Whether two elements are in the same place, by box and by polygon."""
    if old.box_type != new.box_type:
        return False
    first, second = _numbers(old), _numbers(new)
    return len(first) == len(second) and _apart(first, second) <= STILL


def _numbers(element: Element) -> list[float]:
    return [*(element.box or ()), *(value for one in element.polygon or () for value in one)]


def _apart(first: Sequence[float], second: Sequence[float]) -> float:
    return max((abs(one - two) for one, two in zip(first, second, strict=True)), default=0.0)


def _other_pixels(before: _Sample, after: _Sample) -> bool:
    """Whether both pictures are at hand and differ; a missing one is for ``validate`` to tell."""
    images = before.image, after.image
    if images[0] == images[1] or not all(image.is_file() for image in images):
        return False
    return images[0].read_bytes() != images[1].read_bytes()


def _elements(record: ScreenshotRecord) -> dict[str, Element]:
    shape = record.height, record.width
    return {one.id: in_pixels(one, shape) for one in record.elements}


def _words(element: Element) -> str:
    """What a person may know a target by."""
    said = element.instruction or element.text or element.type
    kind = "a refusal" if element.box is None else f"a {element.box_type}"
    return f"{kind}, {said!r}" if said else kind
