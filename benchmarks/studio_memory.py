"""Memory of the studio's page while somebody labels and paints without an end.

``python -m benchmarks.studio_memory [--minutes 10]``: two tabs, one in which boxes and links are
accepted, moved, numbered and taken back, one in which strokes are. Twice a minute, after garbage is
collected, heap, nodes and listeners of both are told, and what their processes hold of the machine;
in the end by how much they grew from the second minute on.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.studio import WINDOW, browser
from src.studio.asking import Studio
from tests.studio.asked import served
from tests.studio.page.person import Person
from tests.studio.page.pictures import painted, race

PHOTOS = 12
"""Of each set: all are seen, and kept by the browser, before growth is counted."""
EVERY_SECONDS = 30
SETTLED_SECONDS = 120
"""Until then code is compiled and caches fill; growth is counted from here on."""
AGREED = "location.host && localStorage.setItem('studio:record', 'yes')"
COUNTED = {"nodes": "nodes", "listeners": "jsEventListeners"}
"""What is told of the page's tree, and how Chromium calls it."""


@dataclass(frozen=True)
class Look:
    """What both tabs hold at a time: name to number, memory in MB."""

    seconds: float
    held: dict[str, float]


def boxes(person: Person, sha: str) -> None:
    """One photo through three steps, with changes of mind."""
    person.opens_here("bibs", sha).keys("a", "Tab", "ArrowRight", "e", "Control+z").saved()
    person.keys("Escape").drags((0.4, 0.3), (0.5, 0.4)).types("12").keys("Enter", "Delete").saved()
    for step in ("faces", "links"):
        person.opens_here(step, sha).keys("a", "Control+z", "a").saved()


def strokes(person: Person, sha: str) -> None:
    """One photo painted, a stroke taken back."""
    person.opens_here("masks", sha).keys("q").drags((0.2, 0.2), (0.6, 0.4), (0.3, 0.7), steps=8)
    person.keys("w").drags((0.1, 0.8), (0.8, 0.9), steps=8).keys("Control+z").saved()


def looks(tabs: list[Any], found: Any, began: float) -> Look:
    """What is held now."""
    held = dict.fromkeys(("heap", *COUNTED), 0.0)
    for tab in tabs:
        session = tab.context.new_cdp_session(tab)
        session.send("HeapProfiler.collectGarbage")
        held["heap"] += session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        tree = session.send("Memory.getDOMCounters")
        for name, called in COUNTED.items():
            held[name] += tree[called]
        session.detach()
    held["resident"] = sum(resident(found)) / 1e6
    return Look(time.monotonic() - began, held)


def resident(found: Any) -> Iterator[int]:
    """Bytes that each process which shows pages has for itself; none where Linux does not tell."""
    session = found.new_browser_cdp_session()
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        own = Path(f"/proc/{process['id']}/smaps_rollup")
        if process["type"] == "renderer" and own.exists():
            fields = dict(line.split(":", 1) for line in own.read_text().splitlines()[1:])
            yield 1024 * sum(
                int(fields[name].split()[0]) for name in ("Private_Clean", "Private_Dirty")
            )
    session.detach()


def told(look: Look, done: int) -> str:
    """One line of figures."""
    held = look.held
    return (
        f"{look.seconds / 60:5.1f} min {done:5} photos   heap {held['heap']:5.2f} MB, "
        f"{held['nodes']:.0f} nodes, {held['listeners']:.0f} listeners, "
        f"processes {held['resident']:.0f} MB"
    )


def growth(taken: list[Look]) -> Iterator[str]:
    """By how much each number changes in a minute, and over all of the time that counts."""
    counted = [look for look in taken if look.seconds >= SETTLED_SECONDS]
    if len(counted) < 3:
        yield "too short to tell what grows"
        return
    minutes = np.array([look.seconds for look in counted]) / 60
    for name in counted[0].held:
        values = np.array([look.held[name] for look in counted])
        slope = float(np.polyfit(minutes, values, 1)[0])
        yield (
            f"{name:<10} {values[0]:9.2f} after {minutes[0]:.1f} min, {values[-1]:9.2f} after "
            f"{minutes[-1]:.1f}; {slope:+.3f} a minute, {values.min():.2f} to {values.max():.2f}"
        )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, browser() as found, ExitStack() as open_until_the_end:
        people, works = [], []
        for make, work in ((race, boxes), (painted, strokes)):
            refset = open_until_the_end.enter_context(make(Path(folder) / make.__name__, PHOTOS))
            studio = open_until_the_end.enter_context(served(Studio(refset)))
            context = found.new_context(viewport=WINDOW)
            context.add_init_script(AGREED)
            people.append(Person(context.new_page(), studio))
            works.append((work, people[-1], cycle(people[-1].photos())))
            people[-1].opens(refset.dimensions[0], people[-1].photos()[0])
        began, taken, done = time.monotonic(), [], 0
        while not taken or taken[-1].seconds < 60 * given.minutes:
            for work, person, photos in works:
                work(person, next(photos))
                done += 1
            if not taken or time.monotonic() - began > taken[-1].seconds + EVERY_SECONDS:
                taken.append(looks([person.tab for person in people], found, began))
                print(told(taken[-1], done), flush=True)
        print(*growth(taken), sep="\n")


if __name__ == "__main__":
    main()
