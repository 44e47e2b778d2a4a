"""How often the digits of rendered bibs are read right where it is told where they are.

    python -m benchmarks.race_readings [--seeds 100 103] [--count 60]

The sheets that a detector finds are the easier ones; this reads every scored one, by RapidOCR's
recogniser alone. Needs rapidocr and onnxruntime.
"""

import argparse
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from src.data.race_synthetic.camera import decoded
from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.race_synthetic.figures import Figure
from src.data.race_synthetic.sheets import printed
from src.detectors.race.reading import NumberReader

MARGIN = (0.03, 0.04)
"""Beside and above the digits, in widths and heights of the sheet."""

HIGHEST = 200
"""Px of a crop; what is larger is shrunk to it."""

Pixels = npt.NDArray[np.uint8]


def main() -> None:
    """Read all, print what was wrong and how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[100, 103])
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    reader, sheets, exact = NumberReader(), 0, 0
    for seed in given.seeds:
        for index, number, crop in crops(RaceSynthetic(count=given.count, seed=seed)):
            text, score = reader.word(crop)
            sheets, exact = sheets + 1, exact + (text.strip() == number)
            if text.strip() != number:
                print(f"seed {seed}, photo {index}: {number} read as {text!r}, {score:.2f} sure")
    print(f"{exact} of {sheets} scored sheets exact: {exact / max(sheets, 1):.3f}")


def crops(dataset: RaceSynthetic) -> Iterator[tuple[int, str, Pixels]]:
    """Every scored number and its digits, upright."""
    for index in range(dataset.count):
        scored = {bib.number for bib in dataset.labels(index).bibs.boxes if bib.scored}
        worn = [one for one in dataset.plan(index).figures if one.person.number in scored]
        if worn:
            pixels = decoded(dataset.file(index))
            for figure in worn:
                yield index, figure.person.number, upright(pixels, figure)


def upright(pixels: Pixels, figure: Figure) -> Pixels:
    """What lies where somebody's digits are printed."""
    digits = np.array(printed(figure.person.design, figure.person.number).digits)
    (left, top), (right, bottom) = digits[:, :2].min(axis=0), digits[:, 2:].max(axis=0)
    edges = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    edges += np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * MARGIN
    assert figure.sheet is not None
    corners = figure.sheet.places(edges).astype(np.float32)
    across, down = (np.hypot(*(corners[place] - corners[0])) for place in (1, 3))
    height = float(np.clip(down, 8, HIGHEST))
    wide, high = max(8, int(height * across / max(down, 1))), int(height)
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, flat)
    return np.asarray(cv2.warpPerspective(pixels, matrix, (wide, high)), np.uint8)


if __name__ == "__main__":
    main()
