"""Tests that need a browser skip, by name, where there is none."""

from importlib.util import find_spec

import pytest

from src.core import InputError
from src.data.ui_rendered.browser import executable


def skip_without_chromium() -> None:
    """Skip the test that asks."""
    if find_spec("playwright") is None:
        pytest.skip("rendered pages need playwright, which is not installed")
    try:
        executable()
    except InputError as error:
        pytest.skip(str(error))
