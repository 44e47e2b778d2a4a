"""Configurations ranked over their seeds, and whether other clocks and annotators agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from src.core import Clock, InputError, Interval
from src.reporting.progress import progress
from src.scoring.learning.people import Agreement
from src.scoring.learning.ranking import Place, rank, repeatability, same_order
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive.learning import learning_curves
from src.tracking.compare.configurations import Configuration, by_choice, labels
from src.tracking.compare.oracles import Bound, apart
from src.tracking.compare.people import agreeing, is_population
from src.tracking.compare.question import ByRun, Question
from src.tracking.compare.retiming import RecordedStrokes


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
    """Contenders from the best to the worst; ``names`` and ``seeds`` are by ``Place.number``.

    Args:
        people: for each after the first, for how many people the first is ahead of it; none where
            seeds are no people.
        oracles: what was helped by the truth, and so is in no other part of the ranking.
    """

    metric: str
    names: tuple[str, ...]
    seeds: tuple[int, ...]
    places: tuple[Place, ...]
    views: tuple[View, ...]
    among: str | None = None
    people: tuple[Agreement, ...] = ()
    oracles: tuple[Bound, ...] = ()


def rank_configurations(
    archive: Archive,
    contenders: Sequence[Configuration],
    question: Question,
    clocks: Mapping[str, Clock],
    group: str | None,
) -> Ranking:
    """The ranking, how it would repeat, and how it looks by other clocks and other choices.

    Where some contenders were run with several choices of ``group``, those of the commonest
    choice are ranked and the other choices are views. Oracles stand apart.
    """
    _check_budgets(contenders, question)
    recorded = _recorded(archive, contenders, question)
    unaided, oracles = apart(contenders)
    among, chosen, elsewhere = _choices(unaided, group)
    if len(chosen) < 2:
        beside = f" beside {len(oracles)} oracles, which have no rank" if oracles else ""
        raise InputError(
            f"A ranking needs two configurations or more, got {len(chosen)}{beside}: "
            "name more runs, or runs that differ by more than their seed"
        )
    names, scores = labels(chosen), question.scores(chosen, recorded)
    tau, interval = repeatability(scores)
    views = [View("other seeds", len(chosen), tau, interval)]
    views += _by_clock(archive, chosen, question, clocks, names, scores)
    for name, others in elsewhere.items():
        shared = sorted(others)
        here = [scores[number] for number in shared]
        there = question.scores([others[number] for number in shared], recorded)
        views.append(_view(name, [names[number] for number in shared], here, there))
    seeds = tuple(len(contender.runs) for contender in chosen)
    ranked = rank(scores)
    people = _people(chosen, scores, [place.number for place in ranked])
    places = tuple(map(question.unsigned, ranked))
    bounds = _bounds(contenders, oracles, recorded, question)
    return Ranking(
        question.metric, tuple(names), seeds, places, tuple(views), among, people, bounds
    )


def _bounds(
    contenders: Sequence[Configuration],
    oracles: Sequence[Configuration],
    recorded: ByRun,
    question: Question,
) -> tuple[Bound, ...]:
    """The oracles from the best, by what sets each apart from all others."""
    names = dict(zip(map(id, contenders), labels(contenders), strict=True))
    bounds = [
        Bound(names[id(own)], len(own.runs), fmean(recorded[run.id] for run in own.runs))
        for own in oracles
    ]
    return tuple(sorted(bounds, key=lambda own: own.mean, reverse=not question.smallest))


def _people(
    chosen: Sequence[Configuration], scores: list[list[float]], order: Sequence[int]
) -> tuple[Agreement, ...]:
    """Whether people agree that the first is ahead of each of the others."""
    if not all(is_population(contender.runs) for contender in chosen):
        return ()
    by_person = [
        {run.seed: score for run, score in zip(contender.runs, own, strict=True)}
        for contender, own in zip(chosen, scores, strict=True)
    ]
    first, *others = order
    found = [agreeing(by_person[first], by_person[other]) for other in others]
    return tuple(one for one in found if one is not None) if all(found) else ()


def _by_clock(
    archive: Archive,
    chosen: Sequence[Configuration],
    question: Question,
    clocks: Mapping[str, Clock],
    names: Sequence[str],
    scores: list[list[float]],
) -> Iterator[View]:
    runs = [run for contender in chosen for run in contender.runs] if clocks else []
    recordings: dict[str, RecordedStrokes] = {}
    with progress("reading strokes", len(runs)) as advance:
        for run in runs:
            recordings[run.id] = RecordedStrokes.of(archive, run)
            advance()
    for name, clock in clocks.items():
        numbers = {run.id: question.of_curve(recordings[run.id].curve(clock), run) for run in runs}
        yield _view(f"clock={name}", names, scores, question.scores(chosen, numbers))


def _view(
    name: str, names: Sequence[str], scores: list[list[float]], others: list[list[float]]
) -> View:
    order = same_order(scores, others)
    first = names[order.first]
    return View(name, len(names), order.tau, order.interval, first, order.overturned)


def _choices(
    contenders: Sequence[Configuration], group: str | None
) -> tuple[str | None, Sequence[Configuration], dict[str, dict[int, Configuration]]]:
    """The commonest choice, its configurations, and by other choices those they share with it."""
    if group is None:
        return None, contenders, {}
    by_name = by_choice(contenders, group)
    among, chosen = next(iter(by_name.items()), (None, contenders))
    places = {contender.without(group): number for number, contender in enumerate(chosen)}
    elsewhere = {}
    for name, others in by_name.items():
        alike = {other.without(group): other for other in others}
        shared = {places[rest]: other for rest, other in alike.items() if rest in places}
        if name != among and len(shared) > 1:
            elsewhere[name] = shared
    return (among, chosen, elsewhere) if elsewhere else (None, contenders, {})


def _recorded(archive: Archive, contenders: Sequence[Configuration], question: Question) -> ByRun:
    runs = [run for contender in contenders for run in contender.runs]
    if question.timed and question.budget:
        curves = {run.id: learning_curves(archive, run)[0] for run in runs}
        return {run.id: question.of_curve(curves[run.id], run) for run in runs}
    return {run.id: run.metrics[question.metric] for run in runs}


def _check_budgets(contenders: Sequence[Configuration], question: Question) -> None:
    budgets = {contender.parameters.get(keys.BUDGET) for contender in contenders}
    if question.bounded and question.budget is None and len(budgets) > 1:
        several = ", ".join(sorted(map(str, budgets)))
        raise InputError(
            f"{keys.BUDGET} differs ({several}), so {question.metric} does not compare: "
            "pass --budget"
        )
