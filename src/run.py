"""The one entry: compose, evaluate, judge, record."""

import sys
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.core.plugins import Plugins
from hydra.errors import HydraException
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from src._allocator import keep_freed_memory
from src._compose import (
    CONF,
    FAILED_GATE,
    TRUSTED,
    UNUSABLE_INPUT,
    begun,
    build,
    chosen,
    help_text,
)
from src._disk import advice, disk_is_full
from src._workplace import ADDRESSES, note_addresses, work_as_started
from src.core import Dataset, InputError, Outcome, Verdict, Watch
from src.sweeps.objective import Objective, objective
from src.sweeps.sweeper import StudySweeper


def run(
    config: DictConfig,
    choices: Mapping[str, Any],
    given: Mapping[str, str] | None = None,
    watch: Watch | None = None,
) -> tuple[Objective, Verdict | None]:
    """Everything between a composed configuration and a recorded, printed result.

    Args:
        given: tags from whoever runs this as a part of something larger.
    """
    if config.seeds is not None:
        from src._repeats import checked_seeds, repeat
        from src.tracking.repeats import PARENT

        seeds = checked_seeds(config)
        name = run_name(choices, "-".join(map(str, seeds)))
        told = {**chosen(choices), **(given or {})}
        return repeat(
            config, seeds, name, told, lambda own, parent: run(own, choices, {PARENT: parent})
        )
    if config.seed < 0:
        raise InputError(f"seed must be 0 or more, got {config.seed}")
    teaches = bool(config.trainer)
    if teaches:
        seed_torch(config.seed)
    dataset, detector, scorer, gate, tracking = (
        build(config, group) for group in ("dataset", "detector", "scorer", "gate", "tracking")
    )
    split, total = chosen_split(dataset, config.split)
    if teaches and split != "test":
        raise InputError(f"split={config.split} would score what was taught; set split=test")
    stage = split or "test"

    from src.scoring.evaluation import evaluate
    from src.tracking.agreement import log_agreement
    from src.tracking.console import print_summary, progress
    from src.tracking.object_overlays import log_object_overlays, log_object_table
    from src.tracking.overlays import Extremes, log_overlays
    from src.tracking.scorecards import log_scorecard, log_verdict
    from src.tracking.side_by_side import log_side_by_side

    plain = OmegaConf.to_container(config, resolve=True)
    name, told = run_name(choices, config.seed), tags(dataset, choices, config.seed)
    told |= given or {}
    with tracking.start(plain, name, told, config.resume) as record:
        learned: Mapping[str, float] = {}
        if teaches:
            from src._teaching import teach

            taught = teach(config, dataset, detector, scorer, record, watch)
            detector, learned = taught.detector, taught.metrics
        objects: list[Any] = []
        extremes = Extremes(config.pictures, by=scorer.ranks_by)
        with progress("scoring", total) as advance:

            def observe(sample: Any, prediction: Any, row: Mapping[str, Any]) -> None:
                extremes.offer(float(row[scorer.ranks_by]), sample, prediction)
                if hasattr(scorer, "table"):
                    objects.append(scorer.table(sample, prediction))
                advance()

            card = evaluate(dataset.samples(split), detector, scorer, observe)
        log_scorecard(record, card, stage)
        log_overlays(record, extremes)
        log_agreement(record, card)
        log_side_by_side(record, extremes, scorer)
        if objects:
            log_object_overlays(record, extremes, scorer)
            log_object_table(record, objects)
        record.metrics({"data/samples": len(card), "data/skipped": len(dataset.skipped)})
        if dataset.skipped:
            files, reasons = zip(*dataset.skipped.items(), strict=True)
            record.table("skipped", {"file": files, "reason": reasons})
        # Last, so that a misspelt limit or objective loses nothing of what was measured.
        verdict = gate.judge(card) if gate else None
        if verdict:
            log_verdict(record, verdict)
        known = {f"{stage}/{name}": value for name, value in card.metrics.items()}
        known |= {f"learning/{name}": value for name, value in learned.items()}
        result = objective(known, config.objective)
    print_summary(card, verdict, record, learned)
    return result, verdict


def seed_torch(seed: int) -> None:
    """For nets that draw their first weights from torch's own generator."""
    import torch

    torch.manual_seed(seed)


def chosen_split(dataset: Dataset, asked: str) -> tuple[str | None, int]:
    """The split to score, ``None`` for all, and its size, which must not be 0."""
    split = None if asked == "all" else asked
    counts = dict.fromkeys(("train", "val", "test"), 0)
    for entry in dataset.entries:
        counts[entry.split] += 1
    if split is not None and split not in counts:
        raise InputError(f"split must be all or one of {', '.join(counts)}, got {asked!r}")
    total = sum(counts.values()) if split is None else counts[split]
    if total == 0:
        raise InputError(f"split={asked} has no samples; there are {counts}")
    return split, total


def run_name(choices: Mapping[str, Any], seed: int | str) -> str:
    """What people call the run; the last part only keeps two runs apart."""
    named = [choices.get(group) for group in ("experiment", "dataset", "detector")]
    return "-".join([*(name for name in named if name), f"s{seed}", uuid4().hex[:4]])


def tags(dataset: Dataset, choices: Mapping[str, Any], seed: int) -> dict[str, str]:
    """By what a run is found again."""
    return {**chosen(choices), "dataset.fingerprint": dataset.fingerprint, "seed": str(seed)}


@hydra.main(config_path=str(CONF), config_name="config", execution_whitelist=TRUSTED)
def task(config: DictConfig) -> Objective | None:
    """What a launcher sends to other processes: pickled whole, with the addresses that it uses."""
    return job(config, ADDRESSES)


def job(config: DictConfig, addresses: Mapping[str, str]) -> Objective | None:
    """One job of Hydra's; in a sweep a bad job fails alone, a single run ends with its code."""
    begun.set()
    keep_freed_memory()
    settings = HydraConfig.get()
    alone = settings.mode == RunMode.RUN
    try:
        work_as_started(settings, addresses, config)
        if config.trial is not None and not alone:
            from src.sweeps.trial import run_trial

            return run_trial(config, settings, run)
        result, verdict = run(config, settings.runtime.choices)
    except InputError as error:
        if not alone:
            raise
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(UNUSABLE_INPUT) from error
    except Exception as error:
        if not alone or not disk_is_full(error):
            raise
        sys.stderr.write(f"error: {advice(error)}\n")
        raise SystemExit(UNUSABLE_INPUT) from error
    except KeyboardInterrupt as stop:
        sys.stderr.write(
            "stopped; the run is recorded as KILLED, and teaching goes on with resume=RUN "
            "(python -m src.runs list)\n"
        )
        raise SystemExit(130) from stop
    if alone and verdict and verdict.outcome is Outcome.FAIL:
        raise SystemExit(FAILED_GATE)
    return result


def main() -> None:
    """Help without Hydra; a configuration that cannot be composed ends with code 2."""
    if {"--help", "-h"} & set(sys.argv[1:]):
        sys.stdout.write(help_text())
        return
    begun.clear()
    note_addresses()
    Plugins.instance().register(StudySweeper)
    try:
        task()
    except ValueError as error:
        if begun.is_set():
            raise
        # Hydra checks its own options in this way, such as -m beside --cfg.
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(UNUSABLE_INPUT) from error
    except SystemExit as stop:
        # Hydra says what it cannot compose and leaves with 1; a task that began, here or in a
        # process of a launcher, has its own code.
        composing = isinstance(stop.__context__, HydraException) and not begun.is_set()
        refused = stop.code == 1 and composing
        raise SystemExit(UNUSABLE_INPUT if refused else stop.code) from None


if __name__ == "__main__":
    # By its own name, so that a launcher's processes can import the task; __main__ is not theirs.
    from src.run import main as main_by_name

    main_by_name()
