"""What it takes to list a folder of 20,000 images with masks, at first and once they are known.

Every listing is a process of its own. Seconds of computing are told beside those that passed: they
hardly change on a busy machine.
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from src.data.folder import Folder

IMAGES, SIDE = 20_000, 128
SETTLED = 2.5
"""Seconds; files that are younger are not remembered."""


def write(root: Path, count: int = IMAGES, side: int = SIDE) -> None:
    """Noisy pictures of one disk each, and the disks as masks."""
    rng = np.random.default_rng(0)
    rows, cols = np.mgrid[:side, :side]
    for folder in ("images", "masks"):
        (root / folder).mkdir()
    for number in range(count):
        row, col, radius = rng.uniform(0.2, 0.8, 3) * side * (1, 1, 0.25)
        disk = (rows - row) ** 2 + (cols - col) ** 2 < radius**2
        pixels = 90 * disk + rng.integers(20, 60, disk.shape)
        for folder, values in (("images", pixels), ("masks", 255 * disk)):
            file = root / folder / f"field{number}.png"
            Image.fromarray(values.astype(np.uint8)).save(file, compress_level=1)


def listing(root: str) -> None:
    """List once, and print seconds that passed, seconds of computing, and the peak in MB."""
    began, computed = time.perf_counter(), time.process_time()
    assert len(Folder(root)) == IMAGES
    took, computing = time.perf_counter() - began, time.process_time() - computed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(took, computing, peak)


def listed(root: Path, cache: Path) -> tuple[float, ...]:
    """What a listing in another process takes."""
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.listing", str(root)],
        env={**os.environ, "BRUSHWORK_CACHE": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    return tuple(map(float, answer.stdout.split()))


def main() -> None:
    """First, second, and what the second saves."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as cache:
        write(Path(folder))
        time.sleep(SETTLED)
        times = {name: listed(Path(folder), Path(cache)) for name in ("first", "second")}
        file = max(path.stat().st_size for path in Path(cache).iterdir()) / 2**20
    print(f"{IMAGES} images of {SIDE}×{SIDE} pixels with masks; the cache takes {file:.1f} MB")
    print(f"{'listing':10}{'seconds':>10}{'computing':>12}{'peak MB':>10}")
    for name, (took, computing, peak) in times.items():
        print(f"{name:10}{took:10.2f}{computing:12.2f}{peak:10.0f}")
    ratios = [first / second for first, second in zip(*times.values(), strict=True)]
    print(f"{'ratio':10}{ratios[0]:10.1f}{ratios[1]:12.1f}")


if __name__ == "__main__":
    listing(sys.argv[1]) if len(sys.argv) > 1 else main()
