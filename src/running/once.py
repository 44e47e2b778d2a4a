"""One run: compose → teach → evaluate → judge → report → record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig, OmegaConf

from src.composing.builder import build, check
from src.composing.entry import chosen
from src.core import (
    Dataset,
    Gate,
    InputError,
    Prediction,
    Report,
    Row,
    Sample,
    Scorecard,
    Scorer,
    Sink,
    Verdict,
    Watch,
)
from src.core.passwords import without_passwords
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.examine import check_error_handling
from src.evaluation.ledger import Ledger
from src.evaluation.tiles import with_tiles
from src.reporting.console import print_line, print_summary
from src.reporting.progress import SessionBar, progress
from src.running.answer import Answer
from src.running.baseline import changes_shown, compared, log_changes, standard_of
from src.running.checking import (
    check_kind,
    check_slices,
    check_teacher,
    chosen_split,
    warn_of_few,
)
from src.running.document import photos_of, run_document
from src.running.naming import run_name
from src.running.own_data import model_name
from src.running.threads import tell_torch
from src.sweeps.objective import Objective, metric_names, objective
from src.tracking import keys
from src.tracking.record.description import description, scored
from src.tracking.record.scorecards import log_scorecard, log_verdict

if TYPE_CHECKING:
    from src.training.participants import Taught

Result = tuple[Objective, Verdict | None]

LEDGER = "evaluation.ledger"
"""In the folder of a run's session: what was scored so far."""


@dataclass(frozen=True, eq=False)
class Parts:
    """What a run is made of."""

    dataset: Dataset
    detector: Any
    scorer: Scorer
    report: Report | None
    gate: Gate | None
    executor: Any
    tracking: Any
    annotator: Any
    clock: Any
    acquisition: Any
    trainer: Any

    @classmethod
    def of(cls, config: DictConfig) -> "Parts":
        """Everything that the configuration names, checked before anything is made or recorded."""
        check(config)
        metric_names(config.objective)
        if config.trainer:
            seed_torch(config.seed)
        groups = ["dataset", "detector", "scorer", "report", "gate", "executor", "tracking"]
        teaching = ["annotator", "clock", "acquisition", "trainer"]
        parts = {group: build(config, group) for group in groups}
        parts |= {group: build(config, group) if config.trainer else None for group in teaching}
        check_error_handling(parts["scorer"], config.on_detector_error)
        check_slices(parts["dataset"], config.scorer.get("slices") or ())
        check_kind(parts["dataset"], parts["scorer"])
        if parts["trainer"] and paints(parts["trainer"]) and not parts["annotator"]:
            raise InputError("a trainer needs an annotator: add annotator=rootpainter")
        check_teacher(parts["dataset"], parts["annotator"])
        return cls(**parts)


def paints(trainer: Any) -> bool:
    """Whether somebody paints while this trainer teaches; one that studies whole pages says no."""
    return bool(getattr(trainer, "paints", True))


def once(
    config: DictConfig,
    choices: Mapping[str, Any],
    given: Mapping[str, str] | None = None,
    watch: Watch | None = None,
    *,
    brief: bool = False,
    apart: str = "",
    bar: SessionBar | None = None,
) -> Result:
    """Everything between a composed configuration and a recorded, printed result.

    Args:
        given: tags from whoever runs this as a part of something larger.
        bar: of the same, told of every image in place of one for this run alone.
        brief: one line on the terminal, since whoever asked sums up.
        apart: what that line begins with: how this run differs from those beside it.
    """
    parts, answer = Parts.of(config), Answer.to(config)
    tell_torch(config.get(keys.THREADS))
    split, total = chosen_split(parts.dataset, config.split, teaches=bool(config.trainer))
    warn_of_few(total, split)
    stage = stage_of(config.split)
    tags = {**chosen(choices), **(given or {}), keys.SEED: str(config.seed)}
    tags[keys.FINGERPRINT] = parts.dataset.fingerprint
    if config.get("note"):
        tags |= {keys.NOTE: config.note, keys.DESCRIPTION: config.note}
    # A dataset or an annotator of somebody else's need not have any.
    tags |= getattr(parts.dataset, "run_tags", {}) | getattr(parts.annotator, "run_tags", {})
    plain = without_passwords(OmegaConf.to_container(config, resolve=True))
    name = run_name(
        choices, config.seed, model_name(config, choices),
        root=OmegaConf.select(config, "dataset.root"), command=tags.get(keys.COMMAND, ""),
    )  # fmt: skip
    store = config.tracking.get("uri")  # with its password, which the plain one is without
    standard = standard_of(store, plain, tags[keys.FINGERPRINT], parts.gate)
    began = datetime.now(UTC)
    with parts.tracking.start(plain, name, tags, config.resume) as record:
        if config.objective:
            record.quote(metric_names(config.objective))
        taught = taught_by(config, parts, record, watch, bar)
        learned: Mapping[str, float] = taught.metrics if taught else {}
        place = Path(config.sessions) / record.id / LEDGER
        ledger = Ledger(place) if record.resumable else None
        card = measured(taught, parts.report, answer) if taught else None
        if card is None:
            detector = taught.detector if taught else parts.detector
            parts = replace(parts, detector=detector)
            card = evaluated(config, parts, split, total, ledger, answer)
        kept(record, card, stage, parts)
        photos = photos_of(parts.report, card)
        if photos is not None:
            about = {"id": record.id, "name": record.name}
            text = run_document(about, plain, tags, card, began, photos)
            record.text(keys.RUN_FILE, text)
        if ledger:
            ledger.remove()
        card, standard = compared(card, standard, parts, stage)
        log_changes(record, card, standard)
        # Last, so that a misspelt limit or objective loses nothing of what was measured.
        verdict = judged(record, card, parts.gate)
        told = sentence_about(tags, config, card)
        lines = scored(card, stage, learned)
        record.tags({keys.DESCRIPTION: description(told, lines, verdict, config.get("note"))})
        result = objective(numbers_of(card, stage, learned), config.objective)
        places = answer.write(record, plain, tags, card, verdict, taught)
    if brief:
        print_line(card, verdict, record, learned, apart)
        return result, verdict
    shown = [*(parts.report.printed(card) if parts.report else ())]
    shown += changes_shown(card, standard, parts.gate)
    print_summary(
        card, verdict, record, learned, shown,
        clocks=taught.clocks if taught else {}, places=places,
        everything=config.get("show") == "all",
    )  # fmt: skip
    return result, verdict


def taught_by(
    config: DictConfig, parts: Parts, record: Any, watch: Watch | None, bar: SessionBar | None
) -> "Taught | None":
    """What teaching left behind; ``None`` where nobody teaches."""
    if not config.trainer:
        return None
    from src.running.teach import teach

    return teach(config, parts, record, watch, bar)


def measured(taught: "Taught", report: Report | None, answer: Answer) -> Scorecard | None:
    """The last measurement of teaching, shown to the report; ``None`` where there is none."""
    if taught.last is None:
        return None
    if report:
        for seen in taught.last.answers:
            report.observe(*seen)
            answer.observe(*seen)
    return taught.last.card


def evaluated(
    config: DictConfig,
    parts: Parts,
    split: str | None,
    total: int,
    ledger: Ledger | None,
    answer: Answer,
) -> Scorecard:
    """The detector on the dataset; results stream into the ledger, for a run that goes on."""
    seen: list[tuple[Sample, Prediction]] = []

    def observe(sample: Sample, prediction: Prediction, row: Row) -> None:
        if total == 1:
            seen.append((sample, prediction))
        if parts.report:
            parts.report.observe(sample, prediction, row)
            answer.observe(sample, prediction, row)

    with progress("scoring", total) as advance:
        card = evaluate_dataset(
            parts.dataset,
            split,
            parts.detector,
            parts.scorer,
            observe=observe if parts.report or total == 1 else None,
            advance=advance,
            executor=parts.executor,
            on_detector_error=config.on_detector_error,
            ledger=ledger,
        )
    return with_tiles(card, parts.scorer, *seen[0]) if seen else card


def kept(record: Sink, card: Scorecard, stage: str, parts: Parts) -> None:
    """Keep the card, what its report makes of it, and how much data there was."""
    log_scorecard(record, card, stage)
    if parts.report:
        parts.report.finish(card, record)
    skipped = parts.dataset.skipped
    record.metrics({f"{keys.DATA}samples": len(card), f"{keys.DATA}skipped": len(skipped)})
    if skipped:
        files, reasons = zip(*skipped.items(), strict=True)
        record.table(keys.SKIPPED, {"file": files, "reason": reasons})


def numbers_of(card: Scorecard, stage: str, learned: Mapping[str, float]) -> dict[str, float]:
    """All that an objective may name."""
    numbers = {f"{stage}/{name}": value for name, value in card.metrics.items()}
    numbers |= {keys.LEARNING + name: value for name, value in learned.items()}
    return numbers | {keys.TIME + name: value for name, value in card.times.items()}


def judged(record: Sink, card: Scorecard, gate: Gate | None) -> Verdict | None:
    """The verdict, kept; ``None`` without a gate."""
    verdict = gate.judge(card) if gate else None
    if verdict:
        log_verdict(record, verdict)
    return verdict


def sentence_about(tags: Mapping[str, str], config: DictConfig, card: Scorecard) -> str:
    """What a run was, in one sentence."""
    detector, dataset = (tags.get(group, "another") for group in ("detector", "dataset"))
    taught = f", taught by {tags.get('annotator', 'an annotator')}" if config.trainer else ""
    count = "1 sample" if len(card) == 1 else f"{len(card)} samples"
    return (
        f"{detector}{taught}, on {dataset}: {count} of split {config.split}, seed {config.seed}, "
        f"data {tags[keys.FINGERPRINT]}."
    )


def stage_of(split: str) -> str:
    """What stands before the metrics of a split; those of all samples are the test's."""
    return keys.TEST if split == "all" else split


def seed_torch(seed: int) -> None:
    """For nets that draw their first weights from torch's own generator."""
    import torch

    torch.manual_seed(seed)
