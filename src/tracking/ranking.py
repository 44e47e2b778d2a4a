"""Configurations ranked over their seeds, and whether other clocks and annotators agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from src.core import Clock, InputError, Interval
from src.scoring.efficiency import LearningCurve
from src.scoring.ranking import Place, agreement, rank, repeatability
from src.tracking.archive import Archive, PastRun
from src.tracking.configurations import Configuration, by_choice, labels
from src.tracking.console import progress
from src.tracking.repeats import learning_curves
from src.tracking.retiming import Recording

AREA = "learning/aubc"
SECONDS_TO, CAPPED = "learning/seconds_to_f1_", "learning/capped_seconds_to_f1_"
BUDGET = "trainer.budget"

ByRun = Mapping[str, float]
"""Id of a run to its number; ``nan`` where it has none."""


@dataclass(frozen=True)
class View:
    """The same contenders seen otherwise: by another clock, with another annotator.

    Args:
        tau: Kendall's, between this order and the ranking.
        first: who is first here; ``None`` where that is not asked.
        overturned: whether it clearly beats, here, who is first in the ranking.
    """

    name: str
    contenders: int
    tau: float
    interval: Interval
    first: str | None = None
    overturned: bool = False


@dataclass(frozen=True)
class Ranking:
    """Contenders from the best to the worst; ``names`` and ``seeds`` are by ``Place.number``."""

    metric: str
    names: tuple[str, ...]
    seeds: tuple[int, ...]
    places: tuple[Place, ...]
    views: tuple[View, ...]
    among: str | None = None


@dataclass(frozen=True)
class Question:
    """By what to rank.

    Args:
        smallest: whether a smaller number is better; of seconds it always is.
        budget: simulated seconds of AUBC and capped times, taken anew; ``None`` as recorded.
    """

    metric: str = AREA
    smallest: bool = False
    budget: float | None = None

    @property
    def sign(self) -> int:
        """What makes greater better."""
        return -1 if self.smallest or self.metric.startswith((SECONDS_TO, CAPPED)) else 1

    @property
    def timed(self) -> bool:
        """Whether another clock changes the answer."""
        return self.metric.startswith((AREA, SECONDS_TO, CAPPED))

    def scores(self, found: Sequence[Configuration], numbers: ByRun) -> list[list[float]]:
        """A row per configuration, greater being better."""
        return [[self.sign * numbers[run.id] for run in one.runs] for one in found]

    def told(self, place: Place) -> Place:
        """The place with the numbers of the metric itself."""
        if self.sign > 0:
            return place
        ends = place.interval and Interval(-place.interval.high, -place.interval.low)
        return replace(place, mean=-place.mean, middle=-place.middle, interval=ends)

    def of_curve(self, curve: LearningCurve, run: PastRun) -> float:
        """The metric of a learning curve."""
        budget = self.budget or float(run.parameters[BUDGET])
        if self.metric == AREA:
            return curve.area(budget)
        level = float(self.metric.rpartition("_")[2])
        capped = self.metric.startswith(CAPPED)
        return curve.capped_seconds_to(level, budget) if capped else curve.seconds_to(level)


def rank_configurations(
    archive: Archive,
    found: Sequence[Configuration],
    question: Question,
    clocks: Mapping[str, Clock],
    group: str | None,
) -> Ranking:
    """The ranking, how it would repeat, and how it looks by other clocks and other choices.

    Where some contenders were run with several choices of ``group``, those of the commonest
    choice are ranked and the other choices are views.
    """
    _check_budgets(found, question)
    recorded = _recorded(archive, found, question)
    among, chosen, elsewhere = _choices(found, group)
    if len(chosen) < 2:
        raise InputError(
            f"A ranking needs two configurations or more, got {len(chosen)}: "
            "name more runs, or runs that differ by more than their seed"
        )
    names, scores = labels(chosen), question.scores(chosen, recorded)
    tau, interval = repeatability(scores)
    views = [View("other seeds", len(chosen), tau, interval)]
    views += _by_clock(archive, chosen, question, clocks, names, scores)
    for name, others in elsewhere.items():
        pairs = [(number, others[number]) for number in sorted(others)]
        own = [scores[number] for number, _ in pairs]
        told = [names[number] for number, _ in pairs]
        views.append(_view(name, told, own, question.scores([o for _, o in pairs], recorded)))
    seeds = tuple(len(one.runs) for one in chosen)
    places = tuple(map(question.told, rank(scores)))
    return Ranking(question.metric, tuple(names), seeds, places, tuple(views), among)


def _by_clock(
    archive: Archive,
    chosen: Sequence[Configuration],
    question: Question,
    clocks: Mapping[str, Clock],
    names: Sequence[str],
    scores: list[list[float]],
) -> Iterator[View]:
    runs = [run for one in chosen for run in one.runs] if clocks else []
    recordings: dict[str, Recording] = {}
    with progress("reading strokes", len(runs)) as advance:
        for run in runs:
            recordings[run.id] = Recording.of(archive, run)
            advance()
    for name, clock in clocks.items():
        numbers = {run.id: question.of_curve(recordings[run.id].curve(clock), run) for run in runs}
        yield _view(f"clock={name}", names, scores, question.scores(chosen, numbers))


def _view(
    name: str, names: Sequence[str], scores: list[list[float]], others: list[list[float]]
) -> View:
    found = agreement(scores, others)
    told = (found.tau, found.interval, names[found.first], found.overturned)
    return View(name, len(names), *told)


def _choices(
    found: Sequence[Configuration], group: str | None
) -> tuple[str | None, Sequence[Configuration], dict[str, dict[int, Configuration]]]:
    """The commonest choice, its configurations, and by other choices those they share with it."""
    if group is None:
        return None, found, {}
    by_name = by_choice(found, group)
    among, chosen = next(iter(by_name.items()), (None, found))
    places = {one.without(group): number for number, one in enumerate(chosen)}
    elsewhere = {}
    for name, others in by_name.items():
        shared = {places[o.without(group)]: o for o in others if o.without(group) in places}
        if name != among and len(shared) > 1:
            elsewhere[name] = shared
    return (among, chosen, elsewhere) if elsewhere else (None, found, {})


def _recorded(archive: Archive, found: Sequence[Configuration], question: Question) -> ByRun:
    runs = [run for one in found for run in one.runs]
    if question.timed and question.budget:
        curves = {run.id: learning_curves(archive, run)[0] for run in runs}
        return {run.id: question.of_curve(curves[run.id], run) for run in runs}
    return {run.id: run.metrics[question.metric] for run in runs}


def _check_budgets(found: Sequence[Configuration], question: Question) -> None:
    budgets = {one.parameters.get(BUDGET) for one in found}
    bounded = question.metric.startswith((AREA, CAPPED))
    if bounded and question.budget is None and len(budgets) > 1:
        told = ", ".join(sorted(map(str, budgets)))
        raise InputError(
            f"{BUDGET} differs ({told}), so {question.metric} does not compare: pass --budget"
        )
