"""Memory and time of predictions on pictures that are read by strips.

``python -m benchmarks.predict_memory [--sides 5000 10000 20000] [--width W]``: nuclei drawn once
and repeated over a tiled TIFF, Otsu's threshold and the watershed, labels and an overlay, each
picture in a process of its own. With a width all are that wide, and the sides are their heights.
"""

import argparse
import csv
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile

from src.data.synthetic.nuclei import Nuclei

DRAWN, TILE = 1024, 256
"""Pixels: side of what is drawn, and of a tile of the file."""


def write_mosaic(path: Path, height: int, width: int) -> None:
    """Grey nuclei that repeat, in a file that is never in memory as a whole."""
    (sample,) = Nuclei(count=1, size=DRAWN, seed=1).samples()
    grey = sample.picture.pixels
    grey = grey if grey.ndim == 2 else grey[..., 1]

    def tiles() -> Iterator[npt.NDArray[Any]]:
        for row in range(0, height, TILE):
            for column in range(0, width, TILE):
                top, left = row % DRAWN, column % DRAWN
                yield grey[top : top + TILE, left : left + TILE]

    tifffile.imwrite(
        path, tiles(), shape=(height, width), dtype=np.uint8, tile=(TILE, TILE),
        compression="zlib", photometric="minisblack", maxworkers=1,
    )  # fmt: skip


def predicted(picture: Path, out: Path) -> tuple[float, float]:
    """MB at the peak, and seconds of processor time, of one process."""
    words = ["--detector", "otsu", str(picture), "--out", str(out)]
    words += ["--override", "prediction.whole_pixels=1000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "src.predict", *words], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"predicting {picture} ended with {status}")
    return used.ru_maxrss / 1024, used.ru_utime + used.ru_stime


def measured(sides: Sequence[int], width: int | None, folder: Path) -> Iterator[str]:
    """A line for each picture."""
    for side in sides:
        picture, out = folder / f"{side}.tif", folder / str(side)
        write_mosaic(picture, side, width or side)
        peak, seconds = predicted(picture, out)
        with (out / "images.csv").open(newline="") as file:
            (line,) = csv.DictReader(file)
        yield (
            f"{side:6} × {width or side:6} px, {int(line['objects']):7} objects: "
            f"{peak:6.0f} MB at most, {seconds:5.0f} s of one core"
        )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sides", type=int, nargs="+", default=[5_000, 10_000, 20_000])
    parser.add_argument("--width", type=int)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        for line in measured(given.sides, given.width, Path(folder)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
