"""What a goal takes: several ways taught on a few pictures as child runs, then extrapolated."""

import logging
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt, Lt, MinLen
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf
from rich.console import Console
from rich.table import Table

from src.composing.builder import build, check
from src.composing.checking import check_arguments
from src.composing.conf import composed
from src.composing.entry import chosen
from src.composing.plain import plain_of
from src.composing.settings import Seed
from src.core import InputError
from src.reporting.console import print_place
from src.reporting.drawing.figures import keep_figure, vectors_of
from src.reporting.page.facts import Shown
from src.reporting.page.parts import SVG
from src.reporting.page.several import Together, study_page
from src.reporting.plans import Way, ordered, plan_columns, plan_figure, plan_rows, plan_words
from src.running.naming import run_name
from src.running.once import Result, once
from src.scoring.learning.planning import Session, need
from src.tracking import keys
from src.tracking.answer.gathering import clocks, run_facts, scorecard
from src.tracking.archive import Archive, PastRun
from src.tracking.record.run import Run

log = logging.getLogger(__name__)

WAY = "plan.way"
"""Tag of a session: which way it tried."""

PLAN_CURVE = "plan.png"
TABLE = "plan"


@dataclass(frozen=True)
class Goal:
    """What is wanted of the model."""

    f1: Annotated[float, Gt(0), Lt(1)]


@dataclass(frozen=True)
class Plan:
    """What is tried."""

    seeds: Annotated[Sequence[Seed], MinLen(2)]
    ways: Annotated[Sequence[Mapping[str, str]], MinLen(1)]


def make_plan(
    config: DictConfig, choices: Mapping[str, Any], given: Mapping[str, str] | None = None
) -> Result:
    """Teach every way with every seed, and tell what the goal takes."""
    check_arguments(Goal, plain_of(config, "goal"), "goal")
    check_arguments(Plan, plain_of(config, "plan"), "plan")
    check(config)
    if OmegaConf.select(config, "tracking.uri") is None:
        raise InputError("plan: sessions and their plan need a store; set tracking=mlflow")
    tracking, seeds = build(config, "tracking"), list(config.plan.seeds)
    words = _words(config, tracking.uri)
    ways = distinct_ways(words, config.plan.ways)
    tags = {**chosen(choices), **(given or {})}
    plain = OmegaConf.to_container(config, resolve=True)
    name = run_name(choices, "all", root=OmegaConf.select(config, "dataset.root"))
    with tracking.start(plain, name, tags, config.resume) as record:
        archive = Archive(tracking.uri)
        done = _finished(archive, record.id)
        for way in ways:
            for seed in seeds:
                if (shlex.join(way), str(seed)) not in done:
                    _teach(config, choices, [*_without(words, way), *way], way, seed, record)
        runs = _finished(archive, record.id)
        tried = [_tried(archive, way, seeds, runs, config.goal.f1) for way in ways]
        _keep(record, archive, tried, runs, config, plain)
    _print(record, tried, config, archive, runs)
    best = ordered(tried)[0]
    return (best.need.images.value if best.need.reachable else float("nan")), None


def distinct_ways(words: Sequence[str], ways: Sequence[Mapping[str, str]]) -> list[list[str]]:
    """The words of each way, once; what the command line decides holds for all."""
    given = {_group(word): word for word in words}
    chosen = ([given.get(group, f"{group}={name}") for group, name in way.items()] for way in ways)
    return [list(way) for way in dict.fromkeys(map(tuple, chosen))]


def _group(word: str) -> str:
    return word.lstrip("+").partition("=")[0]


def _without(words: Sequence[str], way: Sequence[str]) -> list[str]:
    """The words of the command line but for the groups that a way chooses."""
    groups = {_group(word) for word in way}
    return [word for word in words if _group(word) not in groups]


def _words(config: DictConfig, uri: str) -> list[str]:
    """The words that composed this plan; of one that goes on, those that began it."""
    if not config.resume:
        return list(HydraConfig.get().overrides.task)
    begun = shlex.split(Archive(uri).find(config.resume).tags.get(keys.COMMAND, ""))
    if len(begun) < 4:
        raise InputError(f"resume={config.resume}: it does not tell how it began; plan anew")
    return begun[3:]


def _teach(
    config: DictConfig,
    choices: Mapping[str, Any],
    words: Sequence[str],
    way: Sequence[str],
    seed: int,
    record: Run,
) -> None:
    """One session, as if its words had been typed alone."""
    own = composed([*words, f"seed={seed}", "resume=null"])
    # The same pictures for every session: a drawn set would be another with another seed.
    own.dataset = plain_of(config, "dataset")
    own.threads, own.tracking, own.sessions = (
        config.get("threads"),
        config.tracking,
        config.sessions,
    )
    tags = {keys.PARENT: record.id, WAY: shlex.join(way), keys.COMMAND: _alone(words, own, seed)}
    log.info("%s, seed %d", " ".join(way), seed)
    once(own, {**choices, **dict(word.split("=", 1) for word in way)}, tags, brief=True)


def _alone(words: Sequence[str], own: DictConfig, seed: int) -> str:
    """What runs one session again; data that is drawn keeps the seed of the plan's."""
    kept = [word for word in words if not word.startswith(("goal.", "plan.", "dataset.seed"))]
    if "seed" in own.dataset:
        kept.append(f"dataset.seed={own.dataset.seed}")
    return shlex.join(["python", "-m", "src.run", *kept, f"seed={seed}", "plan=null"])


def _finished(archive: Archive, parent: str) -> dict[tuple[str, str], PastRun]:
    """Way and seed to its finished run, the newest."""
    wanted = f"tags.`{keys.PARENT}` = '{parent}' and attributes.status = 'FINISHED'"
    runs = reversed(archive.search(wanted))
    return {(run.tags[WAY], run.tags[keys.SEED]): run for run in runs if WAY in run.tags}


def _tried(
    archive: Archive,
    way: Sequence[str],
    seeds: Sequence[int],
    runs: Mapping[tuple[str, str], PastRun],
    goal: float,
) -> Way:
    own = [runs[shlex.join(way), str(seed)] for seed in seeds]
    curves = [clocks(archive, run, {}) for run in own]
    if not all(curves):
        raise InputError("plan: nothing was held out, so nothing is known of F1: keep test images")
    sessions = []
    for by_clock in curves:
        first = next(iter(by_clock.values()))
        scores = first.scores.copy()
        scores[: first.known_from] = np.nan
        sessions.append(Session(scores, {name: one.seconds for name, one in by_clock.items()}))
    try:
        found = need(sessions, goal, _held_out(archive, own), np.random.default_rng(0))
    except ValueError as error:
        raise InputError(f"plan: {' '.join(way)}: {error}; give more images") from error
    shortest = min(len(session.scores) for session in sessions)
    scores = np.stack([session.scores[:shortest] for session in sessions])
    wall = [(run.seconds or 0.0) / max(len(session.scores), 1)
            for run, session in zip(own, sessions, strict=True)]  # fmt: skip
    return Way(" ".join(way), found, scores, float(np.mean(wall)))


def _held_out(archive: Archive, runs: Sequence[PastRun]) -> Any:
    """The score of every test image, the mean over seeds."""
    cards = [scorecard(archive, run) for run in runs]
    columns = [card.rows["f1"] for card in cards if card is not None and "f1" in card.rows]
    alike = len({len(column) for column in columns}) == 1
    return np.mean(columns, axis=0) if columns and alike else np.zeros(0)


def _answer(tried: Sequence[Way], config: DictConfig, held_out: int) -> str:
    return plan_words(tried, config.goal.f1, held_out)


def _keep(
    record: Run,
    archive: Archive,
    tried: Sequence[Way],
    runs: Mapping[tuple[str, str], PastRun],
    config: DictConfig,
    plain: Any,
) -> None:
    """The plan as a table, a chart and a page."""
    import yaml

    record.table(TABLE, plan_columns(tried))
    best = ordered(tried)[0]
    numbers = {"images": best.need.images.value, "chance": best.need.chance}
    numbers |= {f"seconds_{name}": own.value for name, own in best.need.seconds.items()}
    record.metrics({f"plan/{name}": value for name, value in numbers.items()})
    figure = plan_figure(tried, config.goal.f1, record.name)
    keep_figure(record, PLAN_CURVE, figure)
    record.flush()
    first = next(run for (way, _), run in runs.items() if " ".join(shlex.split(way)) == best.label)
    facts = run_facts(archive, first)
    caption = (
        "Dots: test F1 after each image of each session. Lines: the law fitted to them, and where "
        "it may lie."
    )
    page = study_page(
        Together(
            name=record.name,
            about={"goal": f"F1 {config.goal.f1:g}", "sessions": str(len(runs)), "run": record.id},
            members=[facts],
            sentences=[_answer(tried, config, len(facts.card) if facts.card else 0)],
            tables={"Every way that was tried": plan_rows(tried)},
            pictures=[Shown(caption, vectors_of(figure), SVG)],
            config=yaml.safe_dump(plain, sort_keys=False, allow_unicode=True),
            command=archive.find(record.id).tags.get(keys.COMMAND),
        )
    )
    record.text(keys.REPORT_FILE, page)


def _print(
    record: Run,
    tried: Sequence[Way],
    config: DictConfig,
    archive: Archive,
    runs: Mapping[tuple[str, str], PastRun],
) -> None:
    card = scorecard(archive, next(iter(runs.values())))
    console = Console()
    heads, rows = plan_rows(tried)
    table = Table(title=f"What F1 {config.goal.f1:g} takes", title_justify="left")
    for place, head in enumerate(heads):
        table.add_column(head, overflow="fold", justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print(_answer(tried, config, len(card) if card else 0), highlight=False, markup=False)
    print_place(console, record)
    page = record.place(keys.REPORT_FILE)
    console.print(f"report: {page}", highlight=False, soft_wrap=True, markup=False)
