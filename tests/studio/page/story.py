"""From photos that nobody labelled to the photos on which a worse setting is worse.

Rendered photos → suggestions → labelled in Chromium → frozen → run → declared the baseline → run
with a worse setting → REGRESSED → the inspector says which photos.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.refsets import About, ReferenceSet
from src.data.refsets.samples.taking import take_samples
from tests.data.refsets.making import RACE
from tests.studio.page.knowing import label
from tests.studio.page.person import Person

WORSE = ("detector.bibs.last=99", "gate=baseline")
"""A range of numbers that the race did not have."""
"""Numbers are looked for in a copy of the photo in which most are too small to be read."""
OPEN = "() => window.studio?.ready && !studio.opening"
SHOWN = "() => studio.shownSha"
ALL_DONE = "() => document.querySelector('.said').textContent.startsWith('All photos are done')"
GONE_ON = f"(sha) => !studio.opening && (studio.shownSha !== sha || ({ALL_DONE})())"
EFFORT = "() => ({ ...studio.effort.total })"
FROZEN = "v1"
SEED = 1
"""Of the configuration: photos that are made twice are the same."""

Door = Callable[..., tuple[int, str]]
"""Words of ``python -m`` to the code that it ends with, and what it prints."""
Look = Callable[[Person, str], None]
"""Is called where a page is worth a picture, with its name."""


@dataclass(frozen=True)
class Story:
    """What is told: how many photos of which size, found by which preset.

    Args:
        home: folder in which the set will lie.
        size: pixels of a photo, height and width.
        words: further ones of every run.
    """

    door: Door
    home: Path
    count: int
    size: tuple[int, int] = (1333, 2000)
    preset: str = "fast"
    words: tuple[str, ...] = ()
    look: Look | None = None

    @property
    def set(self) -> Path:
        """The reference set."""
        return self.home / "set"

    def suggested(self) -> str:
        """Photos are made and a detector suggests labels; what the door says."""
        height, width = self.size
        overrides = (f"dataset.count={self.count}", f"dataset.size=[{height},{width}]")
        words = [f"--override={one}" for one in (*overrides, f"preset={self.preset}")]
        places = ["--set", str(self.set), "--dimensions", ",".join(RACE), "--source", "synthetic"]
        photos = ["prepare", "--dataset", "race_synthetic", "--detector", "race"]
        return self._done("src.refset", *photos, *words, *places)

    def labelled(self, person: Person) -> dict[str, list[tuple[int, int]]]:
        """Every step is labelled where the page asks for it: keys and clicks of each photo."""
        took: dict[str, list[tuple[int, int]]] = {step: [] for step in RACE}
        with self._truth() as truth:
            for step in RACE:
                person.tab.goto(f"{person.studio.origin}/label/{step}")
                person.tab.wait_for_function(OPEN)
                while not person.tab.evaluate(ALL_DONE):
                    sha, before = person.tab.evaluate(SHOWN), person.tab.evaluate(EFFORT)
                    label(person, step, truth.labels(sha).documents)
                    after = person.keys("Enter").tab.evaluate(EFFORT)
                    took[step].append(
                        (after["keys"] - before["keys"], after["clicks"] - before["clicks"])
                    )
                    person.tab.wait_for_function(GONE_ON, arg=sha)
        return took

    def frozen(self, person: Person) -> str:
        """What the page says when the set is frozen."""
        tab = person.tab
        tab.goto(f"{person.studio.origin}/staging/")
        tab.get_by_label("Name of the frozen set").fill(FROZEN)
        tab.get_by_role("button", name="Freeze").click()
        person.hears(f"{FROZEN}: {self.count} photos frozen")
        self._look(person, "story_frozen")
        return str(tab.locator(".said").inner_text())

    def judged(self) -> tuple[int, str]:
        """The code and the words of a run that is worse than the one before, the baseline."""
        data = (f"dataset.root={self.set}", f"dataset.frozen={FROZEN}")
        words = ("src.run", "+experiment=race_photos", *data, f"preset={self.preset}", *self.words)
        self._done(*words)
        self._done("src.runs", "baseline")
        return self.door(*words, *WORSE)

    def inspected(self, person: Person) -> list[str]:
        """Names of the photos that the inspector shows as changed, the worst first."""
        tab, origin = person.tab, person.studio.origin
        worse, good = (one["id"] for one in person.studio.get("/api/runs")["runs"])
        for run in (worse, good):  # cards take a while to be read, and are kept
            person.studio.get(f"/api/runs/{run}")
        tab.goto(f"{origin}/runs/{worse}")
        tab.get_by_label("Compare with this run").fill(good)
        tab.get_by_role("button", name="Compare").click()
        tab.get_by_text(re.compile(r"\d+ photos differ")).wait_for()
        tab.locator("section.stage .mark").first.wait_for(state="attached")  # of the other run
        self._look(person, "story_regressed")
        lines: Sequence[str] = tab.locator(".photos li").all_inner_texts()
        return [line.split(" ", 1)[1].rsplit(" ", 1)[0] for line in lines]

    def _truth(self) -> ReferenceSet:
        """The same photos with what is really in them."""
        refset = ReferenceSet.create(self.home / "truth", About("truth", RACE, source="synthetic"))
        photos = RaceSynthetic(count=self.count, size=self.size, seed=SEED)
        take_samples(refset, photos.samples(), "dataset=race_synthetic")
        return refset

    def _look(self, person: Person, name: str) -> None:
        if self.look is not None:
            self.look(person, name)

    def _done(self, *words: str) -> str:
        code, said = self.door(*words)
        assert code == 0, said
        return said
