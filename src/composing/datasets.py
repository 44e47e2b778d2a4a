"""A dataset chosen by its name, for doors that are no Hydra application."""

from collections.abc import Sequence
from typing import Any

from src.composing.builder import build
from src.composing.conf import composed, options
from src.core import InputError


def chosen_dataset(name: str, overrides: Sequence[str] = ()) -> Any:
    """The dataset of an option of the configuration.

    Args:
        overrides: Hydra's ``key=value``, such as ``dataset.count=50``.
    """
    known = options("dataset")
    if name not in known:
        raise InputError(f"--dataset must be one of {', '.join(known)}, got {name!r:.80}")
    return build(composed([f"dataset={name}", *overrides]), "dataset")
