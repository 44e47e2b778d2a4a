"""What a forest costs at 500 × 500 px: ``python -m benchmarks.forest``."""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from src.core import Sample
from src.data.synthetic.roots import Roots
from src.detectors.filters import filter_bank
from src.detectors.forest import MODELS, Example, Forest
from src.geometry.masks import foreground

TAUGHT = 5
"""Pictures that are painted all over."""


def main() -> None:
    """Print milliseconds: CPU time on one thread, and by the clock on two."""
    dataset = Roots(count=TAUGHT + 1, size=500, seed=1)
    *taught, unseen = (dataset.read(entry) for entry in dataset.entries)
    examples = [painted(sample) for sample in taught]
    pixels = unseen.picture.pixels
    table = Table("500²", "one thread, CPU ms", "two threads, wall ms")
    table.add_row(
        "filter bank", *both(lambda threads: partial(filter_bank, pixels, threads=threads))
    )
    for model in MODELS:
        forests = {
            threads: Forest(model=model, threads=threads).fit(examples) for threads in (1, 2)
        }
        table.add_row(
            f"{model}: fit to {TAUGHT} pictures, filtered before",
            *both(lambda threads, forests=forests: partial(forests[threads].fit, examples)),
        )
        table.add_row(
            f"{model}: filter and predict",
            *both(
                lambda threads, forests=forests: partial(
                    forests[threads].probabilities, unseen.picture
                )
            ),
        )
    Console().print(table)


def painted(sample: Sample) -> Example:
    truth = foreground(sample.truth)
    return sample.picture.pixels, truth, ~truth


def both(call: Callable[[int], Callable[[], object]]) -> list[str]:
    one = milliseconds(time.process_time, call(1))
    two = milliseconds(time.perf_counter, call(2))
    return [f"{one:.0f}", f"{two:.0f}"]


def milliseconds(clock: Callable[[], float], call: Callable[[], object], repeats: int = 5) -> float:
    """The best of a few turns."""
    best = np.inf
    for _ in range(repeats):
        start = clock()
        call()
        best = min(best, 1000 * (clock() - start))
    return best


if __name__ == "__main__":
    main()
