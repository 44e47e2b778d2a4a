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
from src.data.refsets.samples.taking import take_samples
from src.studio.asking import Studio
from tests.data.refsets.making import RACE
from tests.studio.asked import served
from tests.studio.page.knowing import label
from tests.studio.page.person import Person
from tests.studio.sets import race_set

PHOTOS = 20
WINDOW = {"width": 1400, "height": 900}
COUNTED = "() => ({ ...studio.effort.total })"


def truth_of(folder: Path) -> ReferenceSet:
    """The same photos with what is really in them."""
    refset = ReferenceSet.create(folder, About("truth", RACE, source="synthetic"))
    take_samples(refset, RaceSynthetic(count=PHOTOS, seed=0).samples(), "dataset=race_synthetic")
    return refset


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
                label(person, step, labels)
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
