"""One parameter of a hand or a clock, and how it comes out of the evidence."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.calibrating.bootstrap import (
    DRAWS,
    FEWEST,
    SEED,
    Estimate,
    draws_of,
    interval,
    over_people,
)
from src.calibrating.evidence import Evidence, Numbers

NAN = float("nan")
WORST_CONDITION = 1e12
"""Of a draw that still tells all coefficients of a line."""


@dataclass(frozen=True)
class Fit:
    """A value with its interval.

    Args:
        r2: share of the variance that the law explains; ``nan`` where there is no law.
        spread: 5 and 95 % of the single strokes, where the value is their median.
        identifiable: whether the data say it; else ``reason`` tells what they lack, and the value,
            if there is one, stands on an assumption.
    """

    parameter: str
    unit: str
    value: float = NAN
    low: float = NAN
    high: float = NAN
    r2: float = NAN
    spread: tuple[float, float] | None = None
    count: int = 0
    people: int = 0
    identifiable: bool = True
    reason: str = ""

    def record(self) -> dict[str, Any]:
        """Plain values, ``None`` where a number is undefined."""
        plain = asdict(self)
        return {name: None if value != value else value for name, value in plain.items()}


@dataclass(frozen=True)
class Rows:
    """What one person's rows come to.

    Args:
        estimate: of rows drawn with replacement, a number for each draw and parameter.
        r2: of all rows.
        spread: 5 and 95 % of all rows.
        telling: how many of the rows the estimate hangs on; all where it is not said.
    """

    count: int
    estimate: Estimate
    r2: float = NAN
    spread: tuple[float, float] | None = None
    telling: int | None = None

    @property
    def freedom(self) -> int:
        """Rows that are free to differ from what is estimated."""
        parameters = int(self.estimate(np.arange(self.count)[None]).shape[1])
        return (self.telling or self.count) - parameters


@dataclass(frozen=True)
class Law:
    """Parameters that are fitted together.

    Args:
        parameters: name to unit.
        rows: of a person's evidence, or in a word what it lacks.
        result: from the mean over people of what their rows come to, to the parameter.
        caution: of all evidence, why a parameter that has a value is not to be believed.
    """

    parameters: dict[str, str]
    rows: Callable[[Evidence], Rows | str]
    caution: Callable[[Sequence[Evidence]], dict[str, str]] = lambda _: {}
    result: Callable[[Numbers], Numbers] = lambda mean: mean

    def fit(self, people: Sequence[Evidence], draws: int = DRAWS, seed: int = SEED) -> list[Fit]:
        """The mean over people, each with a fit of their own."""
        told = [self.rows(one) for one in people]
        known = [rows for rows in told if isinstance(rows, Rows)]
        if not known:
            reason = next((rows for rows in told if isinstance(rows, str)), "there are no data")
            return [
                Fit(name, unit, identifiable=False, reason=reason)
                for name, unit in self.parameters.items()
            ]
        return self._fits(people, known, draws, np.random.default_rng(seed))

    def _fits(
        self, people: Sequence[Evidence], known: list[Rows], draws: int, rng: np.random.Generator
    ) -> list[Fit]:
        every = [rows.estimate(np.arange(rows.count)[None])[0] for rows in known]
        values = self.result(np.mean(every, axis=0))
        drawn = [draws_of(rows.estimate, rows.count, draws, rng) for rows in known]
        if len(known) > 1:
            low, high = interval(self.result(over_people(drawn, rng)), len(known) - 1)
        else:
            low, high = interval(self.result(drawn[0]), known[0].freedom)
        caution, lone = self.caution(people), known[0] if len(known) == 1 else None
        r2 = float(np.mean([rows.r2 for rows in known]))
        return [
            Fit(
                name, unit, float(values[i]), float(low[i]), float(high[i]), r2,
                lone.spread if lone else None, sum(rows.count for rows in known), len(known),
                name not in caution, caution.get(name, ""),
            )
            for i, (name, unit) in enumerate(self.parameters.items())
        ]  # fmt: skip


def median_of(values: npt.ArrayLike, lacking: str, r2: float = NAN) -> Rows | str:
    """The median of single values, or what is lacking where there are too few."""
    known = np.asarray(values, np.float64)
    known = known[np.isfinite(known)]
    if len(known) < FEWEST:
        return lacking
    low, high = np.quantile(known, [0.05, 0.95])
    spread = float(low), float(high)
    return Rows(len(known), lambda rows: np.median(known[rows], axis=1)[:, None], r2, spread)


def mean_of(values: npt.ArrayLike, lacking: str) -> Rows | str:
    """The mean of single values, or what is lacking where there are too few."""
    known = np.asarray(values, np.float64)
    if len(known) < FEWEST:
        return lacking
    return Rows(len(known), lambda rows: known[rows].mean(axis=1)[:, None])


def line_of(design: Numbers, seconds: Numbers, count: int) -> Rows:
    """Least squares; the first ``count`` coefficients are the parameters."""

    every = np.linalg.lstsq(design, seconds, rcond=None)[0]
    return Rows(
        len(seconds),
        lambda rows: coefficients(design[rows], seconds[rows])[:, :count],
        r_squared(seconds, design @ every),
    )


def coefficients(design: Numbers, seconds: Numbers) -> Numbers:
    """(draws, columns) by least squares, for each draw; ``nan`` where a draw does not tell them.

    Args:
        design: (draws, rows, columns).
        seconds: (draws, rows).
    """
    squares = np.einsum("dni,dnj->dij", design, design)
    told = np.linalg.cond(squares) < WORST_CONDITION
    squares[~told] = np.eye(design.shape[2])
    found = np.linalg.solve(squares, np.einsum("dni,dn->di", design, seconds)[..., None])
    return np.where(told[:, None], found[..., 0], np.nan)


def r_squared(seen: Numbers, predicted: Numbers) -> float:
    """Share of the variance that is explained; below 0 when the mean would predict better."""
    spread = float(((seen - seen.mean()) ** 2).sum())
    return 1 - float(((seen - predicted) ** 2).sum()) / spread if spread else NAN
