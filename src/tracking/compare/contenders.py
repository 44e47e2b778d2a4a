"""Which runs a ranking is about, and which other clocks it asks."""

from collections.abc import Iterable, Mapping, Sequence

from src.annotators.clocks import SeedClock, keeps_recorded
from src.composing.clocks import chosen_clock, known_clocks
from src.core import Clock, InputError
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_trajectories
from src.tracking.archive.results import all_whole
from src.tracking.compare.configurations import (
    Configuration,
    check_data,
    childless,
    configurations,
    single_runs,
)
from src.tracking.compare.question import Question

NONE = "none"


def runs_to_rank(
    archive: Archive, names: Sequence[str], study: str | None, experiment: str | None, metric: str
) -> list[PastRun]:
    """The finished single runs that were asked for and have the metric."""
    if sum(map(bool, (names, study, experiment))) != 1:
        raise InputError("Name the runs to rank, or one --study, or one --experiment")
    if experiment:
        runs = childless(archive.newest(status="FINISHED", experiment=experiment))
    else:
        parents = [archive.find(name) for name in names] or _sweeps(archive, study or "")
        runs = single_runs(archive, parents)
    if any(metric not in run.metrics for run in runs):
        runs = all_whole(archive, runs)
    measured = [run for run in runs if metric in run.metrics]
    if not measured:
        known = ", ".join(sorted({name for run in runs for name in run.metrics if "/" in name}))
        raise InputError(f"None of {len(runs)} runs has {metric!r}: choose one of {known or '–'}")
    return measured


def _sweeps(archive: Archive, study: str) -> list[PastRun]:
    """The parents of a study's trials."""
    quoted = study.replace("'", "")
    runs = archive.search(f"tags.`{keys.STUDY}` = '{quoted}'")
    parents = [run for run in runs if keys.TRIAL not in run.tags]
    if not parents:
        raise InputError(f"There is no study {study!r}: its name is that of the sweep's parent run")
    return parents


def contenders(runs: Sequence[PastRun], across_datasets: bool) -> list[Configuration]:
    """The runs by configuration, refused where equal seeds saw other data."""
    contending = configurations(runs)
    if not across_datasets:
        check_data(contending)
    return contending


def remarks(runs: Sequence[PastRun], contending: Sequence[Configuration]) -> list[str]:
    """What a reader of the table should know."""
    sentences = []
    repeated = len(runs) - sum(len(contender.runs) for contender in contending)
    if repeated:
        sentences.append(f"{repeated} runs had the seed of a newer one and were left out")
    if len({tuple(run.seed for run in contender.runs) for contender in contending}) > 1:
        sentences.append("the configurations have different seeds")
    return sentences


def clocks_to_ask(
    archive: Archive, runs: Sequence[PastRun], asked: str | None, question: Question
) -> tuple[Mapping[str, Clock], list[str]]:
    """The clocks of ``--clock klm,steering``, else every other one where strokes were kept."""
    if asked is not None:
        words = [] if asked == NONE else asked.split(",")
        if words and not question.timed:
            raise InputError(f"{question.metric} is the same by every clock: leave --clock out")
        return dict(_clock(text) for text in words), []
    if not question.timed:
        return {}, []
    try:
        read_trajectories(archive, runs[0])
    except InputError as missing:
        return {}, [f"other clocks were not asked: {missing}"]
    return dict(_others(run.parameters.get(keys.CLOCK_CLASS, "") for run in runs)), []


def _clock(text: str) -> tuple[str, Clock]:
    name, *settings = text.split()
    _, clock = chosen_clock([f"clock={name}", *settings])
    return text.strip(), clock


def _others(recorded: Iterable[str]) -> list[tuple[str, Clock]]:
    """Every clock that did not record these; one that keeps times asks for the hand's own."""
    classes = {target.rpartition(".")[2] for target in recorded}
    by_hand = classes == {SeedClock.__name__}
    clocks = [_clock(name) for name in known_clocks() if name != "seed"]
    asked = [(name, clock) for name, clock in clocks if by_hand or not keeps_recorded(clock)]
    return [(name, clock) for name, clock in asked if type(clock).__name__ not in classes]
