"""From photos that nobody labelled to the photos on which a worse setting is worse.

``python -m benchmarks.studio_story [--photos 50] [--preset fast] [--pictures]``: photos are drawn,
a detector suggests, somebody who knows the truth labels all in Chromium and freezes the set; the
run on it becomes the baseline, a worse setting is REGRESSED, and the inspector says where.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.studio import browser
from benchmarks.studio_contact_sheet import AGREED, WINDOW, keep
from src.data.refsets import ReferenceSet
from src.studio.asking import Studio
from tests.studio.asked import served
from tests.studio.page.person import Person
from tests.studio.page.story import Story

PATIENCE_MS = 120_000
FATES = ("accepted", "edited", "rejected", "missed")


def door(*words: str) -> tuple[int, str]:
    """A command in a process of its own."""
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def said(words: str, *wanted: str) -> None:
    """The lines of an output that tell something."""
    for line in words.splitlines():
        if any(word in line for word in wanted):
            print("   ", line.strip())


def main() -> None:
    """Tell the story, and how long each chapter took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=50)
    parser.add_argument("--preset", default="fast")
    parser.add_argument("--pictures", action="store_true", help="into docs/pictures")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        home = Path(folder)
        store = f"sqlite:///{home / 'mlflow.db'}"
        os.environ |= {"MLFLOW_TRACKING_URI": store, "BRUSHWORK_CACHE": str(home / "cache")}
        look = keep if given.pictures else None
        tell(Story(door, home, given.photos, preset=given.preset, look=look), store)


def tell(story: Story, store: str) -> None:
    """Chapter by chapter."""
    began = time.monotonic()

    def chapter(name: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {name}", flush=True)

    said(story.suggested(), "suggestions")
    chapter("suggested")
    with (
        ReferenceSet.open(story.set) as refset,
        served(Studio(refset, store)) as studio,
        browser() as chromium,
    ):
        context = chromium.new_context(viewport=WINDOW)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(AGREED)
        person = Person(context.new_page(), studio)
        for step, counts in story.labelled(person).items():
            keys, clicks = np.array(counts).T
            print(f"    {step}: {keys.mean():.1f} keys, {clicks.mean():.1f} clicks a photo")
        for step, fates in studio.get("/api/set")["ghosts"].items():
            counts = (
                f"{fates[name]} {name}" for name in ("accepted", "edited", "rejected", "missed")
            )
            print(f"    {step}: {fates['ghosts']} suggestions, {', '.join(counts)}")
        chapter("labelled")
        print("   ", story.frozen(person))
        chapter("frozen")
        code, words = story.judged()
        said(words, "REGRESSED", "IMPROVED", "NO CHANGE")
        chapter(f"run, and run again with a worse setting: exit code {code}")
        changed = story.inspected(person)
        print(f"    {len(changed)} photos changed, the worst: {', '.join(changed[:5])}")
        chapter("inspected")


if __name__ == "__main__":
    main()
