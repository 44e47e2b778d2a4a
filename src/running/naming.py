"""What a run is called."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4


def run_name(choices: Mapping[str, Any], seed: int | str) -> str:
    """What people call the run; the last part only keeps two runs apart."""
    named = [choices.get(group) for group in ("experiment", "dataset", "detector")]
    return "-".join([*(name for name in named if name), f"s{seed}", uuid4().hex[:4]])
