"""Several processes write to one set, and are killed: what was acknowledged is there.

``BRUSHWORK_ATTACK=all`` writes 2 × 1,000 edits and kills 100 times.
"""

import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from src.data.refsets import Conflict, ReferenceSet
from src.data.refsets.labels import Bib, Bibs, Document
from tests.attack.table import ALL
from tests.data.refsets.making import LOW, new_set

EDITS, KILLS = (1000, 100) if ALL else (60, 10)
PHOTOS = 5

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked here")


def writer(folder: Path, who: str, done: int, edits: int) -> int:
    """Forks a process that adds boxes, each with a number of its own, and notes each when kept."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        rng = random.Random(f"{who} {done}")  # noqa: S311
        refset = ReferenceSet.open(folder)
        shas = [photo.sha for photo in refset.photos()]
        notes = os.open(folder / f"{who}.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        for number in range(done, edits):
            _add(refset, rng.choice(shas), f"{who}-{number}-{os.getpid()}", who)
            os.write(notes, f"{number} {who}-{number}-{os.getpid()}\n".encode())
        code = 0
    finally:
        os._exit(code)


def _add(refset: ReferenceSet, sha: str, number: str, who: str) -> None:
    """One more bib; whoever came in between keeps his."""
    while True:
        labels = refset.labels(sha)
        before: Document | None = labels.documents["bibs"]
        boxes = before.boxes if isinstance(before, Bibs) else ()
        mine = Bibs((*boxes, Bib(LOW, number)))
        try:
            refset.save(sha, {"bibs": mine}, began=labels.revision, who=who)
            return
        except Conflict:
            continue


def acknowledged(folder: Path, who: str) -> list[str]:
    place = folder / f"{who}.txt"
    lines = place.read_text().splitlines() if place.exists() else []
    return [line.split()[1] for line in lines]


def refuse_faults(folder: Path, writers: tuple[str, ...], edits: int) -> None:
    with closing(sqlite3.connect(folder / "store.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    refset = ReferenceSet.open(folder)
    kept: Counter[str] = Counter()
    logged: Counter[str] = Counter()
    for photo in refset.photos():
        labels = refset.labels(photo.sha)
        document = labels.documents["bibs"]
        assert isinstance(document, Bibs)
        kept.update(box.number for box in document.boxes)
        rows = refset.log(photo.sha)
        assert [row.revision for row in rows] == list(range(1, labels.revision + 1))
        logged.update(box["number"] for box in rows[-1].new["boxes"])
    for who in writers:
        told = acknowledged(folder, who)
        assert len(told) == edits
        assert [number for number in told if kept[number] != 1] == []
    assert max(kept.values()) == 1
    assert kept == logged
    refset.close()


@pytest.mark.attack("edits of a reference set by two processes at once", kind="races")
def test_two_processes_lose_none_of_each_other_s_edits(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("tried", 2 * EDITS)
    folder = tmp_path / "set"
    new_set(folder, photos=PHOTOS).close()
    children = [writer(folder, who, 0, EDITS) for who in ("ann", "ben")]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    refuse_faults(folder, ("ann", "ben"), EDITS)


@pytest.mark.attack("processes that write to a reference set and are killed", kind="kills")
def test_no_acknowledged_edit_is_lost_when_writers_are_killed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("tried", KILLS)
    folder = tmp_path / "set"
    new_set(folder, photos=PHOTOS).close()
    rng = random.Random(7)  # noqa: S311
    kills = dict.fromkeys(("ann", "ben"), KILLS // 2)
    edits = max(EDITS // 2, KILLS * 2)
    running = {who: writer(folder, who, 0, edits) for who in kills}
    while any(kills.values()):
        who = rng.choice([name for name, left in kills.items() if left])
        time.sleep(rng.uniform(0, 0.06))
        os.kill(running[who], signal.SIGKILL)
        status = os.waitpid(running[who], 0)[1]
        kills[who] -= os.WIFSIGNALED(status)
        done = len(acknowledged(folder, who))
        if done == edits:  # it has written all there was: let it write more
            edits += EDITS
        running[who] = writer(folder, who, done, edits)
    for who, child in running.items():
        os.waitpid(child, 0)
        done = len(acknowledged(folder, who))
        if done < edits:
            os.waitpid(writer(folder, who, done, edits), 0)
    refuse_faults(folder, ("ann", "ben"), edits)
