"""Which runs a ranking is about, and which other clocks it asks."""

from collections.abc import Iterable, Mapping, Sequence

from src._clocks import chosen_clock, known_clocks
from src.core import Clock, InputError
from src.tracking.archive import Archive, PastRun
from src.tracking.configurations import (
    Configuration,
    check_data,
    childless,
    configurations,
    seed_of,
    single_runs,
)
from src.tracking.ranking import Question
from src.tracking.retiming import recorded_trajectories
from src.tracking.trials import STUDY, TRIAL

NONE = "none"


def runs_to_rank(
    archive: Archive, names: Sequence[str], study: str | None, experiment: str | None, metric: str
) -> list[PastRun]:
    """The finished single runs that were asked for and have the metric."""
    if sum(map(bool, (names, study, experiment))) != 1:
        raise InputError("Name the runs to rank, or one --study, or one --experiment")
    if experiment:
        found = childless(archive.newest(status="FINISHED", experiment=experiment))
    else:
        parents = [archive.find(name) for name in names] or _sweeps(archive, study or "")
        found = single_runs(archive, parents)
    measured = [run for run in found if metric in run.metrics]
    if not measured:
        known = ", ".join(sorted({name for run in found for name in run.metrics if "/" in name}))
        raise InputError(f"None of {len(found)} runs has {metric!r}: choose one of {known or '–'}")
    return measured


def _sweeps(archive: Archive, study: str) -> list[PastRun]:
    """The parents of a study's trials."""
    quoted = study.replace("'", "")
    found = archive.search(f"tags.`{STUDY}` = '{quoted}'")
    parents = [run for run in found if TRIAL not in run.tags]
    if not parents:
        raise InputError(f"There is no study {study!r}: its name is that of the sweep's parent run")
    return parents


def contenders(runs: Sequence[PastRun], across_datasets: bool) -> list[Configuration]:
    """The runs by configuration, refused where equal seeds saw other data."""
    found = configurations(runs)
    if not across_datasets:
        check_data(found)
    return found


def remarks(runs: Sequence[PastRun], found: Sequence[Configuration]) -> list[str]:
    """What a reader of the table should know."""
    told = []
    repeated = len(runs) - sum(len(one.runs) for one in found)
    if repeated:
        told.append(f"{repeated} runs had the seed of a newer one and were left out")
    if len({tuple(map(seed_of, one.runs)) for one in found}) > 1:
        told.append("the configurations have different seeds")
    return told


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
        recorded_trajectories(archive, runs[0])
    except InputError as missing:
        return {}, [f"other clocks were not asked: {missing}"]
    return dict(_others(run.parameters.get("clock._target_", "") for run in runs)), []


def _clock(text: str) -> tuple[str, Clock]:
    name, *settings = text.split()
    _, clock = chosen_clock([f"clock={name}", *settings])
    return text.strip(), clock


def _others(recorded: Iterable[str]) -> list[tuple[str, Clock]]:
    """Every clock that did not record these; the seed's own keeps whatever was recorded."""
    classes = {target.rpartition(".")[2] for target in recorded}
    clocks = [_clock(name) for name in known_clocks() if name != "seed"]
    return [(name, clock) for name, clock in clocks if type(clock).__name__ not in classes]
