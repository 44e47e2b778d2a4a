"""Measuring the faces of a photo when somebody asks who they may be."""

import threading
from functools import lru_cache
from typing import Any

from src.composing.origins import chosen_embedder
from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.people.measuring import measure_photo, refuse_strangers

_ONE = threading.Lock()
"""dlib's nets are not made for two threads."""


def measure_now(refset: ReferenceSet, sha: str) -> None:
    """Measure the faces of a photo that nobody measured, where that may and can be done."""
    try:
        refuse_strangers(refset)
        with _ONE:
            measure_photo(refset, sha, *_embedder())
    except InputError:
        return  # without the extra, or without a reason to, nothing is known of a face


@lru_cache(maxsize=1)
def _embedder() -> tuple[Any, Any]:
    return chosen_embedder()
