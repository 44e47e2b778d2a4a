"""How a recorded run learned: its images, and its learning curve for every seed."""

import numpy as np
import numpy.typing as npt

from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children
from src.tracking.archive.reading import has, read_table

COLUMNS = ("step", "seconds", "total_seconds", "test_f1")


def image_columns(archive: Archive, run: PastRun) -> dict[str, npt.NDArray[np.float64]]:
    """Step, seconds and scores of every image of a taught run; none of another run."""
    if not has(archive, run, keys.table_file(keys.IMAGES)):
        return {}
    table = read_table(archive, run, keys.IMAGES)
    return {name: table[name] for name in COLUMNS if name in table}


def learning_curves(archive: Archive, run: PastRun) -> list[LearningCurve]:
    """One curve per seed: of a parent's children, or of the run itself; none without a trainer."""
    runs = children(archive, run) if keys.REPEATS in run.tags else [run]
    curves = (_curve(archive, own) for own in runs)
    return [curve for curve in curves if curve is not None]


def _curve(archive: Archive, run: PastRun) -> LearningCurve | None:
    columns = image_columns(archive, run)
    if "test_f1" not in columns:
        return None
    return LearningCurve(columns["total_seconds"], columns["test_f1"])
