"""The keys of a run that belong to no group."""

from dataclasses import fields
from math import inf, nan
from typing import Any

import pytest
from omegaconf import DictConfig, OmegaConf

from src.composing.conf import composed
from src.composing.settings import Playback, Settings, check_settings
from src.composing.trusted import GROUPS
from src.core import InputError

WRONG: list[Any] = [
    "abc",
    None,
    -1,
    inf,
    nan,
    [],
    {},
    True,
    "x" * 10_000,
    0,
    0.5,
    2**70,
    "???",
    ["a", 1],
    "",
]

ACCEPTED: list[tuple[str, Any]] = [
    *(
        (key, None)
        for key in (
            *("seeds", "each", "objective", "start", "trial", "resume", "checkpoint", "threads"),
            "note",
        )
    ),
    *((key, "abc") for key in ("objective", "start", "resume", "sessions", "checkpoint", "note")),
    *((key, "") for key in ("objective", "start", "resume", "checkpoint")),
    *((key, 0) for key in ("seed", "pictures", "trial")),
    *((key, {}) for key in ("servers", "page")),
    *((f"playback.{key}", 0) for key in ("images", "seconds", "frames")),
    *((f"playback.{key}", 0.5) for key in ("fps", "seconds", "frames")),
]
"""Where some of them are right."""


@pytest.fixture(scope="module")
def config() -> DictConfig:
    return composed([])


def keys() -> list[str]:
    own = [field.name for field in fields(Settings)]
    return [*own, *(f"playback.{field.name}" for field in fields(Playback))]


def test_every_key_of_the_tree_is_known(config: DictConfig) -> None:
    assert {str(key) for key in config} - set(GROUPS) <= {field.name for field in fields(Settings)}
    assert set(config.playback) == {field.name for field in fields(Playback)}


@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("key", keys())
def test_a_wrong_value_is_one_sentence_with_its_key(
    config: DictConfig, key: str, value: Any
) -> None:
    changed = config.copy()
    OmegaConf.update(changed, key, value, force_add=True, merge=False)
    if (key, value) in ACCEPTED:
        check_settings(changed)
        return
    with pytest.raises(InputError, match=key) as said:
        check_settings(changed)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seeds": [1, 1]}, "seeds must be different whole numbers such as [1,2,3], got [1, 1]"),
        ({"seeds": [1, -2]}, "seeds[1] must be a whole number, at least 0"),
        ({"checkpoint": "???"}, "set checkpoint: it has no default"),
        ({"seed": 2**32}, "seed must be a whole number, at least 0 and below 4294967296"),
        ({"split": "tests"}, "split must be one of all, train, val, test, got 'tests'"),
        ({"playback": {"fps": 6}}, "set playback.images: it has no default"),
        ({"on_detector_error": "skip"}, "on_detector_error must be one of stop, count"),
        ({"start": "${oc.env:NOT_SET_ANYWHERE}"}, "start: "),
    ],
)
def test_what_is_said(config: DictConfig, changes: dict[str, Any], sentence: str) -> None:
    changed = config.copy()
    for key, value in changes.items():
        OmegaConf.update(changed, key, value, force_add=True, merge=False)
    with pytest.raises(InputError) as said:
        check_settings(changed)
    assert str(said.value).startswith(sentence)
    assert "\n" not in str(said.value)


def test_an_unknown_key_of_playback_has_near_names(config: DictConfig) -> None:
    changed = config.copy()
    OmegaConf.update(changed, "playback.frame", 3, force_add=True)
    with pytest.raises(InputError, match=r"^playback\.frame is no .*did you mean frames"):
        check_settings(changed)


def test_keys_that_an_experiment_adds_are_its_own(config: DictConfig) -> None:
    changed = config.copy()
    OmegaConf.update(changed, "question", {"deep": [None]}, force_add=True)
    check_settings(changed)


def test_a_key_that_is_not_there_is_asked_for(config: DictConfig) -> None:
    changed = OmegaConf.create({str(key): config._get_node(key) for key in config if key != "seed"})
    with pytest.raises(InputError, match=r"^set seed: it has no default$"):
        check_settings(changed)
