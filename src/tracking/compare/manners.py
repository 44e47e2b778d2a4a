"""How alike two annotators paint the same images, and how well clocks time a real hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Clock
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import has, read_table, read_trajectories
from src.tracking.compare.retiming import retime_all

Numbers = npt.NDArray[np.float64]

MEASURES = ("seconds", "strokes", "coverage", "balance", "spill")
SHARES = ("spill",)
"""Measures that may be 0: differences are told of them, factors of the others."""

PERSON = "Person"
"""The class of an annotator who is none of ours."""


@dataclass(frozen=True, eq=False)
class Manners:
    """What one annotator did on each image it painted.

    Args:
        images: name to a number for each of ``MEASURES``: seconds, strokes, painted share of the
            image, background per foreground pixel, and the share of the paint that landed on the
            wrong class.
    """

    name: str
    images: Mapping[str, Numbers]

    @classmethod
    def of(cls, archive: Archive, run: PastRun) -> "Manners | None":
        """Read back from a run; ``None`` where nobody painted."""
        if not has(archive, run, keys.table_file(keys.IMAGES)):
            return None
        table = read_table(archive, run, keys.IMAGES)
        if "foreground_pixels" not in table:
            return None
        return cls(run.name, _measured(table))

    def typical(self) -> Numbers:
        """The median over images."""
        rows = [*self.images.values()]
        return np.nanmedian(rows, axis=0) if rows else np.full(len(MEASURES), np.nan)


def distances(first: Manners, other: Manners) -> Numbers:
    """For each measure by which factor two differ on the same image, typically.

    It is 1 where they are alike, and 2 where one has twice or half as much of it; of shares it is
    the mean difference.
    """
    shared = [name for name in first.images if name in other.images]
    if not shared:
        return np.full(len(MEASURES), np.nan)
    own = np.array([first.images[name] for name in shared])
    theirs = np.array([other.images[name] for name in shared])
    shares = np.isin(MEASURES, SHARES)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.abs(np.log(theirs / own))
    ratios[~np.isfinite(ratios)] = np.nan
    apart = np.where(shares, np.abs(theirs - own), ratios)
    known = np.isfinite(apart)
    means = np.where(known, apart, 0).sum(axis=0) / np.where(known.any(0), known.sum(0), np.nan)
    return np.asarray(np.where(shares, means, np.exp(means)), np.float64)


@dataclass(frozen=True)
class Timed:
    """What a clock makes of a hand whose real seconds are known.

    Args:
        factor: by which the clock is off on an image, typically.
    """

    clock: str
    seconds: float
    real_seconds: float
    factor: float


def timed_by(
    archive: Archive, run: PastRun, clocks: Mapping[str, Clock], seed: int = 1
) -> list[Timed]:
    """Every clock on the strokes of a person."""
    trajectories = {name: one for name, one in read_trajectories(archive, run).items() if len(one)}
    if not trajectories:
        return []
    rows = []
    for name, clock in clocks.items():
        taken = retime_all(trajectories, clock, seed)
        off = np.abs(np.log(taken.seconds / taken.recorded_seconds))
        total, real = float(taken.seconds.sum()), float(taken.recorded_seconds.sum())
        rows.append(Timed(name, total, real, float(np.exp(off.mean()))))
    return rows


def by_a_person(run: PastRun) -> bool:
    """Whether a person painted, so that its seconds are real ones."""
    return run.parameters.get("annotator._target_", "").endswith(f".{PERSON}")


def _measured(table: Mapping[str, npt.NDArray[Any]]) -> dict[str, Numbers]:
    names = table["name"]
    fore, back = (
        np.asarray(table[f"{kind}_pixels"], float) for kind in ("foreground", "background")
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        balance = np.where(fore > 0, back / fore, np.nan)
        spill = np.asarray(table["spilled"], float) / np.maximum(fore + back, 1)
    columns = [table["seconds"], table["strokes"], table["coverage"], balance, spill]
    rows = np.stack([np.asarray(column, float) for column in columns], axis=1)
    return {
        str(name): row
        for name, row, painted in zip(names, rows, fore + back, strict=True)
        if painted
    }
