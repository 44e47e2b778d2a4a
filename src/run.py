"""The one entry: compose, evaluate, judge, record."""

import sys
from collections.abc import Mapping
from threading import Event
from typing import Any
from uuid import uuid4

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from src._allocator import keep_freed_memory
from src._compose import CONF, TRUSTED, build, help_text
from src._disk import advice, disk_is_full
from src.core import Dataset, InputError, Outcome, Verdict

FAILED_GATE, UNUSABLE_INPUT = 1, 2
Objective = float | tuple[float, ...]

begun = Event()
"""Set when Hydra has composed a configuration and called the task."""


def run(
    config: DictConfig, choices: Mapping[str, Any], parent: str | None = None
) -> tuple[Objective, Verdict | None]:
    """Everything between a composed configuration and a recorded, printed result."""
    if config.seeds is not None:
        from src._repeats import checked_seeds, repeat

        seeds = checked_seeds(config)
        name = run_name(choices, "-".join(map(str, seeds)))
        return repeat(
            config, seeds, name, chosen(choices), lambda own, parent: run(own, choices, parent)
        )
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
    from src.tracking.console import print_summary, progress
    from src.tracking.object_overlays import log_object_overlays, log_object_table
    from src.tracking.overlays import Extremes, log_overlays
    from src.tracking.repeats import PARENT
    from src.tracking.scorecards import log_scorecard, log_verdict

    plain = OmegaConf.to_container(config, resolve=True)
    name, told = run_name(choices, config.seed), tags(dataset, choices, config.seed)
    told |= {PARENT: parent} if parent else {}
    with tracking.start(plain, name, told, config.resume) as record:
        learned: Mapping[str, float] = {}
        if teaches:
            from src._teaching import teach

            taught = teach(config, dataset, detector, scorer, record)
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
        verdict = gate.judge(card) if gate else None
        log_scorecard(record, card, stage)
        log_overlays(record, extremes)
        if objects:
            log_object_overlays(record, extremes, scorer)
            log_object_table(record, objects)
        record.metrics({"data/samples": len(card), "data/skipped": len(dataset.skipped)})
        if dataset.skipped:
            files, reasons = zip(*dataset.skipped.items(), strict=True)
            record.table("skipped", {"file": files, "reason": reasons})
        if verdict:
            log_verdict(record, verdict)
        # Last, so that a misspelt objective loses nothing of what was measured.
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


def chosen(choices: Mapping[str, Any]) -> dict[str, str]:
    """The groups that people look for."""
    return {name: str(choices.get(name) or "") for name in ("experiment", "dataset", "detector")}


def objective(known: Mapping[str, float], names: Any) -> Objective:
    """The metric, or metrics, that a sweep asked for."""
    listed = [names] if isinstance(names, str) else list(names)
    for name in listed:
        if name not in known:
            raise InputError(f"objective: {name!r} is not measured; known: {', '.join(known)}")
    values = tuple(known[name] for name in listed)
    return values[0] if isinstance(names, str) else values


@hydra.main(config_path=str(CONF), config_name="config", execution_whitelist=TRUSTED)
def task(config: DictConfig) -> Objective:
    """One job of Hydra's; in a sweep a bad job fails alone, a single run ends with its code."""
    begun.set()
    keep_freed_memory()
    settings = HydraConfig.get()
    alone = settings.mode == RunMode.RUN
    try:
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
        sys.stderr.write("stopped; the run is recorded as KILLED\n")
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
    try:
        task()
    except SystemExit as stop:
        # Hydra says what it cannot compose and leaves with 1; a task that began has its own code.
        refused = stop.code == 1 and not begun.is_set()
        raise SystemExit(UNUSABLE_INPUT if refused else stop.code) from None


if __name__ == "__main__":
    main()
