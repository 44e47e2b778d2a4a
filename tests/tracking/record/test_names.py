"""Every name becomes one that MLflow accepts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlflow.utils.validation import _validate_metric_name, _validate_param

from src.tracking.record.names import LONGEST_NAME, Names, accepted
from src.tracking.record.parameters import parameters


@given(st.text())
def test_any_text_becomes_an_accepted_name(text: str) -> None:
    name = accepted(text)
    _validate_metric_name(name)
    assert 0 < len(name) <= LONGEST_NAME


@pytest.mark.parametrize("name", ["test/f1", "val/mean true_iou", "a.b-c", "größe/f1"])
def test_accepted_names_stay(name: str) -> None:
    assert accepted(name) == name


@given(st.lists(st.text(max_size=4), unique=True))
def test_different_names_stay_different(texts: list[str]) -> None:
    names = Names()
    assert len({names[text] for text in texts}) == len(texts)
    assert [names[text] for text in texts] == [names[text] for text in texts]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_any_configuration_has_valid_parameters(config: object) -> None:
    for name, value in parameters({"config": config}).items():
        _validate_param(name, value)


def test_configuration_is_flattened_with_dots() -> None:
    config = {
        "seed": 1,
        "model": {"depth": [2, 3], "_target_": "src.x.Y", "norm": None, "on": True, "extra": {}},
        "parts": [{"name": "a"}, {"name": "b"}],
    }
    assert parameters(config) == {
        "seed": "1",
        "model.depth": "[2, 3]",
        "model._target_": "src.x.Y",
        "model.norm": "null",
        "model.on": "true",
        "model.extra": "{}",
        "parts.0.name": "a",
        "parts.1.name": "b",
    }


def test_empty_configuration_has_no_parameters() -> None:
    assert parameters({}) == {}
