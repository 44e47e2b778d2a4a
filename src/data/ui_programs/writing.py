"""Screens of programs as a set: a folder with pictures and ``annotations.json``."""

import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from src.core import InputError
from src.data.files.progress import progress
from src.data.ui.document import write_annotations
from src.data.ui.records import Annotations, ScreenshotRecord
from src.data.ui_programs.display import refuse_without_tools, walk_through
from src.data.ui_programs.looks import Look, look_of
from src.data.ui_programs.nodes import read_told
from src.data.ui_programs.office import is_office
from src.data.ui_programs.programs import Start
from src.data.ui_programs.truth import elements_of
from src.data.ui_synthetic.folder import PROCESSES, Step, Written, new_folder, write_screen
from src.data.ui_synthetic.screen import Drawn

NAME = "ui_programs"


@dataclass(frozen=True)
class Walk:
    """How programs are walked through.

    Args:
        seconds: for each start of a program, from its first window on.
        held_out: programs whose screens are of val; all others are of train.
    """

    seconds: float
    held_out: tuple[str, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.seconds > 0:
            raise InputError(f"--seconds must be more than 0, got {self.seconds}")


def write_programs(
    out: str | Path, starts: Sequence[Start], walk: Walk, processes: int = PROCESSES
) -> tuple[Written, list[str]]:
    """Write the screens of all programs, whole or not at all; and who had none to keep."""
    begin = time.monotonic()
    _refuse_unknown(walk.held_out, {start.program for start in starts})
    with new_folder(out) as folder:
        refuse_without_tools()
        records = _all(starts, walk, folder, processes)
        if not records:
            raise InputError("no program showed a window with controls to keep: name others")
        facts = {"seed": walk.seed, "seconds": walk.seconds, "held_out": [*walk.held_out]}
        write_annotations(folder, Annotations(NAME, tuple(records), given=facts))
    elements = sum(len(record.elements) for record in records)
    seen = {record.given["application"] for record in records}
    silent = dict.fromkeys(start.program for start in starts if start.program not in seen)
    place = Path(out).expanduser().absolute()
    return Written(place, len(records), elements, time.monotonic() - begin), [*silent]


def _refuse_unknown(held_out: Sequence[str], programs: set[str]) -> None:
    unknown = [name for name in held_out if name not in programs]
    if unknown:
        raise InputError(
            f"--held-out names {', '.join(unknown)}, which is not walked through: these are "
            f"{', '.join(sorted(programs))}"
        )


def _all(
    starts: Sequence[Start], walk: Walk, folder: Path, processes: int
) -> list[ScreenshotRecord]:
    stopped = threading.Event()
    with progress("programs", len(starts)) as step, ThreadPoolExecutor(processes) as pool:
        try:
            futures = [pool.submit(_one, own, walk, folder, stopped, step) for own in starts]
            return [record for future in futures for record in future.result()]
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


def _one(
    start: Start, walk: Walk, folder: Path, stopped: threading.Event, step: Step
) -> list[ScreenshotRecord]:
    look = look_of(walk.seed, start.program, start.number)
    rng = np.random.default_rng((walk.seed, start.number, *start.program.encode(), 1))
    with tempfile.TemporaryDirectory(prefix="walked-") as walked:
        walk_through(start, look, walk.seconds, rng, Path(walked), stopped)
        screens = [(own.stem, _drawn(own, start, look, walk)) for own in _told_in(Path(walked))]
    step()
    return [
        write_screen(f"{start.program}/{start.number}-{name}", drawn, folder)
        for name, drawn in screens
        if drawn.elements
    ]


def _told_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def _drawn(place: Path, start: Start, look: Look, walk: Walk) -> Drawn:
    """A screen with its elements, none where it is not to be kept."""
    told = read_told(place)
    with Image.open(place.with_suffix(".png")) as image:
        pixels = np.asarray(image.convert("RGB"))
    tags = {
        "split": "val" if start.program in walk.held_out else "train",
        "application": start.program,
        "platform": "desktop",
        "theme": look.theme,
        "opened": told.kind,
    }
    return Drawn(pixels, elements_of(told, pixels, is_office(start.command)), tags)
