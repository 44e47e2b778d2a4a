"""Runs of one configuration with several seeds: a parent's children, and what they come to."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from src.scoring.efficiency import LearningCurve, interquartile_mean
from src.scoring.statistics import bootstrap_mean, mean_defined
from src.tracking.archive import Archive, PastRun
from src.tracking.comparison import FINGERPRINT, without_ends
from src.tracking.store import store_errors

Numbers = npt.NDArray[np.float64]

PARENT = "mlflow.parentRunId"
"""The tag by which MLflow shows a run below another."""

FOLDER, TABLE = "tables", "tables/images.parquet"
COLUMNS = ("step", "seconds", "total_seconds", "test_f1")
MEASURED = ("learning/", "test/", "val/", "train/")
CENSORED = "learning/seconds_to_"
"""Times that are ``nan`` where the level was never reached."""


def children(archive: Archive, parent: PastRun) -> list[PastRun]:
    """The finished runs below a parent, by seed."""
    wanted = f"tags.`{PARENT}` = '{parent.id}' and attributes.status = 'FINISHED'"
    runs = archive.search(wanted, experiment=parent.experiment)
    return sorted(runs, key=lambda run: int(run.tags.get("seed", "0")))


def learning_curves(archive: Archive, run: PastRun) -> list[LearningCurve]:
    """One curve per seed: of a parent's children, or of the run itself; none without a trainer."""
    runs = children(archive, run) if "repeats" in run.tags else [run]
    curves = (_curve(archive, one) for one in runs)
    return [curve for curve in curves if curve is not None]


def common_fingerprint(runs: Sequence[PastRun]) -> str:
    """The data of all runs as one hash; of runs on the same data it is theirs."""
    known = sorted({run.tags.get(FINGERPRINT, "") for run in runs})
    if len(known) == 1:
        return known[0]
    return sha256("\n".join(known).encode()).hexdigest()[: max(map(len, known), default=0)]


def mean_curve(curves: Sequence[LearningCurve]) -> dict[str, Numbers]:
    """The mean staircase, which steps wherever one of the curves does, as columns.

    ``low`` and ``high`` bound the mean pointwise; one curve alone leaves them ``nan``.
    """
    seconds = np.unique(np.concatenate([[0.0], *(curve.seconds for curve in curves)]))
    scores = np.stack([curve.at(seconds) for curve in curves])
    low, high = _ends(scores)
    return {
        "seconds": seconds,
        "mean": scores.mean(axis=0),
        "iqm": interquartile_mean(scores),
        "low": low,
        "high": high,
    }


def repeated_metrics(runs: Sequence[PastRun]) -> dict[str, float]:
    """Every score as its mean over seeds, with ``_iqm``, ``_low`` and ``_high``.

    An undefined value takes no part, but a level that only some seeds reached has no mean time,
    since the slow ones are missing; ``_reached`` is the share that did.
    """
    names = [name for name in without_ends(runs) if name.startswith(MEASURED)]
    values = np.array([[run.metrics.get(name, np.nan) for name in names] for run in runs])
    reached = (~np.isnan(values)).mean(axis=0)
    censored = np.array([name.startswith(CENSORED) for name in names], bool)
    values[:, censored & (reached < 1)] = np.nan
    numbers: dict[str, float] = {}
    columns = zip(names, mean_defined(values), values.T, *_ends(values), strict=True)
    for name, mean, column, low, high in columns:
        numbers[name] = float(mean)
        known = column[~np.isnan(column)]
        numbers[f"{name}_iqm"] = float(interquartile_mean(known)) if len(known) else np.nan
        if not np.isnan(low):
            numbers |= {f"{name}_low": float(low), f"{name}_high": float(high)}
    shares = zip(names, reached, censored, strict=True)
    return numbers | {f"{name}_reached": float(share) for name, share, time in shares if time}


def _ends(values: Numbers) -> tuple[Numbers, Numbers]:
    """Where the column means lie, rows resampled; ``nan`` for fewer than two defined values.

    All seeds of a study are one stratum of the stratified bootstrap of Agarwal et al. 2021.
    """
    found = bootstrap_mean(values)
    ends = np.array([(one.low, one.high) for one in found]).reshape(-1, 2)
    ends[(~np.isnan(values)).sum(axis=0) < 2] = np.nan
    return ends[:, 0], ends[:, 1]


def image_columns(archive: Archive, run: PastRun) -> dict[str, Numbers]:
    """Step, seconds and scores of every image of a taught run; none of another run."""
    from pyarrow.parquet import read_table

    with store_errors(archive.uri), TemporaryDirectory() as place:
        files = {file.path for file in archive.client.list_artifacts(run.id, FOLDER)}
        if TABLE not in files:
            return {}
        table = read_table(Path(archive.client.download_artifacts(run.id, TABLE, place)))
    known = [name for name in COLUMNS if name in table.column_names]
    return {name: table[name].to_numpy() for name in known}


def _curve(archive: Archive, run: PastRun) -> LearningCurve | None:
    columns = image_columns(archive, run)
    if "test_f1" not in columns:
        return None
    return LearningCurve(columns["total_seconds"], columns["test_f1"])
