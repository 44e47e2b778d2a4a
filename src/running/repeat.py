"""One configuration with several seeds: a child run for each, a parent run for all."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from omegaconf import DictConfig, OmegaConf
from rich.console import Console

from src.composing.builder import build, check
from src.composing.entry import chosen
from src.core import InputError, Interval, Reason, Verdict
from src.reporting.console import print_place, table_of
from src.reporting.curves import repeated_figure
from src.reporting.drawing.figures import keep_figure
from src.reporting.headline import DOZEN, LEARNED
from src.running.naming import run_name
from src.running.once import Result, once, stage_of
from src.sweeps.objective import Objective, metric_names, objective
from src.tracking import keys
from src.tracking.answer.answering import page_of
from src.tracking.answer.gathering import curves_by_clock
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children, newest_by_seed
from src.tracking.archive.learning import learning_curves
from src.tracking.archive.reading import read_scorecard, read_verdict
from src.tracking.archive.results import all_whole, whole
from src.tracking.compare.people import (
    is_population,
    people_columns,
    people_metrics,
    people_table,
)
from src.tracking.compare.repeats import common_tags, mean_curve, repeated_metrics
from src.tracking.record.description import description
from src.tracking.record.names import accepted
from src.tracking.record.resuming import NotResumableError, refuse_other_data
from src.tracking.record.run import Run
from src.tracking.record.scorecards import log_verdict
from src.tracking.store import StoreAwayError

log = logging.getLogger(__name__)

FIRST = (keys.AREA, f"{keys.LEARNING}seconds", f"{keys.CAPPED_SECONDS_TO}0.8")
"""Of what teaching comes to, what is told first."""


def repeat(
    config: DictConfig, choices: Mapping[str, Any], given: Mapping[str, str] | None = None
) -> Result:
    """Run every seed as if it were alone, then keep with the parent what all come to.

    A parent that is resumed keeps its finished children and goes on with the others.
    """
    check(config)
    seeds = list(config.seeds)
    tracking = build(config, "tracking")
    if OmegaConf.select(config, "tracking.uri") is None:
        raise InputError("seeds: several runs and their parent need a store; set tracking=mlflow")
    name = run_name(
        choices, "-".join(map(str, seeds)), root=OmegaConf.select(config, "dataset.root"),
        command=(given or {}).get(keys.COMMAND, ""),
    )  # fmt: skip
    tags = {**chosen(choices), **(given or {}), keys.REPEATS: str(len(seeds))}
    plain = OmegaConf.to_container(config, resolve=True)
    with tracking.start(plain, name, tags, config.resume) as record:
        archive = Archive(tracking.uri)
        parent = archive.find(record.id)
        past = newest_by_seed(archive, parent) if config.resume else {}
        if config.objective:
            record.quote(metric_names(config.objective))
        results, failures = _run_all(config, choices, record, archive, past, given or {})
        if not results:
            raise next(iter(failures.values()))
        runs = all_whole(archive, children(archive, parent))
        numbers, told = _record(record, archive, parent, runs)
        people = _record_people(record, runs, told)
        everything = config.get("show") == "all"
        quoted = told if everything else _quoted(archive, runs[0], numbers, everything=False)
        counts = {"finished": len(results), "failed": len(failures)}
        record.metrics({keys.REPEATED + name: count for name, count in counts.items()})
        verdict = _joint_verdict({seed: result[1] for seed, result in results.items()})
        if verdict:
            log_verdict(record, verdict)
        lines = [(name, numbers[name], _interval(numbers, name)) for name in quoted]
        about = f"Mean of {len(results)} of {len(seeds)} seeds"
        note = config.get("note")
        record.tags({keys.DESCRIPTION: description(f"{about}.", lines, verdict, note)})
        record.flush()
        record.keep_results()
        if (config.get("page") or {}).get("write", True):
            record.text(keys.REPORT_FILE, page_of(archive, [archive.find(record.id)]))
    if people:
        Console().print(people_table({**numbers, **people}, quoted, len(runs)))
    _print(record, quoted, numbers, about, verdict)
    return _mean([result[0] for result in results.values()]), verdict


def _run_all(
    config: DictConfig,
    choices: Mapping[str, Any],
    record: Run,
    archive: Archive,
    past: Mapping[int, PastRun],
    given: Mapping[str, str],
) -> tuple[dict[int, Result], dict[int, Exception]]:
    """What each seed gave; one that fails is told to the parent and leaves the others alone."""
    finished = {seed: run for seed, run in past.items() if run.status == "FINISHED"}
    results = {seed: _kept(_alone(config, seed), archive, run) for seed, run in finished.items()}
    failures: dict[int, Exception] = {}
    for seed in config.seeds:
        if seed in finished:
            log.info("seed %d is finished: %s", seed, finished[seed].name)
            continue
        own = _alone(config, seed, past.get(seed))
        try:
            results[seed] = once(
                own, choices, {**_command(given), keys.PARENT: record.id}, brief=True
            )
        except (NotResumableError, StoreAwayError):
            # The seed has not failed: the parent can go on once the reason is gone.
            raise
        except Exception as error:
            failures[seed] = error
            log.warning("seed %d failed: %s", seed, error)
            record.tags({f"{keys.FAILED_SEED}{seed}": f"{type(error).__name__}: {error}"})
    return {seed: results[seed] for seed in config.seeds if seed in results}, failures


def _command(given: Mapping[str, str]) -> dict[str, str]:
    """What was typed, of which every seed is a part."""
    return {name: word for name, word in given.items() if name == keys.COMMAND}


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
    metrics = whole(archive, child).metrics
    values = {name: metrics.get(accepted(name)) for name in metric_names(config.objective)}
    known = {name: value for name, value in values.items() if value is not None}
    return objective(known, config.objective), read_verdict(archive, child)


def _record(
    record: Run, archive: Archive, parent: PastRun, runs: Sequence[PastRun]
) -> tuple[Mapping[str, float], list[str]]:
    record.tags(common_tags(runs))
    numbers = repeated_metrics(runs)
    told = _quoted(archive, runs[0], numbers, everything=True)
    first = [name + end for name in told for end in ("", keys.LOW, keys.HIGH)]
    record.metrics({name: numbers[name] for name in first if name in numbers} | numbers)
    curves = learning_curves(archive, parent)
    if curves:
        middle = mean_curve(curves)
        record.table(keys.CURVE, middle)
        by_clock = curves_by_clock(archive, runs)
        figure = repeated_figure(curves, middle, record.name, by_clock)
        keep_figure(record, keys.LEARNING_CURVE, figure)
        for second, score in zip(middle["seconds"], middle["mean"], strict=True):
            record.metrics({f"{keys.BY_SECOND}test/f1": score}, round(second))
    return numbers, told


def _interval(numbers: Mapping[str, float], name: str) -> Interval | None:
    """Where a mean over seeds probably lies; ``None`` of one seed alone."""
    if name + keys.LOW not in numbers:
        return None
    return Interval(numbers[name + keys.LOW], numbers[name + keys.HIGH])


def _record_people(
    record: Run, runs: Sequence[PastRun], quoted: Sequence[str]
) -> Mapping[str, float]:
    """How people differ, where every seed was another person; else nothing."""
    if not is_population(runs):
        return {}
    record.table(keys.PEOPLE, people_columns(runs, quoted))
    numbers = people_metrics(runs, quoted)
    record.metrics(numbers)
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


def _quoted(
    archive: Archive, child: PastRun, numbers: Mapping[str, float], *, everything: bool
) -> list[str]:
    """The metrics that people quote: a dozen, or of learning all and the main ones of the card."""
    learned = sorted(
        (name for name in numbers if name.startswith(keys.LEARNING)),
        key=lambda name: (name not in FIRST, name),
    )
    stage = stage_of(child.parameters["split"])
    main = [accepted(f"{stage}/{name}") for name in read_scorecard(archive, child, stage).main]
    if not everything:
        learned = [name for name in learned if name.removeprefix(keys.LEARNING) in LEARNED]
        main = main[: DOZEN - len(learned)]
    return [name for name in (*learned, *main) if name + keys.MIDDLE in numbers]


def _print(
    record: Run,
    quoted: Sequence[str],
    numbers: Mapping[str, float],
    title: str,
    verdict: Verdict | None,
) -> None:
    """The scores that people quote, with their intervals; all are recorded."""
    known = ((name, _interval(numbers, name)) for name in quoted)
    intervals = {name: interval for name, interval in known if interval}
    console = Console()
    console.print(table_of(title, {name: numbers[name] for name in quoted}, intervals))
    if verdict:
        console.print(f"verdict: {verdict.outcome}")
    print_place(console, record)
    place = record.place(keys.REPORT_FILE)
    console.print(f"report: {place}", highlight=False, soft_wrap=True, markup=False)
