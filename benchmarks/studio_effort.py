"""Keys and clicks that twenty rendered photos take when suggestions are mostly right.

A scripted person who knows the truth accepts what is suggested, corrects numbers that were misread,
draws what nobody suggested and links who belongs together: ``python -m benchmarks.studio_effort``.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.studio import browser
from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.refsets import About, ReferenceSet
from src.data.refsets.matching import alike, overlaps
from src.data.refsets.samples.taking import take_samples
from src.studio.asking import Studio
from tests.data.refsets.making import RACE
from tests.studio.asked import served
from tests.studio.page.person import Person
from tests.studio.sets import race_set

PHOTOS = 20
WINDOW = {"width": 1400, "height": 900}
COUNTED = "() => ({ ...studio.effort.total })"
BOXES = "(dimension) => studio.store.boxes(dimension)"


def truth_of(folder: Path) -> ReferenceSet:
    """The same photos with what is really in them."""
    refset = ReferenceSet.create(folder, About("truth", RACE, source="synthetic"))
    take_samples(refset, RaceSynthetic(count=PHOTOS, seed=0).samples(), "dataset=race_synthetic")
    return refset


def label_boxes(person: Person, dimension: str, document: Any) -> None:
    """Accept all, then correct and draw what is missing."""
    person.keys("a")
    there = person.tab.evaluate(BOXES, dimension)
    pairs = dict(found(document, there))
    for place, box in enumerate(document.boxes):
        if place not in pairs:
            area = box.area
            person.keys("Escape").drags((area.x, area.y), (area.x + area.w, area.y + area.h))
            person.types(box.number if dimension == "bibs" else "").keys("Enter", "Escape")
        elif dimension == "bibs" and there[pairs[place]]["number"] != box.number:
            person.clicks(*middle(there[pairs[place]])).types(box.number).keys("Enter", "Escape")


def found(document: Any, there: list[dict[str, Any]]) -> Any:
    """Place of a true box and of the one that was accepted for it."""
    from src.data.refsets.labels import Area

    areas = [Area(box["x"], box["y"], box["w"], box["h"]) for box in there]
    return alike(overlaps([box.area for box in document.boxes], areas))


def middle(box: dict[str, Any]) -> tuple[float, float]:
    """Where to click."""
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2


def label_links(person: Person, labels: Any) -> None:
    """Accept what the linker proposes, then link the others by two clicks."""
    person.keys("a")
    kept = {name: person.tab.evaluate(BOXES, name) for name in ("bibs", "faces")}
    ids = {
        name: {true: kept[name][own]["id"] for true, own in found(labels[name], kept[name])}
        for name in kept
    }
    place = {name: {box.id: at for at, box in enumerate(labels[name].boxes)} for name in kept}
    proposed = {tuple(pair) for pair in person.tab.evaluate("studio.store.document('links').pairs")}
    for bib, face in labels["links"].pairs:
        pair = ids["bibs"][place["bibs"][bib]], ids["faces"][place["faces"][face]]
        if pair in proposed:
            continue
        for name, own in zip(("bibs", "faces"), pair, strict=True):
            person.clicks(*middle(next(box for box in kept[name] if box["id"] == own)))


def main() -> None:
    """Print what each step took."""
    with (
        TemporaryDirectory() as folder,
        truth_of(Path(folder) / "truth") as truth,
        race_set(Path(folder) / "race", PHOTOS) as refset,
        served(Studio(refset)) as asker,
        browser() as chromium,
    ):
        person = Person(chromium.new_page(viewport=WINDOW), asker)
        took: dict[str, list[tuple[int, int]]] = {}
        for step in RACE:
            for sha in person.photos():
                person.opens(step, sha)
                labels = truth.labels(sha).documents
                before = person.tab.evaluate(COUNTED)
                if step == "links":
                    label_links(person, labels)
                else:
                    label_boxes(person, step, labels[step])
                after = person.keys("Enter").tab.evaluate(COUNTED)
                person.saved()
                took.setdefault(step, []).append(
                    (after["keys"] - before["keys"], after["clicks"] - before["clicks"])
                )
        for step, counts in took.items():
            keys, clicks = np.array(counts).T
            plain = int(np.sum((keys <= 2) & (clicks == 0)))
            print(
                f"{step:<6} per photo {keys.mean():.1f} keys (at most {keys.max()}), "
                f"{clicks.mean():.1f} clicks (at most {clicks.max()}); "
                f"two keys and no click: {plain} of {len(keys)}"
            )
        right = sum(numbers(truth, sha) == numbers(refset, sha) for sha in person.photos())
        print(f"numbers as in the truth: {right} of {PHOTOS} photos")
        print(refset.statistics().states)


def numbers(refset: ReferenceSet, sha: str) -> list[str]:
    """All numbers of a photo."""
    document: Any = refset.labels(sha).documents["bibs"]
    return sorted(box.number for box in document.boxes)


if __name__ == "__main__":
    main()
