"""A generated set as a folder: PNG files and ``annotations.json``, made by several processes."""

import multiprocessing
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from PIL import Image

from src.core import InputError
from src.data.files.progress import progress
from src.data.ui.conversion import in_fractions
from src.data.ui.document import FILE, write_annotations
from src.data.ui.records import Annotations, ElementRecord, ScreenshotRecord
from src.data.ui_synthetic.screen import Drawn

SAMPLES = "samples"
"""The folder of the pictures in that of a set, as the format's document has it."""

DIGITS = 6
"""Of fractions in the file: at 4000 px that is a 250th of a pixel."""

LOOK = 0.2
"""Seconds between two looks at how many pictures are there."""

PROCESSES = 2

Step = Callable[[], None]
"""To be called after every screen."""


class Maker(Protocol):
    """Makes screens by name; it is sent to other processes, and entered in each."""

    def ready(self) -> AbstractContextManager["Ready"]:
        """What makes screens once it has been made ready, such as a browser that was started."""


class Ready(Protocol):
    """Makes a screen."""

    def make(self, name: str) -> Drawn:
        """The screen of this name."""


@dataclass(frozen=True)
class Written:
    """What was made: where, and how many of what."""

    folder: Path
    screens: int
    elements: int
    seconds: float


def write_set(
    out: str | Path,
    dataset: str,
    names: Sequence[str],
    maker: Maker,
    facts: Mapping[str, Any],
    processes: int = PROCESSES,
) -> Written:
    """Write all screens into a folder that is there whole in the end, or not at all.

    Args:
        out: must not exist yet, or be empty.
        facts: further keys of the file, such as the seed.
    """
    start = time.monotonic()
    with new_folder(out) as partial:
        records = _all(maker, names, partial, max(1, min(processes, len(names))))
        write_annotations(partial, Annotations(dataset, tuple(records), given=dict(facts)))
    elements = sum(len(record.elements) for record in records)
    folder = Path(out).expanduser().absolute()
    return Written(folder, len(records), elements, time.monotonic() - start)


@contextmanager
def new_folder(out: str | Path) -> Iterator[Path]:
    """Where to write a set; it becomes ``out`` in the end, or goes where something failed."""
    folder = Path(out).expanduser().absolute()
    refuse_taken(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _clear(folder)
    partial = folder.with_name(f".{folder.name}.{os.getpid()}")
    (partial / SAMPLES).mkdir(parents=True)
    try:
        yield partial
        if folder.exists():
            folder.rmdir()
        partial.replace(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def refuse_taken(folder: Path, key: str = "--out") -> None:
    """Refuse a folder in which something is already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        what = f"already holds {FILE}" if (folder / FILE).exists() else "is not empty"
        raise InputError(f"{key}: {folder} {what}: name a new folder, or delete this one")


def _clear(folder: Path) -> None:
    """Remove what a process that is no more left of this folder."""
    for left in folder.parent.glob(f".{folder.name}.*"):
        owner = left.suffix[1:]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(left, ignore_errors=True)


def _all(
    maker: Maker, names: Sequence[str], folder: Path, processes: int
) -> list[ScreenshotRecord]:
    with progress("screens", len(names)) as step:
        if processes == 1:
            # In a thread of its own, since a browser cannot be driven where a loop is running.
            with ThreadPoolExecutor(1) as thread:
                return thread.submit(_some, maker, names, folder, step).result()
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=context) as pool:
            # By turns, so that costly kinds that come one after another are shared out.
            shares = [names[first::processes] for first in range(processes)]
            futures = [pool.submit(_some, maker, share, folder) for share in shares]
            _watch(futures, folder, step)
            records = [record for future in futures for record in future.result()]
    order = {name: number for number, name in enumerate(names)}
    return sorted(records, key=lambda record: order[record.id])


def _watch(futures: Sequence[Future[Any]], folder: Path, step: Step) -> None:
    """Step once for every picture that has come, until all is done or something failed."""
    seen = 0
    while not all(future.done() for future in futures):
        if any(future.done() and future.exception() for future in futures):
            return
        time.sleep(LOOK)
        there = sum(1 for _ in (folder / SAMPLES).iterdir())
        for _ in range(there - seen):
            step()
        seen = there


def _some(
    maker: Maker, names: Sequence[str], folder: Path, step: Step | None = None
) -> list[ScreenshotRecord]:
    records = []
    with maker.ready() as ready:
        for name in names:
            drawn = ready.make(name)
            records.append(write_screen(name, drawn, folder))
            if step is not None:
                step()
    return records


def write_screen(name: str, drawn: Drawn, folder: Path) -> ScreenshotRecord:
    """Write the picture of a screen, and tell what the file says of it.

    Args:
        name: also that of the picture; before a ``/`` that of a folder for it.
    """
    height, width = drawn.shape
    image = f"{SAMPLES}/{name}.png"
    (folder / image).parent.mkdir(exist_ok=True)
    Image.fromarray(np.asarray(drawn.pixels)).save(folder / image, compress_level=3)
    elements = tuple(_short(in_fractions(element, drawn.shape)) for element in drawn.elements)
    return ScreenshotRecord(name, image, width, height, elements, given=dict(drawn.tags))


def _short(record: ElementRecord) -> ElementRecord:
    """The same with as many digits as matter, and without keys that say nothing."""
    given = {key: value for key, value in record.given.items() if value}
    if record.bbox is None:
        return replace(record, given=given)
    x1, y1, x2, y2 = (round(min(1.0, max(0.0, side)), DIGITS) for side in record.bbox)
    return replace(record, bbox=(x1, y1, x2, y2), given=given)
