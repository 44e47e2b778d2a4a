"""Methods side by side: on the same questions, by the same rules, ranked and told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from src.core import InputError, Table
from src.core.answers import ERROR
from src.core.metric_names import at, place_of
from src.scoring.grounding import tables
from src.scoring.grounding.comparison import Pair, compare_hits
from src.scoring.grounding.contenders import Method, Standing
from src.scoring.grounding.parts import ALL, OFFSET, SIDE, all_parts, picture_numbers
from src.scoring.grounding.same_questions import check_comparable, shared_questions

RESAMPLES = 2000
"""Draws of pictures, where the parts of a set are taken anew."""

RATE, QUOTED = "accuracy", "detection_rate"
"""What methods are ranked by, of all targets: of the answered ones alone, as a run quotes it, a
method that fails on whatever is hard would come first."""


@dataclass(frozen=True, eq=False)
class Contest:
    """All methods on the same questions.

    Args:
        rate: by which they are ranked.
        standings: from the best to the worst; oracles are apart.
        pairs: every two of those that are ranked.
        left_out: method to how many of its questions the others were not asked.
    """

    rate: str
    standings: tuple[Standing, ...]
    oracles: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def everyone(self) -> tuple[Standing, ...]:
        """Ranked methods, then oracles."""
        return (*self.standings, *self.oracles)

    @property
    def without_baseline(self) -> tuple[Method, ...]:
        """Ranked methods with transforms whose own figure without them is not there."""
        methods = (own.method for own in self.standings)
        return tuple(method for method in methods if method.absent_baseline)

    @property
    def pictures(self) -> int:
        """How many screenshots there are."""
        return int(picture_numbers(self.everyone[0].questions).max(initial=-1)) + 1


def compete(methods: Sequence[Method], *, common: bool = False, rate: str | None = None) -> Contest:
    """Rank methods by a rate, and test every two of them target by target.

    Args:
        common: compare what all were asked where their sets differ, in place of refusing.
        rate: ``None`` for hits by the rule that all of them quote; by point where they differ.
    """
    check_comparable(methods, common)
    asked = [method.card.tables[tables.QUESTIONS] for method in methods]
    shared = shared_questions(methods, asked, common)
    chosen = rate or _quoted(methods)
    standings = [
        _standing(method, questions, places)
        for method, questions, places in zip(methods, asked, shared, strict=True)
    ]
    _check_ranked(standings, chosen)
    ranked = sorted(
        (own for own in standings if not own.method.oracle),
        key=lambda own: (-own.number(chosen), own.number("errors")),
    )
    numbers = [own.number(chosen) for own in ranked]
    placed = [
        Standing(**{**vars(own), "rank": 1 + sum(other > number for other in numbers)})
        for own, number in zip(ranked, numbers, strict=True)
    ]
    counts = zip(methods, asked, shared, strict=True)
    return Contest(
        chosen,
        tuple(placed),
        tuple(own for own in standings if own.method.oracle),
        tuple(_pairs(placed, chosen)),
        {method.name: len(own["id"]) - len(places) for method, own, places in counts},
    )


def rate_by(methods: Sequence[Method], *, boxes: bool) -> str:
    """The rate of hits by IoU, at the threshold that is quoted, or of hits by point."""
    return at(RATE, methods[0].rules["iou"].split()[0]) if boxes else RATE


def _quoted(methods: Sequence[Method]) -> str:
    """A method that found nothing at all has no say in whether points or boxes are compared."""
    answering = [own for own in methods if own.card.metrics["found"] > 0] or methods
    rates = {method.rules["quoted"] for method in answering}
    return rates.pop().replace(QUOTED, RATE) if len(rates) == 1 else RATE


def _check_ranked(standings: Sequence[Standing], rate: str) -> None:
    """Refuse methods that have no such rate, for the reason that they have none."""
    for standing in standings:
        if standing.number("targets") == 0:
            raise InputError(
                "the set has no target that counts, only refusals or elements that are not "
                "scored: there is nothing to rank by"
            )
        if np.isnan(standing.number(rate)):
            raise InputError(
                f"{standing.method.name} has no {rate}: it answers with points alone; compare "
                "by point"
            )


def _standing(method: Method, questions: Table, places: npt.NDArray[np.int64]) -> Standing:
    """Of all questions as they were scored; of some of them anew."""
    card = method.card.tables
    if len(places) == len(questions["id"]):
        own = (card[name] for name in (tables.PARTS, tables.SIDES, tables.OFFSETS))
        return Standing(method, None, questions, *own)
    some = {name: column[places] for name, column in questions.items()}
    by = [name for name in dict.fromkeys(card[tables.PARTS]["by"].tolist()) if name != ALL]
    thresholds = [float(word) for word in method.rules["iou"].split()]
    level = float(method.rules["level"])
    parts = all_parts(some, picture_numbers(some), by, thresholds, RESAMPLES, level)
    classes = (OFFSET, SIDE)
    return Standing(
        method,
        None,
        some,
        tables.parts_table([part for part in parts if part.by not in classes]),
        tables.parts_table([part for part in parts if part.by == SIDE]),
        tables.parts_table([part for part in parts if part.by == OFFSET]),
    )


def _pairs(standings: Sequence[Standing], rate: str) -> list[Pair]:
    """Every two, on the targets that count."""
    if len(standings) < 2:
        return []
    asked = [own.questions for own in standings]
    counted = np.all([own["target"] for own in asked], axis=0)
    hits = np.stack([right_by(own, rate)[counted] for own in asked])
    errors = np.stack([(own["outcome"] == ERROR)[counted] for own in asked])
    return compare_hits([own.method.name for own in standings], hits, errors)


def right_by(questions: Table, rate: str) -> npt.NDArray[np.bool_]:
    """(questions,) which answers are right by the rule of a rate."""
    threshold = place_of(rate)
    if not threshold:
        return np.asarray(questions["hit"])
    return np.nan_to_num(questions["iou"]) >= float(threshold)
