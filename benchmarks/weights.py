"""What counting images by weight spares a pooled gate: ``python -m benchmarks.weights``.

Sets of images are drawn from ``nuclei_dsb2018_test_preds`` below ``BRUSHWORK_DATA``; counted is how
often the interval of a pooled ratio lies wholly above the truth, in all sets and in those whose
images weigh enough for a gate to pass.
"""

import numpy as np

from benchmarks.intervals import METRICS, Population, nuclei
from src.scoring.gates.amounts import LEAST
from src.scoring.intervals import effective_count, pooled_intervals

COUNTS = (5, 10, 20, 40)
SETS, RESAMPLES = 150, 300


def above(population: Population, count: int) -> tuple[float, float]:
    """Percent of sets above the truth, and of those that a gate may pass; of the worst metric."""
    rng = np.random.default_rng(count)
    truth = population.ratios(population.sums.sum(axis=0))
    wrong, heavy = [], []
    for _ in range(SETS):
        sums = population.sums[rng.integers(len(population.sums), size=count)]
        sizes = population.amounts(sums)
        ends = pooled_intervals(
            sums, population.ratios, sizes, population.spans(), resamples=RESAMPLES
        )
        lows = np.array([np.nan if own is None else own.low for own in ends])
        wrong.append(lows > truth)
        heavy.append(effective_count(sizes).round(6) >= LEAST)
    both = np.array(wrong) & np.array(heavy)
    return 100 * float(np.mean(wrong, axis=0).max()), 100 * float(both.mean(axis=0).max())


def main() -> None:
    """One line per tool."""
    print("| tool | weight of 33 | " + " | ".join(f"n = {count}" for count in COUNTS) + " |")
    print("|---|---|" + "---|" * len(COUNTS))
    for population in nuclei():
        weights = effective_count(population.amounts(population.sums))
        lightest = int(np.argmin(weights))
        cells = [above(population, count) for count in COUNTS]
        words = " | ".join(f"{every:.0f} → {passing:.0f}" for every, passing in cells)
        weight = f"{weights[lightest]:.1f} ({METRICS[lightest]})"
        print(f"| {population.name} | {weight} | {words} |", flush=True)


if __name__ == "__main__":
    main()
