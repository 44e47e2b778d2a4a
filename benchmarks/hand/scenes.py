"""The pictures on which the hand is measured: real roots where they are at hand, and drawn ones."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from scipy import ndimage

from benchmarks.annotator import ellipses, mixed
from src.data.synthetic.dataset import SyntheticDataset
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots
from src.geometry.distance import dilate
from src.geometry.masks import foreground

Mask = npt.NDArray[np.bool_]
Pixels = npt.NDArray[np.uint8]

DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[3] / "shared" / "data"))

SEGROOT, ROOTS, NUCLEI, BLOBS = "SegRoot tiles", "synthetic roots", "synthetic nuclei", "blobs"
SEGROOT_THRESHOLD = 230
"""Of 255: what the authors of SegRoot take for a root."""
DRAWN, SIDE = 6, 256
"""Pictures of each synthetic dataset, and their side in px, as in the quickstart."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture, its truth, and a prediction with errors to correct."""

    group: str
    name: str
    pixels: Pixels
    truth: Mask
    prediction: Mask


def scenes() -> list[Scene]:
    """All of them; real roots only where they are at hand."""
    blobs = [ellipses(500, 12, seed) for seed in range(3)]
    return [
        *segroot(),
        *_drawn(ROOTS, Roots(count=DRAWN, size=SIDE, seed=1)),
        *_drawn(NUCLEI, Nuclei(count=DRAWN, size=SIDE, seed=1)),
        *(
            Scene(BLOBS, f"blobs {number}", _grey(truth), truth, mixed(truth))
            for number, truth in enumerate(blobs)
        ),
    ]


def segroot() -> Iterator[Scene]:
    """Tiles with the errors of the net that its authors published."""
    folder = DATA / "roots_segroot_tiles"
    for file in sorted((folder / "images").glob("*.png")):
        truth = read(folder / "masks" / file.name) > 127
        seen = read(folder / "pred_segroot_8_5_prob" / file.name) >= SEGROOT_THRESHOLD
        yield Scene(SEGROOT, file.stem, read(file), truth, seen)


def real_nuclei() -> list[Scene]:
    """The first nuclei of DSB 2018, with drawn errors; none where they are absent."""
    folder = DATA / "nuclei_dsb2018_train"
    files = sorted((folder / "images").glob("*.png"))[:1]
    truths = [read(folder / "labels" / file.name) > 0 for file in files]
    return [
        Scene("DSB 2018", file.stem, read(file), truth, ragged(truth, np.random.default_rng(0)))
        for file, truth in zip(files, truths, strict=True)
    ]


def dilated_truths() -> Iterator[tuple[Mask, Mask]]:
    """Truths, each with itself grown by 2 px: nothing that wants correcting."""
    truths = [scene.truth for scene in scenes()]
    truths += [read(file) > 0 for file in sorted((DATA / "vessels_drive/manual1").glob("*.png"))]
    nuclei = sorted((DATA / "nuclei_dsb2018_train/labels").glob("*.png"))[:20]
    truths += [read(file) > 0 for file in nuclei]
    for truth in truths:
        yield truth, dilate(truth, 2)


def ragged(truth: Mask, rng: np.random.Generator) -> Mask:
    """What a net sees early on: thin parts missed, edges that wander, specks that are nothing."""
    soft = ndimage.gaussian_filter(truth.astype(np.float64), 1.5)
    noise = ndimage.gaussian_filter(rng.normal(size=truth.shape), 5)
    return np.asarray(soft + 0.25 * noise / noise.std() > 0.4)


def read(file: Path) -> Pixels:
    """The pixels of an image file."""
    with Image.open(file) as image:
        return np.asarray(image)


def _drawn(group: str, dataset: SyntheticDataset) -> Iterator[Scene]:
    for number, sample in enumerate(dataset.samples()):
        truth = foreground(sample.truth)
        seen = ragged(truth, np.random.default_rng(number))
        yield Scene(group, sample.name, sample.picture.pixels, truth, seen)


def _grey(truth: Mask) -> Pixels:
    return np.where(truth, np.uint8(150), np.uint8(70))
