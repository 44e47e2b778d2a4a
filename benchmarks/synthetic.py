"""Milliseconds to draw one synthetic sample: ``python -m benchmarks.synthetic``."""

import statistics
import time

from rich.console import Console
from rich.table import Table

from src.core import Entry
from src.data.synthetic.dataset import SyntheticDataset
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots

SAMPLES, REPEATS = 10, 3
SIDES = (250, 500, 1000)


def main() -> None:
    """Print what a few samples take, each the best of three tries."""
    table = Table("dataset", "pixels", "median ms", "slowest ms", "median processor ms")
    for kind in (Roots, Nuclei):
        for side in SIDES:
            dataset = kind(count=SAMPLES, size=side)
            dataset.read(dataset.entries[0])
            wall, processor = zip(
                *(milliseconds(dataset, entry) for entry in dataset.entries), strict=True
            )
            times = (statistics.median(wall), max(wall), statistics.median(processor))
            table.add_row(dataset.generator, f"{side} × {side}", *(f"{t:.1f}" for t in times))
    Console().print(table)


def milliseconds(dataset: SyntheticDataset, entry: Entry) -> tuple[float, float]:
    """On the wall and on the processor, the best of a few: a shared machine only adds time."""
    wall = processor = float("inf")
    for _ in range(REPEATS):
        start, busy = time.perf_counter(), time.process_time()
        dataset.read(entry)
        wall = min(wall, time.perf_counter() - start)
        processor = min(processor, time.process_time() - busy)
    return 1000 * wall, 1000 * processor


if __name__ == "__main__":
    main()
