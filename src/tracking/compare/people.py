"""Runs in which every seed was another person: what they come to, and whether people agree."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rich.table import Table

from src.core import Direction
from src.scoring.learning.people import Agreement, agreement, among_people
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children
from src.tracking.archive.learning import learning_curves
from src.tracking.compare.differences import common_direction


def is_population(runs: Sequence[PastRun]) -> bool:
    """Whether a different person painted in each of these runs."""
    people = [traits_of(run) for run in runs]
    return bool(people) and all(people) and len({str(one) for one in people}) == len(people)


def traits_of(run: PastRun) -> dict[str, float]:
    """What the person of a run was like; none where it was no such person."""
    own = ((key, text) for key, text in run.tags.items() if key.startswith(keys.PERSON))
    return {key.removeprefix(keys.PERSON): float(text) for key, text in sorted(own)}


def people_metrics(runs: Sequence[PastRun], names: Sequence[str]) -> dict[str, float]:
    """Spread between people and worst tenth of some metrics, where there is a worse."""
    numbers: dict[str, float] = {}
    for name in names:
        way = common_direction(name, runs)
        if way in (None, Direction.NEITHER):
            continue
        values = [run.metrics.get(name, np.nan) for run in runs]
        found = among_people(values, lower_is_better=way is Direction.LOWER)
        numbers[name + keys.SPREAD] = found.spread
        numbers[name + keys.WORST_TENTH] = found.worst_tenth
    return {name: value for name, value in numbers.items() if not np.isnan(value)}


def people_columns(runs: Sequence[PastRun], names: Sequence[str]) -> dict[str, Any]:
    """One row per person: traits, then metrics."""
    traits = [traits_of(run) for run in runs]
    columns: dict[str, Any] = {keys.SEED: np.array([run.seed for run in runs])}
    columns |= {name: np.array([one[name] for one in traits]) for name in traits[0]}
    metrics = ((name, [run.metrics.get(name, np.nan) for run in runs]) for name in names)
    return columns | {name: np.array(values, np.float64) for name, values in metrics}


def people_table(numbers: Mapping[str, float], names: Sequence[str], people: int) -> Table:
    """Mean, spread and worst tenth, a line per metric."""
    table = Table(title=f"{people} people", title_justify="left")
    table.add_column("metric")
    for heading in ("mean", "spread between people", "worst tenth"):
        table.add_column(heading, justify="right")
    for name in names:
        cells = [numbers.get(name + end) for end in ("", keys.SPREAD, keys.WORST_TENTH)]
        if None not in cells:
            table.add_row(name, *(f"{cell:.4g}" for cell in cells))
    return table


def areas_by_person(archive: Archive, parent: PastRun, budget: float) -> dict[int, float]:
    """Seed to AUBC of every person below a parent; none where it is no population."""
    runs = children(archive, parent) if keys.REPEATS in parent.tags else []
    if not is_population(runs):
        return {}
    curves = ((run.seed, learning_curves(archive, run)) for run in runs)
    return {seed: own[0].area(budget) for seed, own in curves if own}


def agreeing(own: Mapping[int, float], other: Mapping[int, float]) -> Agreement | None:
    """Over the people who painted for both; the greater number is ahead."""
    shared = sorted(own.keys() & other.keys())
    return agreement([own[seed] for seed in shared], [other[seed] for seed in shared])


def agreement_words(first: str, other: str, found: Agreement) -> str:
    """For how many people the first is ahead, and what that says of most."""
    said = {True: "so it is for most", False: "so it is not for most"}
    verdict = "these people cannot tell whether it is so for most"
    if found.holds_for_most is not None:
        verdict = said[found.holds_for_most]
    between = f"{found.interval.low:.2f} – {found.interval.high:.2f}"
    return (
        f"{first} is ahead of {other} for {found.ahead:g} of {found.people} people "
        f"({found.share:.2f}, {between}): {verdict}"
    )
