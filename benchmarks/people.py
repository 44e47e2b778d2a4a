"""How much people differ from one another: ``python -m benchmarks.people``.

Prints the ranges that belong into conf/annotator/population.yaml. Reads ``mouse_fitts_xp``,
``mouse_steering_remoco``, ``scribbles_medscribble`` and ``vessels_drive`` below ``BRUSHWORK_DATA``.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
from PIL import Image
from scipy import ndimage, optimize
from skimage.morphology import skeletonize

from benchmarks.policies import DATA, read_people, read_truths
from src.calibrating.of_public import pointing_trials, read_public
from src.geometry.distance import depth, distance_to

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]

NEAR = 2.0
"""Px within which two observers mean the same vessel."""
SAME = 4.0
"""Px: an edge that is farther off belongs to something else."""
EIGHT = np.ones((3, 3), bool)


def factors(values: Sequence[float]) -> tuple[float, float]:
    """The least and the largest, relative to the geometric mean."""
    logs = np.log(np.asarray(values, np.float64))
    low, high = np.exp([logs.min() - logs.mean(), logs.max() - logs.mean()])
    return float(low), float(high)


def pointing() -> dict[str, tuple[float, float]]:
    """Speed of travel, by person: over the same targets, so as the inverse of the time."""
    trials = pointing_trials(DATA / "mouse_fitts_xp/fitts_trials.csv")
    taken = np.log(trials.MT).groupby(trials.Participant).mean()
    return {"travel_speed": factors(np.exp(-taken).tolist())}


def steering() -> dict[str, tuple[float, float]]:
    """Speed along a tunnel and scatter per speed, by person."""
    people = read_public("mouse_steering_remoco")
    speeds = [float(np.mean([lap.speed for lap in person.strokes])) for person in people]
    rates = [float(np.mean([lap.scatter / lap.speed for lap in one.strokes])) for one in people]
    return {"paint_speed": factors(speeds), "jitter": factors(rates)}


def scribbling() -> dict[str, tuple[float, float]]:
    """How much is painted, and in how many scribbles, by person on the pictures of all three."""
    folder = DATA / "scribbles_medscribble"
    people = read_people(folder, read_truths(folder))
    people["scribbles"] = [
        _scribbles(folder / "scribbles" / f"{row.picture}_annot{row.person}.png")
        for row in people.itertuples()
    ]
    shared = people.groupby("picture").filter(lambda own: own.person.nunique() == 3)
    names = ["coverage", "balance", "scribbles"]
    means = np.exp(np.log(shared[names]).groupby(shared.person).mean())
    print(
        f"MedScribble, {shared.picture.nunique()} pictures of all three people:\n{means.round(3)}"
    )
    fewest = float(means.scribbles.min() / means.scribbles.max())
    return {
        "generous": factors(means.coverage.tolist()),
        "balance": factors(means.balance.tolist()),
        "patience": (fewest, 1.0),
    }


def observing() -> dict[str, tuple[float, float]]:
    """Where two observers of the same vessels put the edge, and which branches one overlooks."""
    off, waver, branches = [], [], ([], [])
    for first, second in observers():
        edge = second & ~ndimage.binary_erosion(second)
        away = np.where(first, 1 - depth(first), depth(~first))[edge]
        away = away[np.abs(away) <= SAME]
        off.append(away.mean())
        waver.append(away.std())
        for place, (own, other) in enumerate(((first, second), (second, first))):
            branches[place].extend(overlooked(own, other))
    fits = [overlooking(pd.DataFrame(own, columns=["area", "missed"])) for own in branches]
    each = 1 / np.sqrt(2)  # a difference of two people has the variance of both
    mean, mood = float(np.mean(off)), float(np.std(off, ddof=1))
    print(f"DRIVE: edge off by {mean:.3f} px, {mood:.3f} from picture to picture")
    print(f"DRIVE: {', '.join(f'{len(own)} branches' for own in branches)}; fits {fits}")
    return {
        "overlooks": tuple(sorted(fit[0] for fit in fits)),
        "half_area": tuple(sorted(fit[1] for fit in fits)),
        "offset": (-abs(mean), abs(mean)),
        "waver": (float(np.min(waver)) * each, float(np.max(waver)) * each),
    }


def observers() -> Iterator[tuple[Mask, Mask]]:
    """The same vessels by both observers of DRIVE."""
    folder = DATA / "vessels_drive"
    for file in sorted((folder / "manual1").glob("*.png")):
        yield _mask(file), _mask(folder / "manual2" / file.name)


def overlooked(own: Mask, other: Mask) -> Iterator[tuple[int, bool]]:
    """Area of every branch between two junctions, and whether the other observer has none of it."""
    middle = skeletonize(own)
    crossing = ndimage.convolve(middle.astype(int), EIGHT.astype(int), mode="constant") > 3
    labels, count = ndimage.label(middle & ~crossing, EIGHT)
    nearest = ndimage.distance_transform_edt(
        labels == 0, return_distances=False, return_indices=True
    )
    areas = np.bincount(labels[tuple(nearest)][own], minlength=count + 1)[1:]
    seen = np.bincount(labels[distance_to(other) <= NEAR], minlength=count + 1)[1:]
    yield from zip(areas.tolist(), (seen == 0).tolist(), strict=True)


def overlooking(branches: pd.DataFrame) -> tuple[float, float]:
    """``chance`` and ``half_area`` of ``InattentiveAnnotator``, the likeliest."""
    area, missed = branches.area.to_numpy(float), branches.missed.to_numpy(bool)

    def unlikely(logs: Numbers) -> float:
        chance = np.clip(1 / (1 + np.exp(-logs[0])) * 0.5 ** (area / np.exp(logs[1])), 1e-9, 1)
        return float(-np.log(np.where(missed, chance, 1 - np.minimum(chance, 1 - 1e-9))).sum())

    found = optimize.minimize(unlikely, [0.0, 4.0], method="Nelder-Mead").x
    return float(1 / (1 + np.exp(-found[0]))), float(np.exp(found[1]))


def main() -> None:
    """Print every range, or say which data are absent."""
    names = ("mouse_fitts_xp", "mouse_steering_remoco", "scribbles_medscribble", "vessels_drive")
    absent = [name for name in names if not (DATA / name).is_dir()]
    if absent:
        print(f"{', '.join(absent)} absent below {DATA} (set BRUSHWORK_DATA)")
        return
    for name, (low, high) in (pointing() | steering() | scribbling() | observing()).items():
        print(f"{name}: [{low:.3g}, {high:.3g}]")


def _scribbles(file: Path) -> int:
    """Connected scribbles of both classes."""
    with Image.open(file) as image:
        paint = np.asarray(image) > 0
    return sum(ndimage.label(paint[..., channel], EIGHT)[1] for channel in (0, 1))


def _mask(file: Path) -> Mask:
    with Image.open(file) as image:
        return np.asarray(image) > 0


if __name__ == "__main__":
    main()
