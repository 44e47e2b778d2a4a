"""The one command: its doors, and what a shell may complete."""

from importlib import import_module

import pytest

from src.brushwork import DOORS, MODULES, completions


def test_a_shell_completes_doors_and_then_options_of_a_run() -> None:
    assert set(DOORS) <= set(completions([]))
    words = completions(["run"])
    assert {"+experiment=smoke", "detector=otsu", "+sweep=jitter"} <= set(words)
    assert completions(["predict"]) == []


@pytest.mark.parametrize("name", [name for name in DOORS if name not in ("studio", "grounding")])
def test_every_door_can_be_opened(name: str) -> None:
    door = import_module(f"src.{MODULES.get(name, name)}")
    assert callable(getattr(door, "app", None) or door.main)
