"""How often an interval of ranks holds the true rank: ``python -m benchmarks.ranks``.

Contenders whose true means lie some spreads apart are tried with a few seeds each, study after
study; counted is how often the interval of a rank holds the rank of the true means.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.learning.ranking import rank_intervals
from src.scoring.statistics import percentiles

Numbers = npt.NDArray[np.float64]
Ranking = Callable[[Numbers], list[Interval]]

CONTENDERS, SEEDS, APART = (3, 6), (2, 3, 5, 10), (0.2, 0.5, 1.0)
STUDIES, DRAWS = 300, 2000


def drawn_again(scores: Numbers) -> list[Interval]:
    """The percentile bootstrap: whole seeds with replacement, and none that was not tried."""
    rng, seeds = np.random.default_rng(0), scores.shape[1]
    means = [own[rng.integers(seeds, size=(DRAWS, seeds))].mean(axis=1) for own in scores]
    drawn = np.stack(means, axis=1)
    better = np.count_nonzero(drawn[:, None, :] > drawn[:, :, None], axis=2)
    return percentiles(1.0 + better, 0.95)


METHODS: dict[str, Ranking] = {
    "percentile bootstrap": drawn_again,
    "half an unseen seed": lambda scores: rank_intervals(scores.tolist()),
}


def held(method: Ranking, contenders: int, seeds: int, apart: float) -> tuple[float, float]:
    """Share of the intervals that hold the true rank, and their mean width in ranks."""
    rng = np.random.default_rng([contenders, seeds])
    true = np.arange(1, contenders + 1)
    hits, widths = [], []
    for _ in range(STUDIES):
        scores = rng.normal(size=(contenders, seeds)) - apart * true[:, None]
        ends = method(scores)
        hits += [own.low <= place <= own.high for own, place in zip(ends, true, strict=True)]
        widths += [own.high - own.low for own in ends]
    return float(np.mean(hits)), float(np.mean(widths))


def main() -> None:
    """One line per method and distance; share that holds the rank, and width."""
    titles = [f"{many} contenders, {seeds} seeds" for many in CONTENDERS for seeds in SEEDS]
    print("| spreads apart | method |", " | ".join(titles), "|")
    print("|---|---|" + "---|" * len(titles))
    for apart in APART:
        for name, method in METHODS.items():
            cells = [held(method, many, seeds, apart) for many in CONTENDERS for seeds in SEEDS]
            words = " | ".join(f"{share:.2f} ({width:.1f})" for share, width in cells)
            print(f"| {apart} | {name} | {words} |", flush=True)


if __name__ == "__main__":
    main()
