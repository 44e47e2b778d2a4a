"""Several runs that one experiment asks for, one after another."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from src.composing.settings import check_settings
from src.core import InputError, Outcome
from src.running.once import Result, once
from src.tracking import keys


def run_each(config: DictConfig, choices: Mapping[str, Any]) -> Result:
    """One run for each change of the configuration; the worst verdict, the first objective.

    What ``-m`` is on a command line: an experiment's own file cannot ask Hydra for it.
    """
    check_settings(config)
    if config.resume or config.seeds or config.trial is not None:
        raise InputError("each: runs that belong together take no resume, seeds or trial")
    together = {keys.MULTIRUN: f"each/{datetime.now():%Y-%m-%d/%H-%M-%S.%f}"}
    results = [once(_changed(config, changes), choices, together) for changes in config.each]
    verdicts = [verdict for _, verdict in results if verdict is not None]
    failed = [verdict for verdict in verdicts if verdict.outcome is Outcome.FAIL]
    return results[0][0], next(iter([*failed, *verdicts]), None)


def _changed(config: DictConfig, changes: Mapping[str, Any]) -> DictConfig:
    own = config.copy()
    own.each = None
    for key, value in changes.items():
        if OmegaConf.select(own, key, default=KeyError) is KeyError:
            raise InputError(f"each: the configuration has no {key}")
        try:
            OmegaConf.update(own, key, value)
        except OmegaConfBaseException as error:
            raise InputError(f"each: {key} cannot be {value!r} ({error})") from error
    return own
