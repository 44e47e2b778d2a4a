"""Who is whom among faces: groups of measurements that lie close together."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, pdist

from src.core import InputError

Measured = npt.NDArray[np.float64]
Groups = npt.NDArray[np.int64]

MOST = 20_000
"""Faces whose distances, all at once, still fit into the memory of a small machine (1.6 GB)."""

AT_ONCE = 2_000
"""Faces that are compared with all others together."""


def average_linkage(faces: Measured, distance: float) -> Groups:
    """Groups are joined while the mean distance of their members is at most ``distance``."""
    if len(faces) > MOST:
        raise InputError(
            f"scorer.clusters=average: {len(faces)} faces are more than the {MOST} that it can "
            "compare: set scorer.clusters=chains"
        )
    if len(faces) < 2:
        return np.zeros(len(faces), np.int64)
    tree = linkage(pdist(faces), method="average")
    return np.asarray(fcluster(tree, distance, criterion="distance"), np.int64) - 1


def chains(faces: Measured, distance: float) -> Groups:
    """Whoever is at most ``distance`` from somebody of a group is of that group."""
    count = len(faces)
    pairs = []
    for begin in range(0, count, AT_ONCE):
        near = cdist(faces[begin : begin + AT_ONCE], faces) <= distance
        pairs.append(np.argwhere(near) + np.array([begin, 0]))
    first, second = np.concatenate([*pairs, np.zeros((0, 2), np.int64)]).T
    graph = coo_array((np.ones(len(first), bool), (first, second)), shape=(count, count))
    if not count:
        return np.zeros(0, np.int64)
    return np.asarray(connected_components(graph, directed=False)[1], np.int64)


ALGORITHMS: Mapping[str, Callable[[Measured, float], Groups]] = {
    "average": average_linkage,
    "chains": chains,
}
