"""Runs that are killed at any moment go on, and no number is lost or doubled.

``BRUSHWORK_ATTACK=all`` kills ``BRUSHWORK_KILLS`` times (120) in place of a few.
"""

import os
import time
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from src.tracking.record.claims import CLOSING, holder_of
from tests.attack.grounds import Grounds
from tests.attack.moments import (
    ANSWERED,
    COMMIT,
    KINDS,
    WRITE,
)
from tests.attack.table import ALL, whole

KILLS = int(os.environ.get("BRUSHWORK_KILLS", "120"))
SAMPLE = (("scored", COMMIT, 0.2), ("scored", WRITE, 0.5))
"""Scenario, kind of moment, and how much of a whole run's moments of this kind go before; a
killed teaching run is in tests/end_to_end/test_resume.py."""


def chosen() -> Iterator[tuple[str, str, float]]:
    """A few, or as many as asked for: kinds in turn, moments from one seed."""
    if not ALL:
        yield from SAMPLE
        return
    random = Random(1)  # noqa: S311 - it only chooses moments
    # The teaching run comes up in every second turn.
    scenarios = ("net", "forest", "net", "seeds", "net", "scored")
    turns = cycle(product(scenarios, KINDS))
    yield from ((*turn, random.random()) for turn in islice(turns, KILLS))


LINES = {"net": "a teaching run", "forest": "a run of trees", "seeds": "a run with several seeds"}


def line(name: str, kind: str) -> pytest.MarkDecorator:
    """To which line of the table a kill belongs."""
    where = "SQLite's writes" if kind == WRITE else LINES.get(name, "a run that scores")
    how = "inside" if kind == WRITE else "of"
    return pytest.mark.attack(f"kills {how} {where}, resumed", kind="kills")


def kills() -> Iterator[Any]:
    """With their lines."""
    yield from (pytest.param(*kill, marks=line(*kill[:2])) for kill in chosen())


RACES = pytest.mark.attack("races of processes for one run or folder", kind="races")


def left_overs(folder: Path) -> list[str]:
    """What nobody needs."""
    patterns = ("**/.artifact.uploading.*", "**/.creating-*", "temporary/brushwork-*")
    return [str(path) for pattern in patterns for path in folder.glob(pattern)]


def errors(said: str) -> list[str]:
    """The sentences by which a process refused."""
    return [line for line in said.splitlines() if line.startswith("error: ")]


@pytest.mark.parametrize(("name", "kind", "part"), [*kills()])
def test_a_killed_run_goes_on_and_nothing_is_lost_or_doubled(
    grounds: Grounds, name: str, kind: str, part: float
) -> None:
    ground = grounds.killed(name, kind, part)
    if ALL and part > 0.7:
        ground.resume(killed=(kind, 1 + int(part * 10)))
    if not ground.finished:
        ended = ground.resume()
        assert ended.code == 0, ended.said
    assert not grounds.faults(ground)
    cleaned = ground.run("clean", door="runs")
    assert cleaned.code == 0, cleaned.said
    assert not left_overs(ground.folder)


@RACES
@pytest.mark.parametrize("number", range(20 if ALL else 1))
def test_of_two_that_go_on_at_once_one_does(grounds: Grounds, number: int) -> None:
    name = ("scored", "forest")[number % 2]
    ground = grounds.killed(name, ANSWERED, 0.0 if name == "scored" else 0.5)
    (run,) = ground.runs
    meeting = ground.folder / "meeting"
    meeting.mkdir()
    both = [ground.start(f"resume={run.id}", meeting=meeting) for _ in range(2)]
    ended = sorted((child.wait() for child in both), key=lambda end: end.code)
    assert [end.code for end in ended] == [0, 2], "".join(end.said for end in ended)
    (sentence,) = errors(ended[1].said)
    assert "is still running, as process" in sentence or "is finished" in sentence
    assert "Traceback" not in ended[1].said
    assert not grounds.faults(ground)


@whole
@RACES
def test_cleaning_leaves_a_living_run_alone(grounds: Grounds) -> None:
    ground = grounds.killed("net", ANSWERED, 0.3)
    (run,) = ground.runs

    def works() -> bool:
        """Whether somebody goes on with it, and not only closes it."""
        holder = holder_of(ground.archive.client.get_run(run.id))
        return holder is not None and not holder.mark.startswith(CLOSING)

    going = ground.start(f"resume={run.id}")
    while not works():
        time.sleep(0.01)
    times = 0
    while works():
        cleaned = ground.run("clean", "--failed", "--yes", door="runs")
        assert (cleaned.code, "0 runs deleted" in cleaned.said) == (0, True), cleaned.said
        times += 1
    ended = going.wait()
    assert ended.code == 0, ended.said
    assert times > 0
    assert not grounds.faults(ground)
