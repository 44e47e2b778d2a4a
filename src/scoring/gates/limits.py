"""Limits that metrics must keep, judged by their intervals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from math import inf, isnan
from typing import Annotated

from annotated_types import Ge

from src.core import InputError, Interval, Outcome, Reason, Scorecard, Verdict
from src.core.metric_names import spelled
from src.scoring.gates.amounts import LEAST, hopeless, images_needed
from src.scoring.pooled import PER_IMAGE

JUDGED_BY = ("either", "interval", "point")
JUDGED_OF = ("image", "pooled")
UNEVEN = 0.8
"""Share of the images below which it is told that they do not weigh the same."""

WHEN_INCONCLUSIVE = (None, "pass", "fail", "code")


@dataclass(frozen=True)
class Criterion:
    """A metric and where it must lie; ends inclusive."""

    key: str
    metric: str
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Limits:
    """Every metric named must reach its minimum, stay below its maximum or within ± its limit.

    An interval that lies inside a limit passes, one that lies outside fails, and one that the
    limit cuts is INCONCLUSIVE. So is a metric that is undefined; one that no scorer gave is bad
    input. A metric that only the parts of a card have (``tool/metric``) is judged in each part.
    Few images never pass, but they fail where the number is hopeless.

    Args:
        by: ``interval``, and a metric without one is INCONCLUSIVE; ``point``; or ``either``: the
            interval where there is one, else the point.
        of: ``image``: the mean over images wherever the scorer gives it, since its interval holds
            what it promises; ``pooled``: the ratio of sums, in which large images count more.
        least: images without which nothing passes by its interval; of a ratio of sums, images of
            equal weight.
        inconclusive: how a run ends that neither passes nor fails: ``pass`` with 0, ``fail`` with
            1, ``code`` with 3; ``null`` for 0 at a terminal and 3 elsewhere.
    """

    minimum: Mapping[str, float] = field(default_factory=dict)
    maximum: Mapping[str, float] = field(default_factory=dict)
    within: Mapping[str, float] = field(default_factory=dict)
    by: str = "either"
    of: str = "image"
    least: Annotated[int, Ge(2)] = LEAST
    inconclusive: str | None = None

    def __post_init__(self) -> None:
        if self.by not in JUDGED_BY:
            raise InputError(f"gate.by must be one of {JUDGED_BY}, got {self.by!r}")
        if self.of not in JUDGED_OF:
            raise InputError(f"gate.of must be one of {JUDGED_OF}, got {self.of!r}")
        if self.inconclusive not in WHEN_INCONCLUSIVE:
            raise InputError(
                f"gate.inconclusive must be null, pass, fail or code, got {self.inconclusive!r}"
            )
        if not self.minimum and not self.maximum and not self.within:
            raise InputError("gate: give at least one metric under minimum, maximum or within")
        for key in ("minimum", "maximum", "within"):
            for metric, limit in getattr(self, key).items():
                check_limit(f"gate.{key}.{metric}", limit)
        for criterion in self.criteria():
            if not criterion.low <= criterion.high:
                raise InputError(f"gate: {criterion.words} is no limit that a number can keep")

    def criteria(self) -> Iterator[Criterion]:
        """All limits as ranges."""
        for metric, limit in _named(self.minimum):
            yield Criterion("minimum", metric, limit, inf, f"{metric} >= {limit:g}")
        for metric, limit in _named(self.maximum):
            yield Criterion("maximum", metric, -inf, limit, f"{metric} <= {limit:g}")
        for metric, limit in _named(self.within):
            yield Criterion("within", metric, -limit, limit, f"{metric} within ±{limit:g}")

    def judge(self, card: Scorecard) -> Verdict:
        """One reason per limit, or per limit and part."""
        return Verdict(
            tuple(
                self._reason(card, criterion, name)
                for criterion in self.criteria()
                for name in measured_names(card, criterion, per_image=self.of == "image")
            )
        )

    def _reason(self, card: Scorecard, criterion: Criterion, name: str) -> Reason:
        part, _, metric = name.rpartition("/")
        words = f"{part}: {criterion.words}" if part else criterion.words
        plain = metric.removeprefix(PER_IMAGE)
        shown = f"mean {plain}" if plain != metric != criterion.metric else metric
        spoken = card.defined.get(name), card.effective.get(name)
        number = Measured(card.numbers[name], card.intervals.get(name), *spoken)
        result, sentence = self._judged(criterion, number)
        return Reason(words, result, f"{shown}{self._over(number, card.unit)} {sentence}")

    def _over(self, number: "Measured", unit: str) -> str:
        """Of how many images, and of how many equal ones where that makes a difference."""
        count, weight = number.images, number.weight
        if count is None or weight is None:
            return ""
        words = f" of {count} {unit}{'s' if count != 1 else ''}"
        if weight < self.least <= count or weight < UNEVEN * count:
            words += f", which weigh as much as {weight:.1f} equal ones,"
        return words

    def _judged(self, criterion: Criterion, number: "Measured") -> tuple[Outcome, str]:
        """The outcome, and what is said of the metric."""
        value, interval = number.value, number.interval
        few = number.weight is not None and number.weight < self.least
        if isnan(value):
            return Outcome.INCONCLUSIVE, "is undefined on this data"
        said = f"is {value:.4f}"
        if self.by == "point" or (interval is None and self.by == "either" and not few):
            return outcome(Interval(value, value), criterion), said
        if (few or interval is None) and hopeless(value, criterion.low, criterion.high):
            return Outcome.FAIL, f"{said}: so far outside that more images cannot mend it"
        if interval is None:
            return Outcome.INCONCLUSIVE, f"{said} without an interval; {self._wanted}"
        if isnan(interval.low):
            return Outcome.INCONCLUSIVE, f"{said} with an interval that is undefined"
        said += f" [{interval.low:.4f}, {interval.high:.4f}]"
        result = outcome(interval, criterion)
        if few and result is Outcome.PASS:
            return Outcome.INCONCLUSIVE, f"{said}; {self._wanted}"
        if result is Outcome.INCONCLUSIVE and number.images is not None:
            allowed = Interval(criterion.low, criterion.high)
            needed = images_needed(value, interval, allowed, number.images, self.least)
            return result, f"{said}; {needed}"
        return result, said

    @property
    def _wanted(self) -> str:
        equal = " of equal weight" if self.of == "pooled" else ""
        return f"a PASS takes {self.least} images{equal} or more"


@dataclass(frozen=True)
class Measured:
    """A number, how sure it is, and how many images it is of; ``None`` where nobody counted.

    Args:
        effective: images of equal weight that weigh as much; ``None`` where all weigh the same.
    """

    value: float
    interval: Interval | None
    images: int | None
    effective: float | None = None

    @property
    def weight(self) -> float | None:
        """How many images speak; rounded, since equal ones are a hair less than themselves."""
        return self.images if self.effective is None else round(self.effective, 6)


def _named(limits: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    return ((spelled(metric), limit) for metric, limit in limits.items())


def check_limit(key: str, limit: object) -> None:
    """Refuses what a configuration gives in place of a number."""
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise InputError(f"{key} must be a number, got {limit!r}")


def outcome(interval: Interval, criterion: Criterion) -> Outcome:
    """PASS where the whole interval keeps the limit, FAIL where none of it does."""
    if criterion.low <= interval.low and interval.high <= criterion.high:
        return Outcome.PASS
    allowed = Interval(criterion.low, criterion.high)
    return Outcome.INCONCLUSIVE if interval.overlaps(allowed) else Outcome.FAIL


def measured_names(card: Scorecard, criterion: Criterion, *, per_image: bool = False) -> list[str]:
    """The metric itself, else that of every part; a name that nothing has is an InputError.

    A star stands for any letters: ``intensity*_error`` is that of every channel.

    Args:
        per_image: whether its mean over images is taken where the card has one.
    """
    for metric in [PER_IMAGE + criterion.metric] * per_image + [criterion.metric]:
        if metric in card.numbers:
            return [metric]
        names = [name for name in card.numbers if fnmatchcase(name.rpartition("/")[2], metric)]
        # What all parts have together comes before the parts.
        whole = [name for name in names if "/" not in name]
        if names:
            return whole or names
    known = sorted({name.rpartition("/")[2] for name in card.numbers})
    near = get_close_matches(criterion.metric, known, n=5) or known[:5]
    raise InputError(
        f"gate.{criterion.key}: {criterion.metric!r} is not measured by this scorer; "
        f"names near it: {', '.join(near)}"
    )
