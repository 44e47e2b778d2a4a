"""First annotations of the same pictures, by people and by simulated ones."""

from pathlib import Path

import numpy as np

from benchmarks.hand.drawing import Panel
from benchmarks.hand.scenes import read
from src.annotators.policies import HumanSparseAnnotator
from src.annotators.rootpainter import RootPainterAnnotator

SHOWN = ("WBC", "HipXRay", "OCTA500")
"""Cells, bones and thin vessels."""
ROBOTS = {"rootpainter": RootPainterAnnotator(), "human_sparse": HumanSparseAnnotator()}


def people_beside_robots(folder: Path) -> list[list[Panel]]:
    """A row per picture of MedScribble; none where it is absent. Nobody recorded corrections."""
    files = [next(iter(sorted((folder / "images").glob(f"{name}*"))), None) for name in SHOWN]
    return [_row(folder, file) for file in files if file is not None]


def _row(folder: Path, file: Path) -> list[Panel]:
    pixels, truth = read(file), read(folder / "masks" / file.name) > 127
    panels = []
    for scribble in sorted((folder / "scribbles").glob(f"{file.stem}_annot*")):
        paint = read(scribble) > 0
        panels.append(Panel(f"person {scribble.stem[-1]}", pixels, paint[..., 0], paint[..., 1]))
    for name, robot in ROBOTS.items():
        own = robot.initial(truth, np.random.default_rng(0))
        panels.append(Panel(name, pixels, own.foreground, own.background, own.trajectory))
    return panels
