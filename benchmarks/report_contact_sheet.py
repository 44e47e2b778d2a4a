"""Pictures of our own pages for the documents: ``python -m benchmarks.report_contact_sheet``.

Takes the runs of ``python -m benchmarks.mlflow_contact_sheet``, recorded anew or those that
``--runs URI`` holds, and makes the pages of a taught run, of an evaluation, of a sweep and of a
plan, as far as there are such, by ``python -m src.runs report``.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.mlflow_contact_sheet import PICTURES, recorded
from benchmarks.studio import browser
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import has

WINDOW = {"width": 1200, "height": 900}
SETTLED_MS = 1500
HEIGHTS = {"learned": 925, "sweep": 925, "plan": 1170}
"""Pixels of a page that are kept: to where something ends."""


def shown_runs(archive: Archive) -> Iterator[tuple[str, PastRun, str]]:
    """What a picture is called, the run whose page it is of, and the heading at its top."""
    runs = archive.newest()
    alone = [run for run in runs if keys.PARENT not in run.tags]
    kinds = {
        "learned": [run for run in alone if run.name.startswith("quickstart-roots")],
        "gallery": [run for run in alone if run.name.startswith("nuclei_correctness")],
        "sweep": [run for run in alone if keys.SAMPLER in run.tags],
        "plan": [run for run in alone if has(archive, run, keys.table_file(keys.PLAN))],
    }
    tops = {"gallery": "h2:has-text('Every sample')"}
    yield from ((name, own[0], tops.get(name, "h1")) for name, own in kinds.items() if own)


def keep(tab: Any, name: str, page: Path, top: str) -> None:
    """What a window shows of a page that begins with a heading."""
    tab.goto(page.as_uri())
    tab.wait_for_timeout(SETTLED_MS)
    height = tab.evaluate("document.documentElement.scrollHeight")
    begin = max(tab.locator(top).first.bounding_box()["y"] - 24, 0)
    size = {"width": WINDOW["width"], "height": min(HEIGHTS.get(name, 900), height - begin)}
    path = PICTURES / f"report_{name}.png"
    tab.screenshot(path=str(path), full_page=True, clip={"x": 0, "y": begin, **size})
    print(f"{path} {path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Write all pictures."""
    with recorded(__doc__) as (place, uri), browser() as found:
        tab = found.new_context(viewport=WINDOW).new_page()
        for name, run, top in shown_runs(Archive(uri)):
            page = place / f"{name}.html"
            words = ["report", run.id, "--out", str(page), "--uri", uri]
            subprocess.run([sys.executable, "-m", "src.runs", *words], check=True)
            keep(tab, name, page, top)


if __name__ == "__main__":
    main()
