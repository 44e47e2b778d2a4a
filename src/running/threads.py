"""How the threads of numpy and torch wait for one another."""

import os

CHOSEN = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME")
"""Whoever has set one of these has decided already."""


def wait_passively() -> bool:
    """Let a thread that waits sleep instead of spinning; must be said before torch is loaded.

    Beside another busy process a spinning thread takes the core that the one it waits for needs:
    a training step then takes many times as long (``benchmarks/training.py``).
    """
    if set(CHOSEN) & set(os.environ):
        return False
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    return True
