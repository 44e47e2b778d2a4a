"""What a second process gains and what many samples cost: ``python -m benchmarks.evaluation``.

Nuclei are drawn once and written as PNG; every evaluation reads them from there, and runs in a
process of its own. A short look: ``--images 40 --side 256 --samples 2000``.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from src.data.folder import Folder
from src.data.formats.painter import write_picture
from src.data.synthetic.nuclei import Nuclei
from src.detectors.otsu import Otsu
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Local
from src.evaluation.ledger import Ledger
from src.running.memory import keep_freed_memory
from src.scoring.pixels import Pixels

WORKERS = (1, 2)
SMALL_SIDE = 32
"""Pixels; the smallest that nuclei have room in."""


@dataclass
class Meter:
    """Looks at the memory of this process and of its workers as samples are done; Linux only.

    Args:
        marks: numbers of samples after which this process's memory is noted.
        megabytes: the memory at those marks.
        largest: most megabytes that any worker has had so far.
    """

    marks: tuple[int, ...] = ()
    every: int = 20
    done: int = 0
    largest: float = 0.0
    megabytes: list[float] = field(default_factory=list)

    def advance(self) -> None:
        """One more sample is done."""
        self.done += 1
        if self.done in self.marks:
            self.megabytes.append(memory(os.getpid(), "VmRSS"))
        if self.done % self.every == 0:
            peaks = [memory(child.pid, "VmHWM") for child in multiprocessing.active_children()]
            self.largest = max([self.largest, *peaks])


def main() -> None:
    """Print seconds, ratios and megabytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--images", type=int, default=2000, help="for the speed of two processes")
    parser.add_argument("--side", type=int, default=512, help="of these images, pixels")
    parser.add_argument("--samples", type=int, default=20_000, help="for memory; a tenth first")
    asked, _ = parser.parse_known_args()
    with TemporaryDirectory() as folder:
        draw(Path(folder), asked.images, asked.side)
        print_speed(Path(folder), asked.images, asked.side)
    print_memory(asked.samples)


def draw(folder: Path, count: int, side: int) -> None:
    """Nuclei as PNG: 8-bit grey pictures, and label images."""
    dataset = Nuclei(count=count, size=side, seed=1)
    with ProcessPoolExecutor() as pool:
        list(pool.map(partial(draw_one, dataset, folder), dataset.entries, chunksize=20))


def draw_one(dataset: Nuclei, folder: Path, entry: Any) -> None:
    sample = dataset.read(entry)
    write_picture(folder / "images" / f"{entry.name}.png", sample.picture.pixels)
    write_picture(folder / "masks" / f"{entry.name}.png", sample.truth.labels)


def print_speed(folder: Path, count: int, side: int) -> None:
    """What one process takes and what two take; then with an observer and a ledger as in a run."""
    title = f"{count} images of {side}², read, detected (otsu) and scored (pixels)"
    table = Table(title=title, title_justify="left")
    for heading in ("processes", "seconds", "one / this", "processor s", "MB here", "MB a worker"):
        table.add_column(heading, justify="right")
    for shown in (False, True):
        first = 0.0
        for workers in WORKERS:
            seconds, spent, here, there = alone(partial(timed, folder, workers, shown))
            first = first or seconds
            name = f"{workers}, observed" if shown else str(workers)
            figures = (f"{seconds:.1f}", f"{first / seconds:.2f}", f"{spent:.1f}")
            table.add_row(name, *figures, f"{here:.0f}", f"{there:.0f}" if there else "–")
    Console().print(table)


def timed(folder: Path, workers: int, shown: bool) -> tuple[float, float, float, float]:
    """Seconds by the clock and of all processors, and the peaks of this process and a worker."""
    keep_freed_memory()
    dataset = Folder(str(folder), kind="labels")
    meter = Meter()
    with TemporaryDirectory() as place:
        began = time.perf_counter()
        evaluate_dataset(
            dataset, None, Otsu(), Pixels(),
            observe=ignore if shown else None,
            advance=meter.advance,
            executor=Local(workers),
            ledger=Ledger(Path(place) / "ledger") if shown else None,
        )  # fmt: skip
        seconds = time.perf_counter() - began
    times = os.times()
    spent = times.user + times.system + times.children_user + times.children_system
    return seconds, spent, memory(os.getpid(), "VmHWM"), meter.largest


def print_memory(samples: int) -> None:
    """The memory of the first process after a tenth of the samples, and after all."""
    title = f"memory of the first process over {samples} samples of {SMALL_SIDE}²"
    table = Table(title=title, title_justify="left")
    headings = ("processes", f"MB after {samples // 10}", f"MB after {samples}", "bytes a sample")
    for heading in (*headings, "MB with the card"):
        table.add_column(heading, justify="right")
    for workers in WORKERS:
        early, late, peak = alone(partial(grown, samples, workers))
        each = (late - early) * 2**20 / (samples - samples // 10)
        table.add_row(str(workers), f"{early:.1f}", f"{late:.1f}", f"{each:.0f}", f"{peak:.1f}")
    Console().print(table)


def grown(samples: int, workers: int) -> tuple[float, float, float]:
    """Megabytes after a tenth of the samples, after all, and at most, the card included."""
    keep_freed_memory()
    meter = Meter(marks=(samples // 10, samples))
    with TemporaryDirectory() as place:
        evaluate_dataset(
            Nuclei(count=samples, size=SMALL_SIDE, seed=1), None, Otsu(), Pixels(),
            observe=ignore,
            advance=meter.advance,
            executor=Local(workers),
            ledger=Ledger(Path(place) / "ledger"),
        )  # fmt: skip
    early, late = meter.megabytes
    return early, late, memory(os.getpid(), "VmHWM")


def ignore(*_: object) -> None:
    """An observer that keeps nothing."""


def alone(measure: Callable[[], Any]) -> Any:
    """The result of a call in a fresh process, whose memory nobody has used before."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=tell, args=(measure, theirs))
    process.start()
    theirs.close()
    told = ours.recv()
    process.join()
    return told


def tell(measure: Callable[[], Any], connection: Any) -> None:
    connection.send(measure())


def memory(pid: int | None, of: str) -> float:
    """Megabytes of a process: ``VmRSS`` now, ``VmHWM`` at most; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(of)), 0.0)


if __name__ == "__main__":
    main()
