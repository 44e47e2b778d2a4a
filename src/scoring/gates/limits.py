"""Gates: from a scorecard to a verdict."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import inf, isnan

from src.core import InputError, Interval, Outcome, Reason, Scorecard, Verdict

JUDGED_BY = ("either", "interval", "point")


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

    Args:
        by: ``interval``, and a metric without one is INCONCLUSIVE; ``point``; or ``either``: the
            interval where there is one, else the point.
    """

    minimum: Mapping[str, float] = field(default_factory=dict)
    maximum: Mapping[str, float] = field(default_factory=dict)
    within: Mapping[str, float] = field(default_factory=dict)
    by: str = "either"

    def __post_init__(self) -> None:
        if self.by not in JUDGED_BY:
            raise InputError(f"gate.by must be one of {JUDGED_BY}, got {self.by!r}")
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
        for metric, limit in self.minimum.items():
            yield Criterion("minimum", metric, limit, inf, f"{metric} >= {limit:g}")
        for metric, limit in self.maximum.items():
            yield Criterion("maximum", metric, -inf, limit, f"{metric} <= {limit:g}")
        for metric, limit in self.within.items():
            yield Criterion("within", metric, -limit, limit, f"{metric} within ±{limit:g}")

    def judge(self, card: Scorecard) -> Verdict:
        """One reason per limit, or per limit and part."""
        return Verdict(
            tuple(
                self._reason(card, criterion, name)
                for criterion in self.criteria()
                for name in measured_names(card, criterion)
            )
        )

    def _reason(self, card: Scorecard, criterion: Criterion, name: str) -> Reason:
        part = name.removesuffix(criterion.metric).rstrip("/")
        words = f"{part}: {criterion.words}" if part else criterion.words
        result, sentence = self._judged(criterion, card.numbers[name], card.intervals.get(name))
        return Reason(words, result, f"{criterion.metric} {sentence}")

    def _judged(
        self, criterion: Criterion, value: float, interval: Interval | None
    ) -> tuple[Outcome, str]:
        """The outcome, and what is said of the metric."""
        if isnan(value):
            return Outcome.INCONCLUSIVE, "is undefined on this data"
        if self.by == "point" or (interval is None and self.by == "either"):
            return outcome(Interval(value, value), criterion), f"is {value:.4f}"
        if interval is None:
            sentence = f"is {value:.4f} without an interval, which takes two images or more"
            return Outcome.INCONCLUSIVE, sentence
        if isnan(interval.low):
            return Outcome.INCONCLUSIVE, f"is {value:.4f} with an interval that is undefined"
        ends = f"[{interval.low:.4f}, {interval.high:.4f}]"
        return outcome(interval, criterion), f"is {value:.4f} {ends}"


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


def measured_names(card: Scorecard, criterion: Criterion) -> list[str]:
    """The metric itself, else that of every part; a name that nothing has is an InputError."""
    if criterion.metric in card.numbers:
        return [criterion.metric]
    parts = [name for name in card.numbers if name.endswith(f"/{criterion.metric}")]
    if parts:
        return parts
    known = sorted({name.rpartition("/")[2] for name in card.numbers})
    near = get_close_matches(criterion.metric, known, n=5) or known[:5]
    raise InputError(
        f"gate.{criterion.key}: {criterion.metric!r} is not measured by this scorer; "
        f"names near it: {', '.join(near)}"
    )
