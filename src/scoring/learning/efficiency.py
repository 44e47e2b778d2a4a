"""How much a model learns per second of annotation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """A score after every image, against the annotation seconds spent until then.

    Between two images the model is the earlier one, so the curve is a staircase; before
    the first image the score is 0, after the last it stays.

    Args:
        seconds: cumulative and not decreasing.
        scores: of the same length; an undefined score counts as 0.
        known_from: place of the first score that is defined, from which on the curve can be drawn.
    """

    seconds: Numbers
    scores: Numbers
    known_from: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        seconds, scores = frozen(self.seconds, np.float64), frozen(self.scores, np.float64)
        if seconds.shape != scores.shape or seconds.ndim != 1:
            raise ValueError(f"seconds {seconds.shape} and scores {scores.shape} must be columns")
        if (np.diff(seconds, prepend=0.0) < 0).any():
            raise ValueError("seconds must not decrease and not be negative")
        known = np.flatnonzero(np.isfinite(scores))
        object.__setattr__(self, "known_from", int(known[0]) if len(known) else len(scores))
        object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "scores", frozen(np.nan_to_num(scores, nan=0.0)))

    def at(self, seconds: npt.ArrayLike) -> Numbers:
        """The score that so much annotation had bought."""
        steps = np.concatenate([[0.0], self.scores])
        return np.asarray(steps[np.searchsorted(self.seconds, seconds, side="right")])

    def area(self, budget: float) -> float:
        """Area under the staircase up to ``budget`` seconds, as a mean score (AUBC)."""
        if not budget > 0:
            raise ValueError(f"budget must be above 0 seconds, got {budget}")
        ends = np.clip(np.append(self.seconds, np.inf), 0, budget)
        return float((np.diff(ends) * self.scores).sum() / budget)

    def seconds_to(self, score: float) -> float:
        """Annotation time until the score was first reached; ``nan`` when it never was."""
        reached = np.flatnonzero(self.scores >= score)
        return float(self.seconds[reached[0]]) if len(reached) else float("nan")

    def capped_seconds_to(self, score: float, budget: float) -> float:
        """Annotation time until the score was reached, at most ``budget``; never undefined.

        Its mean over runs is a restricted mean survival time (Royston & Parmar 2013): runs that
        never got there count with the whole budget instead of being left out.
        """
        return float(np.fmin(self.seconds_to(score), budget))


def gain_per_second(curve: LearningCurve, chosen: Sequence[bool]) -> float:
    """Score gained per second over the chosen images alone; ``nan`` where no time passed."""
    gains = np.diff(curve.scores, prepend=0.0)[np.asarray(chosen, bool)]
    spent = np.diff(curve.seconds, prepend=0.0)[np.asarray(chosen, bool)]
    return float(gains.sum() / spent.sum()) if spent.sum() > 0 else float("nan")


def skip_quality(
    skipped: Sequence[bool], scores: Sequence[float], good: float
) -> tuple[float, float]:
    """Precision and recall of skipping, an image deserving it from a score of ``good`` on.

    An undefined score is that of an empty image in which nothing was found: nothing to correct.
    """
    done, values = np.asarray(skipped, bool), np.asarray(scores, np.float64)
    deserved = (values >= good) | np.isnan(values)
    both = int((done & deserved).sum())
    precision = both / done.sum() if done.any() else float("nan")
    recall = both / deserved.sum() if deserved.any() else float("nan")
    return float(precision), float(recall)


def interquartile_mean(values: npt.ArrayLike, axis: int = 0) -> Numbers:
    """Mean of the middle half: as robust as a median, less noisy (Agarwal et al. 2021)."""
    from scipy.stats import trim_mean

    return np.asarray(trim_mean(np.asarray(values, np.float64), 0.25, axis=axis))


def probability_of_improvement(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """How often a value of ``first`` exceeds one of ``second``, a tie counting half."""
    own, other = np.asarray(first, np.float64)[:, None], np.asarray(second, np.float64)[None]
    return float(((own > other) + 0.5 * (own == other)).mean())
