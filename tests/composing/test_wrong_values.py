"""No value of any key of any option is a traceback: an object, or one sentence with the key."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hydra import compose, initialize_config_dir

from src.composing.builder import build, build_node
from src.composing.conf import CONF, composed
from src.composing.plain import plain, plain_of
from src.composing.trusted import GROUPS, PRUNERS, SAMPLERS
from src.core import InputError
from tests.composing.world import OVERRIDES, make_world

WRONG: list[Any] = [
    "abc", None, True, [], {}, [[]], {"a": 1}, -1, 0, 0.5, 1e-300, 2**40, 2**70, 1e300, inf, -inf,
    nan, "", "x" * 300, "x" * 10_000, "a\0b", "*", "~", "???", {"_target_": "os.system"},
]  # fmt: skip
"""Tried at every key; some are right at some keys, and then an object comes of them."""

LONGEST = 800
"""Characters of a sentence; some repeat the value."""

PARTS = ("client", "embedder", "hand", "linker", "planner", "prediction")
"""Groups that no run has by itself: they are parts of parts."""

Counting = Callable[[str, object], None]
ATTACK = pytest.mark.attack("values of configuration keys, built", kind="inputs")

OPTIONS = [
    f"{group}={file.stem}" for group in GROUPS for file in sorted(CONF.glob(f"{group}/*.yaml"))
]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    make_world(folder)
    return folder


def paths(described: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every key, of lists and of mappings as well."""
    if isinstance(described, dict):
        for name, value in described.items():
            yield (*above, name)
            yield from paths(value, (*above, name))


def with_value(described: Any, path: tuple[str, ...], value: Any) -> Any:
    """A copy with another value at one key."""
    changed = deepcopy(described)
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return changed


def outcome(make: Callable[[], Any]) -> str:
    """What is said of a part, nothing where it is built."""
    try:
        make()
    except InputError as error:
        return str(error)
    return ""


def argument(described: Any, path: tuple[str, ...]) -> str:
    """The argument that a key belongs to: a mapping is judged as a whole."""
    name = path[0]
    for above in path:
        if not isinstance(described, dict):
            break
        name = above if "_target_" in described else name
        described = described.get(above)
    return name


@ATTACK
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.filterwarnings("ignore:Initializing zero-element tensors")
def test_every_wrong_value_is_built_or_told(
    option: str, world: Path, monkeypatch: pytest.MonkeyPatch, record_property: Counting
) -> None:
    monkeypatch.chdir(world)
    monkeypatch.syspath_prepend(world)
    monkeypatch.setenv("HOME", str(world))
    # Thirty pages for every seed that is right would take a browser a minute.
    monkeypatch.setattr("src.data.ui_rendered.dataset.PAGES", {"train": 1})
    group = option.partition("=")[0]
    chosen = f"+{option}" if group in PARTS else option
    described = plain_of(composed([chosen, *OVERRIDES.get(option, [])]), group)
    # A plain mapping is resolved already: wrapping it for every value would take most of the time.
    config: Any = {group: described}
    assert outcome(partial(build, config, group)) == ""
    unsaid = []
    every = [*paths(described)]
    record_property("tried", len(every) * len(WRONG))
    for path in every:
        for value in WRONG:
            config[group] = with_value(described, path, value)
            said = outcome(partial(build, config, group))
            named = argument(described, path) in said or path[-1] in said
            if said and ("\n" in said or not named or len(said) > LONGEST):
                unsaid.append((".".join(path), value, said))
    assert unsaid == []


@pytest.mark.parametrize(
    ("part", "option", "trusted"),
    [
        *(("sampler", name, SAMPLERS) for name in ("tpe", "gp", "random", "grid", "nsgaii")),
        *(("pruner", name, PRUNERS) for name in ("median", "asha", "hyperband", "none")),
    ],
)
@pytest.mark.filterwarnings("ignore")  # Optuna's, about what is experimental or deprecated
def test_every_wrong_value_of_a_sweep_is_built_or_told(
    part: str, option: str, trusted: tuple[str, ...]
) -> None:
    key = f"hydra.sweeper.{part}"
    with initialize_config_dir(str(CONF)):
        overrides = ["hydra/sweeper=optuna", f"hydra/sweeper/{part}={option}"]
        config = compose("config", overrides=overrides, return_hydra_config=True)
    described = plain(config.hydra.sweeper[part], key)
    assert outcome(partial(build_node, described, key, trusted)) == ""
    for path in paths(described):
        for value in WRONG:
            changed = with_value(described, path, value)
            said = outcome(partial(build_node, changed, key, trusted))
            assert not said or (key in said and "\n" not in said)


def test_every_option_has_all_it_needs() -> None:
    assert set(OVERRIDES) <= set(OPTIONS)
