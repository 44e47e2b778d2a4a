"""One job of Hydra's: a run, a set of seeds, or a trial of a sweep, and how it ends."""

import logging
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from src.composing.entry import (
    FAILED_GATE,
    INCONCLUSIVE_GATE,
    UNUSABLE_INPUT,
    begun,
    command_of,
)
from src.core import InputError, Outcome, Verdict, Watch
from src.data.files.disk import advice
from src.running.memory import keep_freed_memory
from src.running.own_data import with_own_data
from src.running.resuming import as_begun, going_on
from src.running.threads import use_threads, wait_passively
from src.running.workplace import work_as_started
from src.sweeps.objective import Objective
from src.tracking import keys
from src.tracking.record.interruption import KILLED, PREEMPTED, status_after, stop_requested

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
    if config.get("prediction"):
        from src.predicting.job import predict, told

        for line in told(predict(config)):
            sys.stdout.write(f"{line}\n")
        return None, None
    if config.get("plan"):
        from src.running.plan import make_plan

        return make_plan(config, choices, given)
    if config.get("each") is not None:
        from src.running.each import run_each

        return run_each(config, choices)
    if config.get("seeds") is None:
        several = keys.MULTIRUN in (given or {})
        brief = several or config.get("trial") is not None
        return once(config, choices, given, watch, brief=brief, apart=_apart() if several else "")
    from src.running.repeat import repeat

    return repeat(config, choices, given)


def _apart() -> str:
    """What tells a job of ``-m`` from its companions: words that are not on the command line."""
    return " ".join(word for word in HydraConfig.get().overrides.task if word not in sys.argv)


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
        choices: Mapping[str, Any] = settings.runtime.choices
        if alone:
            config, choices = as_begun(config, settings.overrides.task, choices)
        config, choices = with_own_data(config, settings.overrides.task, choices)
        if config.get("trial") is not None and not alone:
            from src.sweeps.trial import run_trial

            return run_trial(config, settings, run)
        together = {} if alone else {keys.MULTIRUN: str(settings.sweep.dir)}
        if not config.get("resume"):
            together[keys.COMMAND] = command_of(settings.overrides.task)
        result, verdict = run(config, choices, together)
    except KeyboardInterrupt as stop:
        raise SystemExit(_code_after_stop(stop, config, settings.overrides.task)) from stop
    except SystemExit as stop:
        # Lightning answers Ctrl-C in this way.
        if status_after(stop) == KILLED:
            _code_after_stop(stop, config, settings.overrides.task)
        raise
    except Exception as error:
        refusal = _refusal(error)
        if refusal is None:
            raise
        if not alone:
            # Alone: Hydra writes what led to it into a log, and that may repeat a password. As what
            # it is: a sweep whose store is away ends, where a trial that failed would be repeated.
            raise refusal from None
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


def _code_after_stop(stop: BaseException, config: DictConfig, words: Sequence[str]) -> int:
    """Say how what was stopped goes on."""
    names = getattr(stop, "__notes__", ())
    if config.get("prediction"):
        sys.stderr.write("stopped; the same command goes on where it was\n")
    elif names:
        # Of runs in one another the outermost was stopped last, and goes on with the others.
        command = going_on(names[-1], words)
        sys.stderr.write(f"stopped; the run is recorded as KILLED, and goes on with\n  {command}\n")
    else:
        sys.stderr.write("stopped before a run was recorded\n")
    return PREEMPTED if stop_requested() else INTERRUPTED


def _refusal(error: Exception) -> InputError | None:
    """What to say of an error in one sentence; ``None`` where it is a fault of ours.

    Whoever raised an ``InputError`` knew more than can be told from what led to it.
    """
    if isinstance(error, InputError):
        return error
    sentence = advice(error)
    return None if sentence is None else InputError(sentence)
