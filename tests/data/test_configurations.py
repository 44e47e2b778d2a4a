"""A configuration has the keys that its dataset takes, and tells the same defaults."""

import inspect
from pathlib import Path

import pytest
import yaml
from hydra.utils import get_class

from tests.conftest import ROOT

FILES = sorted((ROOT / "conf" / "dataset").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_keys_are_the_constructors_arguments(file: Path) -> None:
    text = file.read_text()
    config = yaml.safe_load(text)
    assert text.startswith("# ")
    parameters = inspect.signature(get_class(config.pop("_target_"))).parameters
    assert config.keys() == parameters.keys()
    for key in config.keys() - {"split", "seed", "click", "text"}:
        default = parameters[key].default
        given = tuple(config[key]) if isinstance(config[key], list) else config[key]
        assert given == ("???" if default is inspect.Parameter.empty else default)
