"""The simulated user in units of one distance transform: ``python -m benchmarks.annotator``.

A unit is one ``scipy.ndimage.distance_transform_edt`` of the same mask, measured beside it, so
that machines compare. Times are processor times, taken in turns; the ratio is the median of a few.
"""

import cProfile
import os
import pstats
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from rich.console import Console
from rich.table import Table
from scipy import ndimage
from skimage.draw import ellipse

from src.annotators.rootpainter import RootPainterAnnotator
from src.core import Annotation
from src.core.annotation import ERASER
from src.geometry.stamping import stamp

Mask = npt.NDArray[np.bool_]

Numbers = npt.NDArray[np.float64]

DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[2] / "shared" / "data"))
RUNS = 7
ANNOTATOR = RootPainterAnnotator()


@dataclass(frozen=True)
class Case:
    """A truth, the prediction to correct (none: the initial phase) and the units allowed."""

    name: str
    truth: Mask
    prediction: Mask | None
    target: float | None = None

    def annotate(self) -> Annotation | None:
        """What is measured."""
        rng = np.random.default_rng(0)
        if self.prediction is None:
            return ANNOTATOR.initial(self.truth, rng)
        return ANNOTATOR.correct(self.truth, self.prediction, rng)


def main() -> None:
    """Print one row per case, then where the time of three of them goes."""
    table = Table(
        "case", "ms", "units", "target", "events", "painting", "changing", "coverage", "seconds"
    )
    chosen = cases()
    for case in chosen:
        table.add_row(case.name, *measured(case))
    Console(width=110).print(table)
    for case in chosen:
        if case.name in ("initial 500²", "mixed 500²", "halo of 5 px 500²"):
            Console(width=110).print(stages(case))


def cases() -> list[Case]:
    """The cases that have a target, and some more that are harder."""
    small, large, thin = ellipses(500, 12), ellipses(2000, 192), roots(500, 14)
    return [
        Case("initial 500²", small, None, 8),
        Case("initial 500², 3 px roots", thin, None, 8),
        Case("mixed 500²", small, mixed(small), 15),
        Case("halo of 5 px 500²", small, within(small, 5), 25),
        Case("initial 2000²", large, None, 25),
        Case("mixed 2000²", large, mixed(large), 40),
        Case("halo of 5 px 2000²", large, within(large, 5), 40),
        Case("halo of 2 px 500²", small, within(small, 2)),
        Case("all missed 500²", small, small & False),
        Case("all missed 500², 3 px roots", thin, thin & False),
        Case("all seen as root 500²", small, small | True),
        Case("speckled 500²", small, small ^ (np.random.default_rng(0).random(small.shape) < 0.02)),
        *vessels(),
    ]


def vessels() -> list[Case]:
    """The second observer of DRIVE, and the first one shifted; none where they are absent."""
    folder = DATA / "vessels_drive"
    pairs = []
    for file in sorted((folder / "manual1").glob("*.png"))[:1]:
        truth, second = (read(folder / name / file.name) for name in ("manual1", "manual2"))
        pairs += [
            Case("DRIVE, shifted by 3 px", truth, np.roll(truth, (3, 3), (0, 1)), 15),
            Case("DRIVE, second observer shifted", truth, np.roll(second, (3, 3), (0, 1)), 15),
            Case("DRIVE, second observer", truth, second),
        ]
    return pairs


def read(file: Path) -> Mask:
    """A mask of an image file."""
    with Image.open(file) as image:
        return np.asarray(image.convert("L")) > 127


def measured(case: Case) -> tuple[str, ...]:
    """One row: time, units, target, events, shares, coverage and simulated seconds."""
    unit, ours = alternating(case)
    annotation = case.annotate()
    target = "" if case.target is None else f"≤ {case.target:g}"
    row = (f"{np.median(ours):.0f}", f"{np.median(ours / unit):.1f}", target)
    if annotation is None:
        return (*row, "skipped", "", "", "", "")
    events = annotation.trajectory
    painting = int(events.painting.sum())
    return (
        *row,
        f"{len(events)}",
        f"{painting}",
        f"{changing(annotation):.0%}",
        f"{coverage(case, annotation):.1%}",
        f"{annotation.seconds:.0f}",
    )


def alternating(case: Case) -> tuple[Numbers, Numbers]:
    """Milliseconds of a distance transform and of the annotation, taken in turns."""
    case.annotate()
    unit, ours = [], []
    for _ in range(RUNS if case.truth.size < 1_000_000 else 3):
        unit.append(milliseconds(lambda: ndimage.distance_transform_edt(case.truth)))
        ours.append(milliseconds(case.annotate))
    return np.array(unit), np.array(ours)


def milliseconds(function: Callable[[], object]) -> float:
    start = time.process_time()
    function()
    return 1000 * (time.process_time() - start)


def changing(annotation: Annotation) -> float:
    """Share of the mouse-down events that change a pixel."""
    events, paint = annotation.trajectory, np.zeros(annotation.rgba.shape[:2], np.uint8)
    changed = []
    for row, column, channel, radius in zip(
        *(
            getattr(events, name)[events.painting].tolist()
            for name in ("r", "c", "channel", "brush_radius")
        ),
        strict=True,
    ):
        reach = int(radius) + 2
        near = np.s_[max(row - reach, 0) : row + reach, max(column - reach, 0) : column + reach]
        before = paint[near].copy()
        stamp(paint, row, column, radius, 0 if channel == ERASER else channel + 1)
        changed.append(bool((paint[near] != before).any()))
    return float(np.mean(changed))


def coverage(case: Case, annotation: Annotation) -> float:
    """Share of the foreground that is painted; of the clear error, if there is a prediction."""
    truth, prediction = case.truth, case.prediction
    if prediction is None:
        return float(annotation.foreground.sum() / truth.sum())
    deep = np.where(truth, *(ndimage.distance_transform_edt(mask) for mask in (truth, ~truth))) > 2
    error = (truth != prediction) & deep
    painted = np.where(truth, annotation.foreground, annotation.background)
    return float((error & painted).sum() / max(error.sum(), 1))


def stages(case: Case) -> Table:
    """Where the time goes: own functions by cumulative share."""
    profile = cProfile.Profile()
    profile.runcall(case.annotate)
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = max(entry[3] for entry in stats.values())
    table = Table("function", "calls", "share", title=f"{case.name}: where the time goes")
    ours = {
        f"{path.split('src/')[1].removesuffix('.py')}.{name}": entry
        for (path, _, name), entry in stats.items()
        if "/src/" in path and not name.startswith("<")
    }
    for name, entry in sorted(ours.items(), key=lambda item: -item[1][3])[1:15]:
        table.add_row(name, str(entry[0]), f"{entry[3] / total:.0%}")
    return table


def ellipses(side: int, count: int, seed: int = 0, smallest: int = 15, largest: int = 45) -> Mask:
    """Filled ellipses at random, some of which touch."""
    rng = np.random.default_rng(seed)
    truth = np.zeros((side, side), bool)
    for _ in range(count):
        centre, size, turn = (
            rng.uniform(50, side - 50, 2),
            rng.uniform(smallest, largest, 2),
            rng.uniform(0, np.pi),
        )
        truth[ellipse(*centre, *size, truth.shape, rotation=turn)] = True
    return truth


def roots(side: int, count: int) -> Mask:
    """Winding lines three pixels wide."""
    rng = np.random.default_rng(0)
    truth = np.zeros((side, side), bool)
    for _ in range(count):
        heading = rng.uniform(-np.pi, np.pi) + np.cumsum(rng.normal(0, 0.05, side))
        way = rng.uniform(0, side, 2) + np.cumsum(
            np.stack([np.sin(heading), np.cos(heading)], 1), 0
        )
        way = way.astype(int)[((way >= 1) & (way < side - 1)).all(axis=1)]
        truth[tuple(way.T)] = True
    return np.asarray(ndimage.binary_dilation(truth, np.ones((3, 3))))


def mixed(truth: Mask) -> Mask:
    """A prediction that misses some objects, invents others and shifts the rest."""
    labels, count = ndimage.label(truth)
    seen = truth & ~np.isin(labels, range(1, count, 5))
    spurious = ellipses(len(truth), truth.size // 60_000, seed=5, smallest=10, largest=25)
    return np.roll(seen, (9, 6), (0, 1)) | spurious


def within(mask: Mask, reach: float) -> Mask:
    return np.asarray(ndimage.distance_transform_edt(~mask) <= reach)


if __name__ == "__main__":
    main()
