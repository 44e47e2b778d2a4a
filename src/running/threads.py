"""How many threads numpy and torch compute with, and how they wait for one another."""

import os
import sys

from omegaconf import DictConfig, OmegaConf

from src.composing.settings import MOST_THREADS
from src.tracking import keys

CHOSEN = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME")
"""Whoever has set one of these has decided already."""

NUMBER = "OMP_NUM_THREADS"
SAID = os.environ.get(NUMBER, "").partition(",")[0]
"""What the process was started with, as a run of it may change it for itself."""


def wait_passively() -> bool:
    """Let a thread that waits sleep instead of spinning; must be said before torch is loaded.

    Beside another busy process a spinning thread takes the core that the one it waits for needs:
    a training step then takes many times as long (``benchmarks/training.py``).
    """
    if set(CHOSEN) & set(os.environ):
        return False
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    return True


def use_threads(config: DictConfig) -> DictConfig:
    """Compute with as many threads as asked for, and give the configuration that says how many.

    Sums in another order have other digits: 0.0012 of a validation F1 between one thread and two.
    So a run that goes on uses the number that it began with, wherever it does.
    """
    number = config.get(keys.THREADS)
    if number is None:
        number = _recorded(config) or _usual()
    if type(number) is not int or not 1 <= number <= MOST_THREADS:
        return config  # which whoever checks it will say
    os.environ[NUMBER] = str(number)
    tell_torch(number)
    used = OmegaConf.merge(config, {keys.THREADS: number})
    assert isinstance(used, DictConfig)  # noqa: S101 - merged from one
    return used


def tell_torch(number: int | None) -> None:
    """Have torch compute with so many, if it is loaded: from the environment it takes fewer."""
    if number is not None and "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(number)


def _recorded(config: DictConfig) -> int | None:
    """With how many the run that is to go on began, if it says so."""
    uri, run = OmegaConf.select(config, "tracking.uri"), config.get("resume")
    if not isinstance(run, str) or not run or not isinstance(uri, str):
        return None  # whoever checks them will say
    from src.tracking.archive import Archive

    recorded = Archive(uri).find(run).parameters.get(keys.THREADS, "")
    return int(recorded) if recorded.isdigit() else None


def _usual() -> int:
    """As many as cores may be used, unless the environment says otherwise."""
    if SAID.isdigit() and int(SAID) > 0:
        return int(SAID)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
