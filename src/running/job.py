"""One job of Hydra's: a run, a set of seeds, or a trial of a sweep, and how it ends."""

import sys
from collections.abc import Mapping
from typing import Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig

from src.composing.entry import FAILED_GATE, UNUSABLE_INPUT, begun
from src.core import InputError, Outcome, Watch
from src.running.disk import advice, disk_is_full
from src.running.memory import keep_freed_memory
from src.running.threads import wait_passively
from src.running.workplace import work_as_started
from src.sweeps.objective import Objective

INTERRUPTED = 130


def run(
    config: DictConfig,
    choices: Mapping[str, Any],
    given: Mapping[str, str] | None = None,
    watch: Watch | None = None,
) -> Any:
    """The objective and the verdict of a configuration, with one seed or several."""
    from src.running.once import once

    if config.get("seeds") is None:
        return once(config, choices, given, watch)
    from src.running.repeat import repeat

    return repeat(config, choices, given)


def job(config: DictConfig, addresses: Mapping[str, str]) -> Objective | None:
    """Run; in a sweep a bad job fails alone, a single run ends with its code."""
    begun.set()
    wait_passively()
    keep_freed_memory()
    settings = HydraConfig.get()
    alone = settings.mode == RunMode.RUN
    try:
        work_as_started(settings, addresses, config)
        if config.get("trial") is not None and not alone:
            from src.sweeps.trial import run_trial

            return run_trial(config, settings, run)
        result, verdict = run(config, settings.runtime.choices)
    except (Exception, KeyboardInterrupt) as error:
        if not alone and not isinstance(error, KeyboardInterrupt):
            raise
        raise SystemExit(_code_after(error)) from error
    if alone and verdict and verdict.outcome is Outcome.FAIL:
        raise SystemExit(FAILED_GATE)
    return result  # type: ignore[no-any-return]


def _code_after(error: BaseException) -> int:
    """Say in one sentence how a single run ended; what is a fault of ours goes on."""
    if isinstance(error, KeyboardInterrupt):
        sys.stderr.write(
            "stopped; the run is recorded as KILLED, and goes on with resume=RUN "
            "(python -m src.runs list)\n"
        )
        return INTERRUPTED
    if not isinstance(error, InputError) and not disk_is_full(error):
        raise error
    sentence = error if isinstance(error, InputError) else advice(error)
    sys.stderr.write(f"error: {sentence}\n")
    return UNUSABLE_INPUT
