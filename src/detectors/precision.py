"""In which numbers a net computes."""

import torch

from src.core import InputError

PRECISIONS = {"32-true": None, "16-mixed": torch.float16, "bf16-mixed": torch.bfloat16}
"""As Lightning calls them, and in which numbers layers compute where they may."""


def check_precision(asked: str, key: str) -> None:
    """Raises for what is no precision."""
    if asked not in PRECISIONS:
        raise InputError(f"{key} must be one of {', '.join(PRECISIONS)}, got {asked!r:.80}")
