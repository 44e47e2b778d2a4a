"""What the studio's server takes on 100,000 photos, half of them labelled, all with suggestions.

Milliseconds of computing, server and client together, are told beside those that passed: they
hardly change on a busy machine.
"""

import http.client
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.refset import PHOTOS, make
from src.data.refsets import About, ReferenceSet
from src.data.refsets.documented.taking import take_files
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Area
from src.studio.asking import Studio
from tests.studio.asked import served

TIMES = 40
LIMITS = {"page": 0.1, "save": 0.05}
"""Seconds that were asked for."""

PAGES = {
    "page of 50": "",
    "page of 50, step to do": "&step=bibs&state=todo",
    "page of 50, step done": "&step=bibs&state=done",
    "page of 50, unlabelled": "&state=unlabelled",
    "page of 50, a tag": "&tag=dark_bib",
    "page of 50, a tag that nobody gave": "&tag=other_banners",
    "page of 50, part": "&part=iteration",
    "page of 50, score below 0.5": "&step=bibs&score_below=0.5",
    "page of 50, score below 0, none is": "&step=bibs&score_below=0",
    "page of 50, disagreement": "&step=bibs&disagree=1",
}


def filled(home: Path) -> ReferenceSet:
    """Such a set; the labels came as files do."""
    make(home)
    about = About("100,000 photos", ("bibs", "faces", "links"), source="synthetic")
    refset = ReferenceSet.create(home / "set", about)
    take_files(refset, home / "files")
    source, area = Source("ocr", "1"), Area(0.4, 0.4, 0.1, 0.1)
    shas = [photo.sha for photo in refset.photos(limit=PHOTOS)]
    with refset.batch() as batch:
        for number, sha in enumerate(shas):
            ghosts = [Ghost(area, "621", confidence=number % 100 / 100)]
            batch.suggest(sha, "bibs", source, ghosts)
    return refset


def told(what: str, call: Callable[[int], object], limit: float | None = None) -> None:
    """The median and the slowest of many calls, and the median of computing."""
    passed, computing = [], []
    for number in range(TIMES):
        began, computed = time.perf_counter(), time.process_time()
        call(number)
        passed.append(1000 * (time.perf_counter() - began))
        computing.append(1000 * (time.process_time() - computed))
    medians = f"{statistics.median(passed):8.1f} {max(passed):8.1f}"
    asked = "" if limit is None else f"   asked for: {1000 * limit:.0f}"
    print(f"{what:40s} {medians} {statistics.median(computing):8.1f}{asked}")


def main() -> None:
    """Every question, through a real server, on one connection."""
    with TemporaryDirectory() as folder:
        refset = filled(Path(folder))
        shas = [photo.sha for photo in refset.photos(after=PHOTOS // 2, limit=TIMES)]
        with served(Studio(refset)) as asker:
            line = http.client.HTTPConnection(asker.address.host, asker.address.port)
            headers = {"Content-Type": "application/json", "Origin": asker.origin}

            def ask(method: str, path: str, said: object = None) -> dict[str, object]:
                body = None if said is None else json.dumps(said)
                line.request(method, path, body, headers)
                answer = line.getresponse()
                content = answer.read()
                assert answer.status == 200, content
                return dict(json.loads(content))

            def save(number: int) -> None:
                place = f"/api/photos/{shas[number]}/bibs"
                box = {"x": 0.1, "y": 0.1, "w": 0.1, "h": 0.1, "number": "7", "id": -1}
                said = {"revision": ask("GET", place)["revision"], "documents": {}}
                ask("PUT", place, {**said, "documents": {"bibs": {"boxes": [box]}}})

            print(f"{PHOTOS} photos; ms: median and slowest of {TIMES}, median of computing")
            for what, question in PAGES.items():
                starts = [number * PHOTOS // TIMES for number in range(TIMES)]

                def page(number: int, question: str = question, starts: list[int] = starts) -> None:
                    ask("GET", f"/api/photos?after={starts[number]}{question}")

                told(what, page, LIMITS["page"])
            told("next to do", lambda n: ask("GET", f"/api/next?step=bibs&after={shas[n]}"))
            told("beside", lambda n: ask("GET", f"/api/beside?sha={shas[n]}"))
            told("labels of a photo", lambda n: ask("GET", f"/api/photos/{shas[n]}/bibs"))
            told("labels and a save", save, LIMITS["save"])
            told("the set", lambda _: ask("GET", "/api/set"))
            told("staging", lambda _: ask("GET", "/api/staging"))
            line.close()
        refset.close()


if __name__ == "__main__":
    main()
