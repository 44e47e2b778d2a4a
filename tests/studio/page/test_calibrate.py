"""The task of ``/calibrate``, done by a real pointer and real keys."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from src.calibrating.reading import read_recordings
from src.calibrating.task import task
from src.studio.asking import Studio
from tests.studio.asked import served
from tests.studio.page.person import Person

Sits = Callable[..., Person]

ITEM = "() => ({ at: studio.at, tool: studio.tool, radius: studio.radius, ...studio.item })"
WIDE, HIGH = 1000, 640


def way(item: dict[str, Any]) -> list[tuple[float, float]]:
    """Points to drag through."""
    numbers = item["numbers"]
    if item["kind"] == "straight":
        _, x1, y1, x2, y2 = numbers
        return [(x1 + 1 + (x2 - x1) * i / 8, y1 + (y2 - y1) * i / 8) for i in range(9)]
    _, x, y, radius = numbers
    turns = [2 * math.pi * 1.02 * i / 24 for i in range(25)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def do(person: Person, item: dict[str, Any]) -> None:
    """What the item asks for."""
    kind, numbers = item["kind"], item["numbers"]
    if kind == "rest":
        person.tab.click("text=Go on")
    elif kind in ("straight", "round"):
        person.drags(*[(x / WIDE, y / HIGH) for x, y in way(item)], steps=2)
    elif kind == "nothing":
        person.keys("n")
    else:
        if kind == "tool" and item["tool"] != ("foreground", "background")[numbers[3]]:
            person.keys("qw"[numbers[3]])
        if kind == "tool" and item["radius"] != numbers[4]:
            person.keys("[" if numbers[4] == 6 else "]")
        person.clicks(numbers[1] / WIDE, numbers[2] / HIGH)


def test_whole_task_is_done_and_fitted(
    tmp_path: Path, sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fewer = {"TUNNEL_ROUNDS": 1, "TARGET_ROUNDS": 1, "SWITCHES": 4, "LOOKS": 4}
    for name, count in fewer.items():
        monkeypatch.setattr(f"src.calibrating.task.{name}", count)
    with served(Studio()) as asker:
        person = sits(asker)
        person.tab.goto(f"{asker.origin}/calibrate")
        person.tab.click("text=Begin")
        count = len(task()["items"])
        for at in range(count):
            item = person.tab.evaluate(ITEM)
            assert item["at"] == at, item
            do(person, item)
        person.tab.wait_for_selector("table.fits", timeout=60_000)
        shown = person.tab.inner_text("table.fits")
    (evidence,) = read_recordings([tmp_path / "calibrations"])
    assert len(evidence.strokes) == 8
    assert {stroke.width for stroke in evidence.strokes} == {8, 16, 32, 64}
    assert len(evidence.skips) == 4
    assert sum(leg.switched for leg in evidence.legs) >= 4
    assert "jitter_rate" in shown
    assert "steering_slope" in shown
