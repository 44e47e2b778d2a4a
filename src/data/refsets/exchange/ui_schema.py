"""``annotations.json`` 1.0: screenshots and their elements, in normalised corners."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.inside import refuse_outside
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.labels import Element, Elements, Unfit
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import ELEMENTS
from src.data.ui.document import document_at, read_annotations, write_annotations
from src.data.ui.records import Annotations, ElementRecord, ScreenshotRecord

IMAGES = "images"
OWN = ("image", "width", "height", "elements", "sha256", "labelled")
"""Keys of a screenshot that are no part of what its source says besides."""


def write_ui(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write the file and its pictures; tells how many screenshots are in it."""
    samples = []
    for leaving in leavings:
        document = leaving.documents.get(ELEMENTS)
        if not isinstance(document, Elements):
            losses.note("photos that nobody labelled")
            continue
        pictures.write(leaving)
        losses.note("suggestions", sum(len(look.ghosts) for look in leaving.looks.values()))
        losses.note("parts", int(leaving.photo.part is not None))
        samples.append(_sample(leaving, document))
    names = [sample.id for sample in samples]
    if len(set(names)) < len(names):
        twin = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two screenshots have the id {twin!r:.80}: give each its own")
    write_annotations(folder, Annotations(refset.about.title, tuple(samples)))
    return len(samples)


def _sample(leaving: Leaving, document: Elements) -> ScreenshotRecord:
    height, width = leaving.shape
    given: dict[str, Any] = {**document.about, "sha256": leaving.photo.sha}
    if document.labelled is not True:
        given["labelled"] = document.labelled
    return ScreenshotRecord(
        str(document.about.get("id") or leaving.photo.sha[:12]),
        f"{IMAGES}/{leaving.file}",
        width,
        height,
        tuple(ElementRecord.read(element.said) for element in document.elements),
        given,
    )


def read_ui(path: Path, _: tuple[str, ...]) -> Iterator[Coming]:
    """What the file says, screenshot by screenshot."""
    place = document_at(path, "PATH")
    for sample in read_annotations(place).samples:
        where = f"{place}, sample {sample.id:.80}"
        file = place.parent / sample.image
        refuse_outside(file, place.parent, where, "copy the screenshot there")
        about = {key: value for key, value in sample.given.items() if key not in OWN}
        try:
            elements = [
                Element(dict(one.given), -1 - number) for number, one in enumerate(sample.elements)
            ]
            labelled = sample.given.get("labelled", True)
            document = Elements(tuple(elements), about, labelled)
        except Unfit as unfit:
            raise InputError(f"{where}: {unfit}") from unfit
        yield Coming(
            where, sample.image.removeprefix(f"{IMAGES}/"), file, sample.given.get("sha256"),
            (sample.height, sample.width), {ELEMENTS: document},
        )  # fmt: skip
