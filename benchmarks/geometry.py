"""Distance and overlap, side by side with what a peer takes: ``python -m benchmarks.geometry``."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from scipy import ndimage
from skimage.metrics import contingency_table
from skimage.morphology import erosion

from src.geometry.distance import DistanceField, depth, disk
from src.geometry.masks import encode, labels_to_rles
from src.geometry.overlap import Overlap

Call = Callable[[], Any]


def main() -> None:
    """Print best-of-five milliseconds, ours and theirs, and how many times theirs takes."""
    table = Table("what", "ours ms", "theirs ms", "theirs / ours", "their way")
    for name, ours, theirs, way in (*distances(), *overlaps(), *run_lengths()):
        mine, other = milliseconds(ours, theirs)
        table.add_row(name, f"{mine:.1f}", f"{other:.1f}", f"{other / mine:.1f}", way)
    Console().print(table)


def distances() -> list[tuple[str, Call, Call, str]]:
    """Depth of a whole class and of one small error, and eroding by ten brushes."""
    rows: list[tuple[str, Call, Call, str]] = []
    for side in (500, 2000):
        mask = clouds(side)
        error = np.zeros_like(mask)
        error[: side // 10, : side // 10] = mask[: side // 10, : side // 10]
        rows.append((f"depth {side}²", call(depth, mask), transform(mask), "scipy"))
        rows.append((f"depth {side}², small", call(depth, error), transform(error), "scipy"))
    mask = clouds(500)
    rows.append(
        (
            "erode 500², ten radii",
            call(erode_all, mask),
            call(peer_erode_all, mask),
            "skimage, per radius",
        )
    )
    return rows


def overlaps() -> list[tuple[str, Call, Call, str]]:
    """The contingency table of ever more objects."""
    rows: list[tuple[str, Call, Call, str]] = []
    for side, count in ((1024, 500), (2048, 3000), (2048, 10_000)):
        truth, prediction = blobs(side, count, seed=0), blobs(side, count, seed=1)
        rows.append(
            (
                f"overlap {side}², {count} objects",
                call(Overlap.of, truth, prediction),
                call(contingency_table, truth, prediction),
                "skimage",
            )
        )
    return rows


def run_lengths() -> list[tuple[str, Call, Call, str]]:
    """All masks of a label image as COCO run lengths."""
    labels = blobs(1024, 200, seed=0)
    return [
        (
            "rles 1024², 200 objects",
            call(labels_to_rles, labels),
            call(encode_one_by_one, labels),
            "pycocotools, per object",
        )
    ]


def erode_all(mask: npt.NDArray[np.bool_]) -> None:
    field = DistanceField.of(mask)
    for radius in range(1, 11):
        field.erode(radius)


def peer_erode_all(mask: npt.NDArray[np.bool_]) -> None:
    for radius in range(1, 11):
        erosion(mask, disk(radius))


def encode_one_by_one(labels: npt.NDArray[np.int32]) -> None:
    for value in range(1, int(labels.max()) + 1):
        encode(labels == value)


def transform(mask: npt.NDArray[np.bool_]) -> Call:
    return call(ndimage.distance_transform_edt, mask)


def call(function: Callable[..., Any], *arguments: Any) -> Call:
    return lambda: function(*arguments)


def milliseconds(*calls: Call, repeats: int = 5) -> list[float]:
    """The best of a few turns, taken by turns so that a busy machine is unfair to none."""
    best = [np.inf] * len(calls)
    for _ in range(repeats):
        for place, function in enumerate(calls):
            start = time.perf_counter()
            function()
            best[place] = min(best[place], 1000 * (time.perf_counter() - start))
    return best


def clouds(side: int) -> npt.NDArray[np.bool_]:
    """A region of a third of the picture, in pieces of some tens of pixels."""
    noise = np.random.default_rng(0).normal(size=(side, side))
    smooth = ndimage.gaussian_filter(noise, 8)
    return np.asarray(smooth > np.quantile(smooth, 2 / 3))


def blobs(side: int, count: int, seed: int) -> npt.NDArray[np.int32]:
    """A grid of disks, each moved a little, so that two seeds overlap as neighbours do."""
    rng = np.random.default_rng(seed)
    across = int(np.ceil(np.sqrt(count)))
    step = side / across
    radius = int(0.4 * step)
    labels = np.zeros((side, side), np.int32)
    for number in range(count):
        centre = (np.array(divmod(number, across)) + 0.5) * step + rng.integers(-2, 3, 2)
        row, column = np.clip(centre.astype(int), radius, side - radius - 1)
        window = labels[row - radius : row + radius + 1, column - radius : column + radius + 1]
        window[disk(radius)] = number + 1
    return labels


if __name__ == "__main__":
    main()
