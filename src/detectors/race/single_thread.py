"""OpenCV on one thread: the same sums in the same order, and times that can be compared."""

from collections.abc import Iterator
from contextlib import contextmanager

import cv2


@contextmanager
def single_thread() -> Iterator[None]:
    """One thread, then as many as before."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
