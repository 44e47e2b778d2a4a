"""Whether two things are the same to the last bit, types included."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def differences(left: Any, right: Any, at: str = "") -> list[str]:
    """Where two trees of nouns, mappings, sequences, arrays and plain values differ."""
    if type(left) is not type(right):
        return [f"{at}: {type(left).__name__} and {type(right).__name__}"]
    if is_dataclass(left):
        names = [field.name for field in fields(left)]
        pairs = [(f".{name}", getattr(left, name), getattr(right, name)) for name in names]
    elif hasattr(left, "items"):
        if list(left) != list(right):
            return [f"{at}: keys {list(left)} and {list(right)}"]
        pairs = [(f"[{name!r}]", own, right[name]) for name, own in left.items()]
    elif isinstance(left, list | tuple):
        if len(left) != len(right):
            return [f"{at}: {len(left)} and {len(right)} parts"]
        pairs = [(f"[{n}]", *pair) for n, pair in enumerate(zip(left, right, strict=True))]
    else:
        return [] if _same(left, right) else [f"{at}: {left!r} and {right!r}"]
    return [found for name, *pair in pairs for found in differences(*pair, at + name)]


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray | np.generic):
        if (left.dtype, left.shape) != (right.dtype, right.shape):
            return False
        if left.dtype.hasobject:
            return not differences(left.tolist(), right.tolist())
        return bool(left.tobytes() == right.tobytes())
    return bool(left == right or (left != left and right != right))
