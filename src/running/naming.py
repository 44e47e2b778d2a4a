"""What a run is called."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from src.composing.entry import NONE


def run_name(choices: Mapping[str, Any], seed: int | str, model: str | None = None) -> str:
    """What people call the run; the last part only keeps two runs apart.

    Args:
        model: what the detector is called that was taken from elsewhere.
    """
    groups = ("experiment", "dataset", "detector", "crop", "transforms")
    named = [choices.get(group) for group in groups]
    if model is not None:
        named[groups.index("detector")] = f"of-{model}"
    words = [str(name) for name in named if name and name != NONE]
    return "-".join([*words, f"s{seed}", uuid4().hex[:4]])
