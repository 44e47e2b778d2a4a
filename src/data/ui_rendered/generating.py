"""Any generated set of screenshots into a folder, for people who want the files."""

from pathlib import Path

from src.core import InputError
from src.data.ui_rendered.corpus import generate_pages
from src.data.ui_synthetic.dataset import MIXED
from src.data.ui_synthetic.folder import PROCESSES, Written
from src.data.ui_synthetic.generating import generate_screens

SYNTHETIC, RENDERED = "synthetic", "rendered"
TYPES = (SYNTHETIC, RENDERED)


def generate(
    type: str,
    count: int,
    out: str | Path,
    seed: int = 0,
    difficulty: str | None = None,
    processes: int = PROCESSES,
) -> Written:
    """Write ``count`` screens of a type into a new folder, whole or not at all.

    Args:
        type: ``synthetic`` for drawn screens, ``rendered`` for pages of a browser.
        difficulty: of drawn screens; pages have none.
    """
    if type == SYNTHETIC:
        return generate_screens(out, count, seed, difficulty or MIXED, processes)
    if type != RENDERED:
        raise InputError(f"--type must be one of {TYPES}, got {type!r}")
    if difficulty is not None:
        raise InputError("--difficulty is of --type synthetic: rendered pages have none")
    return generate_pages(out, count, seed, processes=processes)
