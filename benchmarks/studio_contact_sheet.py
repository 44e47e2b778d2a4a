"""Pictures of the studio's pages for its document: ``python -m benchmarks.studio_contact_sheet``.

All photos are rendered. ``--runs URI`` adds the inspector on the newest run of race photos there.
"""

import argparse
import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from benchmarks.studio import browser
from src.data.refsets import About, ReferenceSet
from src.studio.asking import Studio
from src.tracking.store import DEFAULT_URI
from tests.studio.asked import Asker, served
from tests.studio.page.person import Person
from tests.studio.sets import race_set

PICTURES = Path("docs/pictures")
WINDOW = {"width": 1240, "height": 780}
COLOURS = 160
"""Of a picture in the document: it stays below 200 kB, and nobody sees the difference."""
AGREED = "location.host && localStorage.setItem('studio:record', 'yes')"


def keep(person: Person, name: str) -> None:
    """What the page shows, as a small PNG."""
    person.tab.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(person.tab.screenshot())).convert("RGB")
    path = PICTURES / f"studio_{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path} {path.stat().st_size / 1000:.0f} kB")


def steps(person: Person) -> None:
    """A photo in each step, and the pages around it."""
    shas = person.photos()
    sha = max(shas, key=lambda one: ghosts(person.studio, one))
    for one in [one for one in shas if one != sha][:4]:
        for step in ("bibs", "faces", "links"):
            person.opens(step, one).keys("a").saved().keys("Enter")
            person.tab.wait_for_function("(sha) => studio.shownSha !== sha", arg=one)
    person.opens("bibs", sha).keys("Tab")
    keep(person, "bibs")
    person.keys("Escape", "a").saved().keys("Alt+2").sees("faces", sha).keys("a").saved()
    person.keys("Tab", "s").types("Ann Example").keys("Enter").saved().keys("Tab", "m").saved()
    person.keys("Tab")
    person.tab.wait_for_timeout(1500)
    keep(person, "faces")
    person.keys("Escape", "Alt+3").sees("links", sha).keys("f").saved().keys("2")
    keep(person, "links")
    person.keys("?")
    keep(person, "keys")
    person.tab.goto(f"{person.studio.origin}/")
    person.tab.locator(".cards").wait_for()
    keep(person, "start")
    person.tab.goto(f"{person.studio.origin}/staging/")
    person.tab.locator("form").wait_for()
    keep(person, "staging")


def ghosts(studio: Asker, sha: str) -> int:
    """How many bibs are suggested."""
    return len(studio.get(f"/api/photos/{sha}/bibs")["ghosts"]["bibs"])


def painting(person: Person) -> None:
    """A mask with both colours."""
    person.opens("masks", person.photos()[0]).drags((0.2, 0.5), (0.3, 0.6), (0.25, 0.75), steps=12)
    person.keys("w").drags((0.05, 0.1), (0.5, 0.12), (0.9, 0.08), steps=12)
    person.keys("q").drags((0.7, 0.5), (0.72, 0.7), steps=8).saved()
    keep(person, "masks")


def inspecting(person: Person) -> None:
    """The worst photo of the newest run of race photos."""
    runs = person.studio.get("/api/runs")["runs"]
    run = next((one["id"] for one in runs if one["experiment"] == "race_photos"), None)
    if run is not None:
        person.tab.goto(f"{person.studio.origin}/runs/{run}")
        person.tab.locator(".marks .mark").first.wait_for(state="attached")
        keep(person, "inspector")


def main() -> None:
    """Write all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", default=DEFAULT_URI)
    given = parser.parse_args()
    about = About("rendered race", ("masks",), source="synthetic")
    with (
        TemporaryDirectory() as folder,
        browser() as found,
        race_set(Path(folder) / "race", 8) as race,
        ReferenceSet.create(Path(folder) / "masks", about) as masks,
    ):
        seated(found, Studio(race, given.runs), steps, inspecting)
        masks.add(race.content(race.photos(limit=1)[0].sha), "rendered.png")
        seated(found, Studio(masks), painting)


def seated(found: Any, studio: Studio, *works: Callable[[Person], None]) -> None:
    """Somebody before a studio for as long as the work takes."""
    with served(studio) as asker:
        context = found.new_context(viewport=WINDOW)
        context.add_init_script(AGREED)
        for work in works:
            work(Person(context.new_page(), asker))
        context.close()


if __name__ == "__main__":
    main()
