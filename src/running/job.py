"""One job of Hydra's: a run, a set of seeds, or a trial of a sweep, and how it ends."""

import logging
import sys
from collections.abc import Mapping
from typing import Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from src.composing.entry import FAILED_GATE, INCONCLUSIVE_GATE, UNUSABLE_INPUT, begun
from src.core import InputError, Outcome, Verdict, Watch
from src.data.files.disk import advice
from src.running.memory import keep_freed_memory
from src.running.threads import use_threads, wait_passively
from src.running.workplace import work_as_started
from src.sweeps.objective import Objective
from src.tracking import keys
from src.tracking.record.interruption import PREEMPTED, stop_requested

INTERRUPTED = 130


def run(
    config: DictConfig,
    choices: Mapping[str, Any],
    given: Mapping[str, str] | None = None,
    watch: Watch | None = None,
) -> Any:
    """The objective and the verdict of a configuration, with one seed or several."""
    from src.running.once import once

    config = use_threads(config)
    if config.get("each") is not None:
        from src.running.each import run_each

        return run_each(config, choices)
    if config.get("seeds") is None:
        return once(config, choices, given, watch)
    from src.running.repeat import repeat

    return repeat(config, choices, given)


def job(config: DictConfig, addresses: Mapping[str, str]) -> Objective | None:
    """Run; in a sweep a bad job fails alone, a single run ends with its code."""
    begun.set()
    wait_passively()
    # A log whose disk is full is no reason for a traceback at every line.
    logging.raiseExceptions = False
    keep_freed_memory()
    settings = HydraConfig.get()
    alone = settings.mode == RunMode.RUN
    try:
        work_as_started(settings, addresses, config)
        if config.get("trial") is not None and not alone:
            from src.sweeps.trial import run_trial

            return run_trial(config, settings, run)
        together = {} if alone else {keys.MULTIRUN: str(settings.sweep.dir)}
        result, verdict = run(config, settings.runtime.choices, together)
    except KeyboardInterrupt as stop:
        raise SystemExit(_code_after_stop()) from stop
    except Exception as error:
        refusal = _refusal(error)
        if refusal is None:
            raise
        if not alone:
            # Alone: Hydra writes what led to it into a log, and that may repeat a password.
            raise InputError(str(refusal)) from None
        sys.stderr.write(f"error: {refusal}\n")
        raise SystemExit(UNUSABLE_INPUT) from error
    code = verdict_code(verdict, OmegaConf.select(config, "gate.inconclusive")) if alone else 0
    if code:
        raise SystemExit(code)
    return result  # type: ignore[no-any-return]


def verdict_code(verdict: Verdict | None, when_inconclusive: str | None) -> int:
    """With what a run ends: 0 where nothing is against it, 1 for FAIL, 3 where nothing was shown.

    Args:
        when_inconclusive: ``pass``, ``fail`` or ``code``; ``None`` is ``pass`` for somebody who
            reads the reasons on a terminal, and ``code`` for a script that does not.
    """
    if verdict is None or verdict.outcome is Outcome.PASS:
        return 0
    if verdict.outcome is Outcome.FAIL:
        return FAILED_GATE
    chosen = when_inconclusive or ("pass" if sys.stdout.isatty() else "code")
    return {"pass": 0, "fail": FAILED_GATE, "code": INCONCLUSIVE_GATE}[chosen]


def _code_after_stop() -> int:
    """Say how a run that was stopped goes on."""
    sys.stderr.write(
        "stopped; the run is recorded as KILLED, and goes on with resume=RUN "
        "(python -m src.runs list)\n"
    )
    return PREEMPTED if stop_requested() else INTERRUPTED


def _refusal(error: Exception) -> InputError | None:
    """What to say of an error in one sentence; ``None`` where it is a fault of ours.

    Whoever raised an ``InputError`` knew more than can be told from what led to it.
    """
    if isinstance(error, InputError):
        return error
    sentence = advice(error)
    return None if sentence is None else InputError(sentence)
