"""What 100,000 photos take in a reference set, half of them labelled: SQLite, and two ways of JSON.

Every step is a process of its own, so that its memory can be told. Seconds of computing are told
beside those that passed: they hardly change on a busy machine.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from src.data.files.whole import write_whole
from src.data.refsets import About, ReferenceSet
from src.data.refsets.documented.taking import take_files
from src.data.refsets.documented.writing import write_files
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.labels import Bibs
from src.data.refsets.preparing.scanning import rescan
from src.data.refsets.verifying import verify
from tests.data.refsets import origin

PHOTOS = int(os.environ.get("BRUSHWORK_PHOTOS", "100000"))
SAVES = 200
LIMITS = {
    "import of the JSON files": 60, "export of the JSON files": 60, "stats": 1, "page of 50": 0.02,
    "next incomplete": 0.02, "save, median": 0.02, "save, 95th percentile": 0.02,
    "freeze": 15,
}  # fmt: skip
"""Seconds that were asked for; of a freeze, seconds of computing."""

MEMORY = 500
"""MB that were asked for."""

TRUTH = ("bib_ground_truth.json", "face_ground_truth.json", "bib_face_links.json")


def said(what: str, seconds: float, computing: float | None = None) -> None:
    """One row, for the process that gathers them."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([what, seconds, seconds if computing is None else computing, peak]))


@contextmanager
def timed(what: str) -> Any:
    """Tell what the block took."""
    began, computed = time.perf_counter(), time.process_time()
    yield
    said(what, time.perf_counter() - began, time.process_time() - computed)


def each(what: str, call: Callable[[int], object], times: int) -> list[float]:
    """Seconds of every call; the medians are told."""
    passed, computing = [], []
    for number in range(times):
        began, computed = time.perf_counter(), time.process_time()
        call(number)
        passed.append(time.perf_counter() - began)
        computing.append(time.process_time() - computed)
    said(what, statistics.median(passed), statistics.median(computing))
    return passed


def make(home: Path) -> None:
    """The files of such a set, and objects in the place of photos."""
    labelled = PHOTOS // 2
    shape = origin.Shape(
        photos=PHOTOS, labelled=labelled, bibs=int(1.2 * labelled), faces=2 * labelled,
        links=labelled, empty_links=labelled // 6, people=500,
    )  # fmt: skip
    origin.write(home / "files", origin.generated(shape))


def take(home: Path) -> None:
    """Import."""
    about = About("100,000 photos", ("bibs", "faces", "links"), source="synthetic")
    refset = ReferenceSet.create(home / "set", about)
    with timed("import of the JSON files"):
        take_files(refset, home / "files")


def ask(home: Path) -> None:
    """Statistics, pages and saves."""
    refset = ReferenceSet.open(home / "set")
    with timed("stats, first"):
        refset.statistics()
    each("stats", lambda _: refset.statistics(), 5)
    rows = [number * PHOTOS // 50 for number in range(50)]
    each("page of 50", lambda n: refset.photos(after=rows[n]), 50)
    each("page of 50 that want work", lambda n: refset.photos(rows[n], state="unlabelled"), 50)
    each("next incomplete", lambda n: refset.next_incomplete(rows[n]), 50)
    photos = [photo.sha for photo in refset.photos(limit=SAVES)]

    def save(number: int) -> None:
        labels = refset.labels(photos[number])
        bibs = labels.documents["bibs"]
        boxes = bibs.boxes if isinstance(bibs, Bibs) else ()
        changed = Bibs(tuple(replace(box, number=f"{number}?") for box in boxes), ("dark_bib",))
        refset.save(photos[number], {"bibs": changed}, began=labels.revision)

    found = each("save, median", save, SAVES)
    said("save, 95th percentile", statistics.quantiles(found, n=20)[-1])


def give(home: Path) -> None:
    """Export."""
    refset = ReferenceSet.open(home / "set")
    with timed("export of the JSON files"), refset.database.reading() as connection:
        write_files(connection, home / "out")


def frost(home: Path) -> None:
    """Freeze what is complete, then all, then read every byte."""
    refset = ReferenceSet.open(home / "set")
    for number in range(PHOTOS):
        refset.objects.put(f"photo {number}".encode(), durable=False)
    rescan(refset)
    began, computed = time.perf_counter(), time.process_time()
    freeze(refset, "complete")
    seconds, computing = time.perf_counter() - began, time.process_time() - computed
    said("freeze", seconds, computing)
    with timed("freeze --all, its labels being there"):
        freeze(refset, "all", everything=True)
    with timed("verify all"):
        assert verify(refset, "all") == []


def one_file(home: Path) -> None:
    """A JSON file per dimension: statistics need all of them, a save writes one anew."""
    with timed("one file per dimension: stats"):
        truth = [json.loads((home / "files" / name).read_text())["photos"] for name in TRUTH]
        done = sum(sha in truth[1] and sha in truth[2] for sha in truth[0])
    assert done == PHOTOS // 2
    whole = {"version": 3, "photos": truth[0]}
    with timed("one file per dimension: save"):
        write_whole(home / "saved.json", json.dumps(whole).encode())


def many_files(home: Path) -> None:
    """A JSON file per photo: statistics open every one, a save writes one."""
    index = json.loads((home / "files" / "photo_index.json").read_text())
    truth = [json.loads((home / "files" / name).read_text())["photos"] for name in TRUTH]
    for sha in index:
        place = home / "photos" / sha[:2]
        place.mkdir(parents=True, exist_ok=True)
        entry = [part.get(sha) for part in truth]
        (place / f"{sha}.json").write_text(json.dumps(entry))
    del truth
    with timed("one file per photo: stats"):
        paths = (home / "photos").glob("*/*.json")
        done = sum(all(one is not None for one in json.loads(path.read_text())) for path in paths)
    assert done == PHOTOS // 2
    shas = sorted(index)[:SAVES]

    def save(number: int) -> None:
        path = home / "photos" / shas[number][:2] / f"{shas[number]}.json"
        entry = json.loads(path.read_text())
        write_whole(path, json.dumps(entry).encode())

    each("one file per photo: save", save, SAVES)


STEPS = (make, take, ask, give, frost, one_file, many_files)


def main() -> None:
    """One table."""
    print(f"{PHOTOS:,} photos, {PHOTOS // 2:,} labelled")
    print(f"{'':42}{'seconds':>10}{'computing':>11}{'peak MB':>9}{'asked for':>11}")
    with TemporaryDirectory() as folder:
        for step in STEPS:
            words = [sys.executable, "-m", "benchmarks.refset", step.__name__, folder]
            answer = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
            for line in answer.stdout.splitlines():
                what, seconds, computing, peak = json.loads(line)
                limit = f"{LIMITS[what]:g} s" if what in LIMITS else ""
                print(f"{what:42}{seconds:10.4f}{computing:11.4f}{peak:9.0f}{limit:>11}")
        size = sum(path.stat().st_size for path in (Path(folder) / "set").glob("store.db*"))
    print(f"the database takes {size / 2**20:.0f} MiB; {MEMORY} MB of memory were allowed")


if __name__ == "__main__":
    steps = {step.__name__: step for step in STEPS}
    steps[sys.argv[1]](Path(sys.argv[2])) if len(sys.argv) > 2 else main()
