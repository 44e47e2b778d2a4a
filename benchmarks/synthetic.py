"""Milliseconds to draw one synthetic sample: ``python -m benchmarks.synthetic``."""

import statistics
import time

from rich.console import Console
from rich.table import Table

from src.core import Entry
from src.data.nuclei import Nuclei
from src.data.roots import Roots
from src.data.synthetic import SyntheticDataset

SAMPLES, REPEATS = 10, 3
SIDES = (250, 500, 1000)


def main() -> None:
    """Print the median and the slowest of a few samples, each the best of three."""
    table = Table("dataset", "pixels", "median ms", "slowest ms", "median ns per pixel")
    for kind in (Roots, Nuclei):
        for side in SIDES:
            dataset = kind(count=SAMPLES, size=side)
            dataset.read(dataset.entries[0])
            times = [milliseconds(dataset, entry) for entry in dataset.entries]
            median = statistics.median(times)
            table.add_row(
                dataset.generator,
                f"{side} × {side}",
                f"{median:.1f}",
                f"{max(times):.1f}",
                f"{1e6 * median / side**2:.0f}",
            )
    Console().print(table)


def milliseconds(dataset: SyntheticDataset, entry: Entry) -> float:
    """The best of a few tries, because a shared machine only ever adds time."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        dataset.read(entry)
        best = min(best, time.perf_counter() - start)
    return 1000 * best


if __name__ == "__main__":
    main()
