"""One configuration with several seeds: a child run for each, a parent run for all."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from omegaconf import DictConfig, ListConfig, OmegaConf
from rich.console import Console

from src._compose import build
from src.core import InputError, Interval, Outcome, Reason, Verdict
from src.sweeps.objective import Objective, metric_names, objective
from src.tracking.archive import Archive, PastRun
from src.tracking.comparison import FINGERPRINT
from src.tracking.console import table_of
from src.tracking.curves import repeated_curves
from src.tracking.names import accepted
from src.tracking.repeats import (
    PARENT,
    children,
    common_fingerprint,
    learning_curves,
    mean_curve,
    repeated_metrics,
)
from src.tracking.resuming import NotResumableError, refuse_other_data
from src.tracking.run import Run
from src.tracking.scorecards import log_verdict
from src.tracking.store import store_errors

log = logging.getLogger(__name__)

Result = tuple[Objective, Verdict | None]
Once = Callable[[DictConfig, str], Result]
"""Runs one configuration as a child of the parent with this id."""


def checked_seeds(config: DictConfig) -> list[int]:
    """The seeds that were asked for; refused where they are no list of different integers."""
    asked = config.seeds
    seeds = list(asked) if isinstance(asked, ListConfig) else []
    if not seeds or len(set(seeds)) < len(seeds) or any(type(seed) is not int for seed in seeds):
        raise InputError(f"seeds must be different whole numbers such as [1,2,3], got {asked}")
    return seeds


def repeat(
    config: DictConfig, seeds: Sequence[int], name: str, tags: Mapping[str, str], once: Once
) -> Result:
    """Run every seed as if it were alone, then keep with the parent what all come to.

    A parent that is resumed keeps its finished children and goes on with the others.
    """
    tracking = build(config, "tracking")
    plain = OmegaConf.to_container(config, resolve=True)
    told = {**tags, "repeats": str(len(seeds))}
    with tracking.start(plain, name, told, config.resume) as record:
        archive = Archive(tracking.uri)
        parent = archive.find(record.id)
        past = _past_children(archive, parent) if config.resume else {}
        results, failures = _run_all(config, seeds, record, once, archive, past)
        if not results:
            raise next(iter(failures.values()))
        numbers = _record(record, archive, parent)
        record.metrics({"repeats/finished": len(results), "repeats/failed": len(failures)})
        verdict = _joint_verdict({seed: result[1] for seed, result in results.items()})
        if verdict:
            log_verdict(record, verdict)
    _print(record, numbers, f"Mean of {len(results)} of {len(seeds)} seeds", verdict)
    return _mean([result[0] for result in results.values()]), verdict


def _past_children(archive: Archive, parent: PastRun) -> dict[int, PastRun]:
    """Seed to its run, as far as the parent came; of several a finished one, else the newest."""
    found = archive.search(f"tags.`{PARENT}` = '{parent.id}'", experiment=parent.experiment)
    runs = sorted(found, key=lambda run: (run.status == "FINISHED", run.started))
    return {int(run.tags["seed"]): run for run in runs}


def _run_all(
    config: DictConfig,
    seeds: Sequence[int],
    record: Run,
    once: Once,
    archive: Archive,
    past: Mapping[int, PastRun],
) -> tuple[dict[int, Result], dict[int, Exception]]:
    """What each seed gave; one that fails is told to the parent and leaves the others alone."""
    finished = {seed: run for seed, run in past.items() if run.status == "FINISHED"}
    results = {seed: _kept(_alone(config, seed), archive, run) for seed, run in finished.items()}
    failures: dict[int, Exception] = {}
    for seed in seeds:
        if seed in finished:
            log.info("seed %d is finished: %s", seed, finished[seed].name)
            continue
        try:
            results[seed] = once(_alone(config, seed, past.get(seed)), record.id)
        except NotResumableError:
            # The seed has not failed: the parent can go on once the reason is gone.
            raise
        except Exception as error:
            failures[seed] = error
            log.warning("seed %d failed: %s", seed, error)
            record.tags({f"failure.seed_{seed}": f"{type(error).__name__}: {error}"})
    return {seed: results[seed] for seed in seeds if seed in results}, failures


def _alone(config: DictConfig, seed: int, past: PastRun | None = None) -> DictConfig:
    """What ``seed=…`` without ``seeds`` would have composed, to go on with ``past`` if any."""
    own = OmegaConf.merge(config, {"seed": seed, "seeds": None, "resume": past and past.id})
    if own.tracking.get("run_name"):
        own.tracking.run_name = f"{own.tracking.run_name}-s{seed}"
    assert isinstance(own, DictConfig)  # noqa: S101 - merged from one
    return own


def _kept(config: DictConfig, archive: Archive, child: PastRun) -> Result:
    """What a finished child came to, read back; refused where its data has changed since."""
    refuse_other_data(child, build(config, "dataset").fingerprint)
    known = {name: child.metrics.get(accepted(name)) for name in metric_names(config.objective)}
    there = {name: value for name, value in known.items() if value is not None}
    return objective(there, config.objective), _kept_verdict(archive, child)


def _kept_verdict(archive: Archive, child: PastRun) -> Verdict | None:
    if "verdict" not in child.tags:
        return None
    with store_errors(archive.uri), TemporaryDirectory() as place:
        file = Path(archive.client.download_artifacts(child.id, "verdict.json", place))
        reasons = json.loads(file.read_text("utf-8"))["reasons"]
    return Verdict(
        tuple(Reason(one["criterion"], Outcome(one["outcome"]), one["sentence"]) for one in reasons)
    )


def _record(record: Run, archive: Archive, parent: PastRun) -> Mapping[str, float]:
    runs = children(archive, parent)
    record.tags({FINGERPRINT: common_fingerprint(runs)})
    numbers = repeated_metrics(runs)
    record.metrics(numbers)
    curves = learning_curves(archive, parent)
    if curves:
        middle = mean_curve(curves)
        record.table("curve", middle)
        record.picture("learning_curve.png", repeated_curves(curves, middle, record.name))
        for second, score in zip(middle["seconds"], middle["mean"], strict=True):
            record.metrics({"by_second/test/f1": score}, round(second))
    return numbers


def _joint_verdict(verdicts: Mapping[int, Verdict | None]) -> Verdict | None:
    """The reasons of all seeds; ``None`` without a gate."""
    reasons = tuple(
        Reason(f"seed {seed}: {reason.criterion}", reason.outcome, reason.sentence)
        for seed, verdict in verdicts.items()
        if verdict
        for reason in verdict.reasons
    )
    return Verdict(reasons) if reasons else None


def _mean(objectives: Sequence[Objective]) -> Objective:
    mean = np.mean(np.array(objectives, np.float64), axis=0)
    return float(mean) if mean.ndim == 0 else tuple(mean.tolist())


def _print(record: Run, numbers: Mapping[str, float], title: str, verdict: Verdict | None) -> None:
    """The scores that people quote, with their intervals; all are recorded."""
    measured = [name for name in numbers if f"{name}_iqm" in numbers]
    quoted = [name for name in measured if "image_mean_" not in name and "@" not in name]
    intervals = {
        name: Interval(numbers[f"{name}_low"], numbers[f"{name}_high"])
        for name in quoted
        if f"{name}_low" in numbers
    }
    console = Console()
    console.print(table_of(title, {name: numbers[name] for name in quoted}, intervals))
    if verdict:
        console.print(f"verdict: {verdict.outcome}")
    console.print(f"run:  [bold]{record.name}[/]", highlight=False)
    console.print(f"open: {record.command}", highlight=False)
    if record.link != record.command:
        console.print(f"      {record.link}", highlight=False, soft_wrap=True)
