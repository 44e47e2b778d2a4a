import pytest
from optuna.distributions import FloatDistribution, IntDistribution

from src.core import InputError
from src.sweeps.space import Space

PARAMS = {"a.rate": "tag(log,interval(0.01,0.1))", "a.count": "range(2,5)"}


def test_the_command_line_has_the_last_word() -> None:
    space = Space.of(PARAMS, ["a.rate=0.05", "b.size=range(1,10)", "+experiment=smoke", "~c"])
    assert space.distributions == {
        "a.count": IntDistribution(2, 4),
        "b.size": IntDistribution(1, 9),
    }
    given = space.overrides({"a.count": 3, "b.size": 4})
    assert given == ("a.count=3", "b.size=4", "a.rate=0.05", "+experiment=smoke", "~c")


def test_an_example_has_a_value_for_every_key() -> None:
    space = Space.of(PARAMS, ["d=choice(x,y)"])
    assert space.distributions["a.rate"] == FloatDistribution(0.01, 0.1, log=True)
    assert space.example == {"a.rate": 0.01, "a.count": 2, "d": "x"}


def test_a_grid_needs_lists() -> None:
    space = Space.of({"a.count": "range(2,5)"}, ["d=choice(x,y)"])
    assert space.choices == {"a.count": [2, 3, 4], "d": ["x", "y"]}
    assert space.size == 6
    with pytest.raises(InputError, match=r"list of values for a\.rate"):
        _ = Space.of(PARAMS, []).size


def test_nothing_to_vary_and_nonsense_are_refused() -> None:
    with pytest.raises(InputError, match="needs keys to vary"):
        Space.of({}, ["seed=1"])
    with pytest.raises(InputError, match=r"hydra\.sweeper\.params"):
        Space.of({"a": "interval(3"}, [])
