"""How fast screens are drawn and pages rendered: ``python -m benchmarks.ui_pages``."""

import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from src.core import InputError
from src.data.ui_rendered.browser import executable
from src.data.ui_rendered.corpus import Recipe, write_pages
from src.data.ui_synthetic.dataset import UiSynthetic
from src.data.ui_synthetic.folder import Written
from src.data.ui_synthetic.generating import generate_screens

DRAWN, WRITTEN, RENDERED = 12, 500, 60


def main() -> None:
    """Print what one screen takes, and what a folder of them takes on two processes."""
    console = Console()
    console.print(drawing())
    table = Table("into a folder, two processes", "screens", "s", "s per screen", "elements")
    with tempfile.TemporaryDirectory() as home:
        rows = {"drawn": generate_screens(Path(home) / "drawn", WRITTEN)}
        try:
            executable()
        except InputError as error:
            console.print(f"no pages: {error}")
        else:
            for platform in ("desktop", "phone"):
                recipe = Recipe({"train": RENDERED}, 0, platform)
                rows[f"rendered, {platform}"] = write_pages(Path(home) / platform, recipe)
        for name, written in rows.items():
            table.add_row(name, *_figures(written))
    console.print(table)


def drawing() -> Table:
    """Milliseconds of one process for one screen."""
    table = Table("drawn screen", "median ms", "slowest ms", "median processor ms")
    for difficulty in ("easy", "medium", "hard"):
        dataset = UiSynthetic(DRAWN, difficulty=difficulty)
        dataset.read(dataset.entries[0])
        wall, processor = [], []
        for entry in dataset.entries:
            start, busy = time.perf_counter(), time.process_time()
            dataset.read(entry)
            wall.append(1000 * (time.perf_counter() - start))
            processor.append(1000 * (time.process_time() - busy))
        times = (statistics.median(wall), max(wall), statistics.median(processor))
        table.add_row(difficulty, *(f"{one:.1f}" for one in times))
    return table


def _figures(written: Written) -> tuple[str, str, str, str]:
    each = written.seconds / written.screens
    return str(written.screens), f"{written.seconds:.1f}", f"{each:.3f}", str(written.elements)


if __name__ == "__main__":
    main()
