"""How the process asks the system for memory."""

import ctypes
import os

M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4
"""Numbers of glibc's malloc.h."""
NEVER = 2**31 - 1


def keep_freed_memory() -> bool:
    """Keep what is freed for the next array; false where the C library is not glibc.

    By default glibc gives every large block back to the system and asks for it anew, page by
    page: a training step of the small U-Net takes 1.1 times as long that way, a prediction of a
    net with 64 channels 1.4 times (``benchmarks/training.py``, ``benchmarks/inference.py``). Who
    sets ``MALLOC_MMAP_MAX_`` or ``MALLOC_TRIM_THRESHOLD_`` has decided already.
    """
    if {"MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_"} & set(os.environ):
        return False
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(M_MMAP_MAX, 0) and mallopt(M_TRIM_THRESHOLD, NEVER))
