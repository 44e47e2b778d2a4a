"""Every fault of a set of screenshots in one pass, and what a person should look at."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.foreign import is_file
from src.data.files.hashes import Facts, HashCache
from src.data.ui.asking import ASK, Asking
from src.data.ui.conversion import in_pixels
from src.data.ui.dataset import read_screenshot
from src.data.ui.document import document_at, emptiness, header_faults, loaded
from src.data.ui.elements import Element, Screen
from src.data.ui.faults import sample_faults
from src.data.ui.findings import FAULT, WARNING, Finding
from src.data.ui.places import measured
from src.data.ui.records import ScreenshotRecord
from src.data.ui.seen_texts import TextReader, can_read
from src.data.ui.values import is_size

THIN = 5
"""Pixels; who clicks on something thinner misses it, and IoU says little of it."""

ROUNDED = 0.01
"""Pixels that a side may have lost to fractions of six digits."""


def validate(path: str | Path, texts: bool = True) -> list[Finding]:
    """What is wrong with ``annotations.json`` and its pictures, and what looks wrong.

    Args:
        path: the file, or the folder that holds it.
        texts: whether to look for the texts of elements on the screen, which takes seconds each.
    """
    file = document_at(path, "PATH")
    given = loaded(file)
    return [*_findings(given, file, texts)]


def exit_code(findings: Sequence[Finding]) -> int:
    """2 where a run would refuse the set; warnings alone are 0."""
    return 2 if any(finding.severity == FAULT for finding in findings) else 0


def _findings(given: Any, file: Path, texts: bool) -> Iterator[Finding]:
    header = [*header_faults(given, str(file))]
    yield from header
    samples = given.get("samples") if isinstance(given, dict) else None
    if not isinstance(samples, list):
        return
    yield from emptiness(given, str(file))
    reader = TextReader() if texts and can_read() else None
    pictures: dict[str, str] = {}
    unread, spoiled, asked = 0, bool(header), False
    with HashCache([file.parent]) as cache:
        for sample in samples:
            faults = [*sample_faults(sample, str(file))]
            yield from faults
            facts = yield from _picture(sample, file, cache)
            if facts is not None:
                yield from _twins(str(sample.get("id", "?")), facts.id, pictures, file)
            spoiled |= bool(faults) or facts is None
            if faults:
                continue
            record = ScreenshotRecord.read(sample)
            elements = [in_pixels(one, (record.height, record.width)) for one in record.elements]
            asked = asked or _is_asked(record, elements)
            yield from _shapes(record.id, elements, file)
            written = [one for one in elements if one.text and one.box is not None]
            if facts is not None and reader is not None and written:
                yield from _texts(record, written, reader, file)
            unread += len(written) if reader is None else 0
    if samples and not (spoiled or asked):
        saying = "no element can be clicked, and none has an instruction to ask by: add one"
        yield Finding("nothing to ask", saying, str(file))
    if unread and texts:
        saying = f"{unread} texts were not looked for on the screen: install the extra grounding"
        yield Finding("texts not checked", saying, str(file), severity=WARNING)


def _is_asked(record: ScreenshotRecord, elements: Sequence[Element]) -> bool:
    """Whether a run could ask for anything on a screenshot, by one way or another."""
    screen = Screen(record.id, None, (record.height, record.width), tuple(elements))
    return any(Asking(ask).questions(screen) for ask in ASK)


def _picture(sample: Any, file: Path, cache: HashCache) -> Any:
    """What is wrong with the picture of a sample; returns what is known of it where it is whole."""
    image = sample.get("image") if isinstance(sample, dict) else None
    if not isinstance(image, str) or not image:
        return None
    name = str(sample.get("id", "?"))
    place, path = f"{file}, sample {name!r}", file.parent / image
    declared = (sample.get("height"), sample.get("width"))
    if not all(map(is_size, declared)):
        declared = (None, None)  # of the wrong kind: that is said, and there is nothing to compare
    facts: Facts | None = None
    for kind, size in (("picture", None), ("width or height", declared)):
        try:
            facts = measured(path, file.parent, place, cache, size)
        except InputError as error:
            saying = str(error).removeprefix(f"{place}: ")
            yield Finding(kind if is_file(path) else "missing picture", saying, str(file), name)
            break
    return facts


def _twins(name: str, picture: str, seen: dict[str, str], file: Path) -> Iterator[Finding]:
    other = seen.setdefault(picture, name)
    if other != name:
        saying = f"its picture is the same as that of sample {other!r}: are both needed?"
        yield Finding("same picture", saying, str(file), name, severity=WARNING)


def _shapes(name: str, elements: Sequence[Element], file: Path) -> Iterator[Finding]:
    placed = [(one, one.box) for one in elements if one.box is not None]
    for one, box in placed:
        side = min(box[2] - box[0], box[3] - box[1])
        if side < THIN - ROUNDED:
            saying = f"is {side:.1f} px thin, less than {THIN} px: can anybody click on it?"
            yield Finding("thin target", saying, str(file), name, one.id, WARNING)
    for (first, box), (second, other) in combinations(placed, 2):
        if box == other and first.polygon == second.polygon:
            saying = f"has the same box as element {first.id!r}: is one of them meant?"
            yield Finding("same box", saying, str(file), name, second.id, WARNING)


def _texts(
    record: ScreenshotRecord, elements: Sequence[Element], reader: TextReader, file: Path
) -> Iterator[Finding]:
    pixels = read_screenshot(file.parent / record.image)
    texts = [(one.box, one.text) for one in elements if one.box is not None and one.text]
    for place in reader.missing(pixels, texts):
        saying = f"its text {texts[place][1]!r} cannot be read on the screen: is it there?"
        yield Finding("text not seen", saying, str(file), record.id, elements[place].id, WARNING)
