"""The configuration tree: where it lies, and how to compose it outside a run."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from src.core import InputError

PACKAGE = Path(__file__).resolve().parents[1]
INSTALLED = PACKAGE / "conf"
CONF = INSTALLED if INSTALLED.is_dir() else PACKAGE.parent / "conf"
"""In the package where it was installed, else beside it."""


def composed(overrides: Sequence[str]) -> DictConfig:
    """What ``python -m src.run OVERRIDES`` would run, in a Hydra application or outside."""
    # Not needed, and slow to import, where a run has composed already.
    from hydra import compose, initialize_config_dir
    from hydra.errors import HydraException

    try:
        with _hydra_aside(), initialize_config_dir(str(CONF)):
            return compose("config", overrides=list(overrides))
    # A ValueError where a group is given something that is no name at all.
    except (HydraException, OmegaConfBaseException, ValueError) as error:
        raise InputError(" ".join(str(error).split("\n\n")[0].split())) from error


@contextmanager
def _hydra_aside() -> Iterator[None]:
    """Let the application that runs be out of the way for a moment."""
    from hydra.core.global_hydra import GlobalHydra
    from hydra.core.singleton import Singleton

    if not GlobalHydra.instance().is_initialized():
        yield
        return
    before = Singleton.get_state()
    GlobalHydra.instance().clear()
    try:
        yield
    finally:
        Singleton.set_state(before)


def options(group: str) -> list[str]:
    """The names that ``GROUP=NAME`` takes."""
    return sorted(file.stem for file in CONF.glob(f"{group}/*.yaml"))
