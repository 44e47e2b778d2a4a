"""How a sheet hangs on somebody, and where each point of it lies in the photo."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.data.race_synthetic.limbs import Points


@dataclass(frozen=True)
class Creases:
    """How a sheet hangs.

    Args:
        folds: height of its waves, in its heights; ``waves`` of them across it, from ``phase`` on.
        gloss: how white the light makes a stripe of it, 0 to 1.
        crumple: by how much it is creased all over, in its widths; small beside a digit.
    """

    folds: float = 0.0
    waves: float = 1.0
    phase: float = 0.0
    gloss: float = 0.0
    crumple: float = 0.0


FLAT = Creases()


@dataclass(frozen=True, eq=False)
class Sheet:
    """A bib on somebody: (4, 2) corners from the top left clockwise in px, and how it hangs."""

    corners: Points
    creases: Creases

    def places(self, shares: Points) -> Points:
        """(n, 2) px of (n, 2) shares of its width and height, its waves included."""
        u, v = shares.T
        folds, waves, phase = self.creases.folds, self.creases.waves, self.creases.phase
        moved = np.column_stack([u, v + folds * np.sin(2 * np.pi * (waves * u + phase))])
        return project(self.corners, moved)


def project(corners: Points, shares: Points) -> Points:
    """(n, 2) px of (n, 2) shares of a four-cornered sheet seen in perspective."""
    matrix = homography(corners)
    moved = np.column_stack([shares, np.ones(len(shares))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def homography(corners: Points) -> npt.NDArray[np.float64]:
    """(3, 3) from the unit square, from its top left clockwise, to four corners."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    rows, wanted = [], []
    for (u, v), (x, y) in zip(square, corners, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        wanted += [x, y]
    solved = np.linalg.solve(np.array(rows), np.array(wanted))
    return np.append(solved, 1.0).reshape(3, 3)
