"""What a goal takes: several ways taught on a few pictures as child runs, then extrapolated."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Ge, Gt, Lt, MinLen
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf
from rich.console import Console
from rich.table import Table

from src.composing.builder import build, check
from src.composing.checking import check_arguments
from src.composing.entry import chosen
from src.composing.plain import plain_of
from src.composing.settings import Seed
from src.core import InputError
from src.reporting.console import print_place
from src.reporting.drawing.figures import keep_figure
from src.reporting.plans import plan_columns, plan_figure, plan_rows
from src.running.naming import run_name
from src.running.once import Result
from src.running.plan_sessions import Teaching, distinct_ways
from src.tracking import keys
from src.tracking.answer.planned import Planned, plan_page, planned
from src.tracking.archive import Archive
from src.tracking.record.run import Run


@dataclass(frozen=True)
class Goal:
    """What is wanted of the model."""

    f1: Annotated[float, Gt(0), Lt(1)]


@dataclass(frozen=True)
class Plan:
    """What is tried, and what it may cost.

    Args:
        patience: a session may cost the annotator so many times as much as those of other ways.
        minutes: of this computer, after which no session is begun; ``None``: all are.
    """

    seeds: Annotated[Sequence[Seed], MinLen(2)]
    ways: Annotated[Sequence[Mapping[str, str]], MinLen(1)]
    patience: Annotated[float, Ge(1)] = 3.0
    minutes: Annotated[float, Gt(0)] | None = None


def make_plan(
    config: DictConfig, choices: Mapping[str, Any], given: Mapping[str, str] | None = None
) -> Result:
    """Teach every way with every seed, and tell what the goal takes."""
    check_arguments(Goal, plain_of(config, "goal"), "goal")
    check_arguments(Plan, plain_of(config, "plan"), "plan")
    check(config)
    if OmegaConf.select(config, "tracking.uri") is None:
        raise InputError("plan: sessions and their plan need a store; set tracking=mlflow")
    tracking = build(config, "tracking")
    words = _words(config, tracking.uri)
    tags = {**chosen(choices), **(given or {})}
    plain = OmegaConf.to_container(config, resolve=True)
    seeds = "-".join(map(str, config.plan.seeds))
    name = run_name(choices, seeds, root=OmegaConf.select(config, "dataset.root"))
    with tracking.start(plain, name, tags, config.resume) as record:
        archive = Archive(tracking.uri)
        ways = distinct_ways(words, config.plan.ways)
        left_out = Teaching(config, choices, words, record.id, archive).all_of(ways)
        record.metrics({keys.LEFT_OUT: left_out})
        record.flush()
        found = planned(archive, archive.find(record.id))
        _keep(record, archive, found)
    _print(record, found)
    need = found.best.need
    return (need.images.value if need.reachable else float("nan")), None


def _words(config: DictConfig, uri: str) -> list[str]:
    """The words that composed this plan; of one that goes on, those that began it."""
    if not config.resume:
        return list(HydraConfig.get().overrides.task)
    begun = shlex.split(Archive(uri).find(config.resume).tags.get(keys.COMMAND, ""))
    if len(begun) < 4:
        raise InputError(f"resume={config.resume}: it does not tell how it began; plan anew")
    return begun[3:]


def _keep(record: Run, archive: Archive, found: Planned) -> None:
    """The plan as a table, a chart and a page."""
    record.table(keys.PLAN, plan_columns(found.ways))
    need = found.best.need
    numbers = {"images": need.images.value, "chance": need.chance}
    numbers |= {f"seconds_{name}": own.value for name, own in need.seconds.items()}
    record.metrics({keys.PLANNED + name: value for name, value in numbers.items()})
    record.tags({keys.DESCRIPTION: found.words})
    keep_figure(record, keys.PLAN_CURVE, plan_figure(found.ways, found.goal, record.name))
    record.flush()
    record.text(keys.REPORT_FILE, plan_page(archive, archive.find(record.id), found))


def _print(record: Run, found: Planned) -> None:
    console = Console()
    heads, rows = plan_rows(found.ways)
    table = Table(title=f"What F1 {found.goal:g} takes", title_justify="left")
    for place, head in enumerate(heads):
        table.add_column(head, overflow="fold", justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print(found.words, highlight=False, markup=False)
    print_place(console, record)
    page = record.place(keys.REPORT_FILE)
    console.print(f"report: {page}", highlight=False, soft_wrap=True, markup=False)
