"""The tree, composed outside a run."""

import pytest

from src.composing.clocks import chosen_clock, known_clocks
from src.composing.conf import composed, options
from src.core import InputError


def test_overrides_are_hydras() -> None:
    config = composed(["+experiment=smoke", "dataset.count=3"])
    assert (config.dataset.count, config.scorer._target_) == (3, "src.scoring.pixels.Pixels")


@pytest.mark.parametrize(
    ("override", "named"),
    [
        ("dataset=absent", "dataset/absent"),
        ("dataset.absent=1", "dataset.absent"),
        ("+experiment=absent", "experiment/absent"),
        ("a=b=[", "a=b=["),
        ("gate=null", "group"),
        ("=", "="),
    ],
)
def test_what_hydra_refuses_is_one_sentence(override: str, named: str) -> None:
    with pytest.raises(InputError) as said:
        composed([override])
    assert named in str(said.value)
    assert "\n" not in str(said.value)


def test_the_options_of_a_group_are_its_files() -> None:
    assert options("clock") == known_clocks() == ["klm", "seed", "steering", "stopwatch"]
    assert options("absent") == []


def test_a_clock_is_chosen_with_its_settings() -> None:
    name, clock = chosen_clock(["clock=klm", "clock.mental_seconds=2"])
    assert (name, clock.mental_seconds) == ("klm", 2)  # type: ignore[attr-defined]


def test_a_clock_below_another_is_chosen_too() -> None:
    name, clock = chosen_clock(["clock=stopwatch", "clock@clock.base=klm"])
    assert (name, type(clock.base).__name__) == ("stopwatch", "KeystrokeLevelClock")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ([], "Choose one clock=NAME of klm, seed, steering, stopwatch; given: none"),
        (["clock=sun"], "Choose one clock=NAME of klm, seed, steering, stopwatch; given: sun"),
        (["clock=klm", "seed=3"], "'seed=3' is no setting of a clock: write clock.KEY=VALUE"),
        (["clock=klm", "clock.mental_seconds=abc"], "clock.mental_seconds must be a number"),
        (["clock=klm", "clock.mental_seconds=-1"], "clock.mental_seconds must be finite"),
        (["clock=klm", "clock.metal_seconds=1"], "Could not override 'clock.metal_seconds'."),
    ],
)
def test_a_clock_that_cannot_be_had_is_told(overrides: list[str], sentence: str) -> None:
    with pytest.raises(InputError) as said:
        chosen_clock(overrides)
    assert str(said.value).startswith(sentence)
