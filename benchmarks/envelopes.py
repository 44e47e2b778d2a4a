"""What a second annotator and harmless edits score: ``python -m benchmarks.envelopes``.

Takes ``nuclei_dsb2018_test_preds``, ``nuclei_dsb2018_train`` and ``cells_codex_11tools`` below
``BRUSHWORK_DATA`` (by default ``../shared/data``); edits the true nuclei in ways that nobody would
object to and in ways that everybody would, and prints what the envelopes of conf/gate say of each.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from omegaconf import OmegaConf
from scipy import ndimage
from skimage.io import imread
from skimage.segmentation import expand_labels, find_boundaries

from src.calibrating.of_public import DATA
from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Entry, Instances, Picture, Row, Sample, Scorecard
from src.evaluation.tiles import with_tiles
from src.scoring.objects.scorer import Objects
from src.scoring.pooled import PER_IMAGE

Labels = npt.NDArray[np.int64]
Edit = Callable[[Labels, np.random.Generator], Labels]

SCORER = Objects(features=("area", "eccentricity", "solidity", "intensity"), level=0.90)
GATES = (
    *("nuclei_segmentation", "nuclei_segmentation_strict"),
    *("cell_painting", "cell_painting_strict"),
)
SHOWN = (
    *("mean_true_iou_at_0.50", "count_delta_percent", "lowest_pearson"),
    *("area_error", "eccentricity_error", "solidity_error", "intensity_error"),
)


def ring(labels: Labels, rng: np.random.Generator) -> Labels:
    """A tenth of the pixels around each nucleus join it."""
    return np.where(rng.random(labels.shape) < 0.1, expand_labels(labels, 1), labels)


def smoothed(labels: Labels, rng: np.random.Generator) -> Labels:  # noqa: ARG001
    """The median of 3 × 3 pixels; what lies between two nuclei stays as it was."""
    kept = np.zeros_like(labels)
    for number, where in enumerate(ndimage.find_objects(labels), start=1):
        if where is None:
            continue
        own = tuple(slice(max(part.start - 1, 0), part.stop + 1) for part in where)
        inside = ndimage.median_filter((labels[own] == number).astype(np.uint8), 3) > 0
        free = (labels[own] == number) | (labels[own] == 0)
        kept[own][inside & free] = number
    return kept


def grown(pixels: int) -> Edit:
    """Outlines further out, where no other nucleus is."""
    return lambda labels, rng: expand_labels(labels, pixels)  # noqa: ARG005


def shrunk(labels: Labels, rng: np.random.Generator) -> Labels:  # noqa: ARG001
    """Outlines one pixel further in."""
    return np.where(find_boundaries(labels, mode="inner"), 0, labels)


def shrunk_twice(labels: Labels, rng: np.random.Generator) -> Labels:
    """Outlines two pixels further in."""
    return shrunk(shrunk(labels, rng), rng)


def shifted(pixels: int) -> Edit:
    """All nuclei to one side, and out of the picture there."""
    return lambda labels, rng: ndimage.shift(labels, (0, pixels), order=0)  # noqa: ARG005


def without(share: float) -> Edit:
    """Some nuclei are missed."""

    def edit(labels: Labels, rng: np.random.Generator) -> Labels:
        known = np.unique(labels[labels > 0])
        return np.where(np.isin(labels, known[rng.random(len(known)) < share]), 0, labels)

    return edit


def merged(share: float) -> Edit:
    """Some nuclei are given to the next one, touching or not."""

    def edit(labels: Labels, rng: np.random.Generator) -> Labels:
        known = np.unique(labels[labels > 0])
        names = np.arange(labels.max(initial=0) + 1)
        chosen = np.flatnonzero(rng.random(max(len(known) - 1, 0)) < share)
        for place in chosen:
            names[known[place]] = known[place + 1]
        return names[labels]

    return edit


HARMLESS: dict[str, Edit] = {
    "the truth itself": lambda labels, rng: labels,  # noqa: ARG005
    "smoothed, 3 × 3 median": smoothed,
    "10 % of the outer ring": ring,
    "1 px larger": grown(1),
    "1 px smaller": shrunk,
}
HARMFUL: dict[str, Edit] = {
    "2 px smaller": shrunk_twice,
    "shifted by 3 px": shifted(3),
    "5 % missed": without(0.05),
    "10 % missed": without(0.1),
    "10 % merged": merged(0.1),
    "nothing found": without(2.0),
}


def fields(root: Path) -> list[tuple[str, npt.NDArray[np.uint8], Labels]]:
    """Names, pictures and true labels of a set."""
    found = []
    for file in sorted((root / "labels").iterdir()):
        picture = np.asarray(imread(next((root / "images").glob(f"{file.stem}.*"))))
        found.append((file.stem, picture[..., :3], np.asarray(imread(file)).astype(np.int64)))
    return found


def row(name: str, picture: npt.NDArray[np.uint8], truth: Labels, answer: Labels) -> Row:
    """The scores of one image."""
    sample = Sample(Picture(Entry(name, name, "test"), picture), Instances.from_labels(truth))
    return SCORER.score(sample, Instances.from_labels(answer))


def line(what: str, rows: list[Row]) -> str:
    """A line of the table: numbers of images, verdicts of envelopes."""
    return line_of(what, SCORER.summarise(rows))


def line_of(what: str, card: Scorecard) -> str:
    """The same of a card."""
    numbers = [card.metrics[PER_IMAGE + name] for name in SHOWN]
    verdicts = []
    for gate in GATES:
        own = OmegaConf.create({"gate": OmegaConf.load(CONF / "gate" / f"{gate}.yaml")})
        verdicts.append(build(own, "gate").judge(card).outcome.value)
    return " | ".join(["", what, *(f"{number:.3f}" for number in numbers), *verdicts, ""]).strip()


def experts() -> str:
    """One expert of a tissue field held against the other, over tiles."""
    root = DATA / "cells_codex_11tools"
    picture = np.asarray(imread(root / "channels" / "nucleus.png"))
    first, second = (
        np.asarray(imread(next((root / "labels").glob(f"{name}.*")))).astype(np.int64)
        for name in ("expert1", "expert2")
    )
    sample = Sample(Picture(Entry("f", "f", "test"), picture), Instances.from_labels(first))
    answer = Instances.from_labels(second)
    card = with_tiles(SCORER.summarise([SCORER.score(sample, answer)]), SCORER, sample, answer)
    return f"| cells_codex_11tools (16 tiles) {line_of('expert 2 against expert 1', card)}"


def main() -> None:
    """Print the tables."""
    head = ["set", "answer", *SHOWN, *GATES]
    print(f"| {' | '.join(head)} |\n{'|---' * len(head)}|")
    print(experts(), flush=True)
    for name in ("nuclei_dsb2018_train", "nuclei_dsb2018_test_preds"):
        images = fields(DATA / name)
        for kind in (HARMLESS, HARMFUL):
            for what, edit in kind.items():
                rng = np.random.default_rng(5)
                rows = [row(n, picture, truth, edit(truth, rng)) for n, picture, truth in images]
                print(f"| {name} ({len(images)}) {line(what, rows)}", flush=True)
    images = fields(DATA / "nuclei_dsb2018_test_preds")
    for folder in sorted((DATA / "nuclei_dsb2018_test_preds").glob("pred_*")):
        rows = [
            row(n, picture, truth, np.asarray(imread(folder / f"{n}.png")).astype(np.int64))
            for n, picture, truth in images
        ]
        print(f"| {folder.parent.name} ({len(images)}) {line(folder.name, rows)}", flush=True)


if __name__ == "__main__":
    main()
