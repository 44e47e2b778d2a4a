"""Ways along thin things: a walk through their pixels, branch by branch."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse import csgraph

from src.annotators.ground import Places

# Pixels per side of a cell. Neighbouring cells belong to one walk: small gaps do not end it.
CELL = 3

Nodes = npt.NDArray[np.int64]


class Links(NamedTuple):
    """Which cells are next to which, row after row: those of cell i end at ``ends[i]``."""

    others: Nodes
    ends: Nodes

    def graph(self, roots: Nodes) -> sparse.csr_array:
        """The links, and one more node, the last, from which a walk enters at the roots."""
        others = np.concatenate([self.others, roots], dtype=np.int32)
        ends = np.concatenate([[0], self.ends, [len(others)]], dtype=np.int32)
        size = len(self.ends) + 1
        return sparse.csr_array((np.ones(len(others)), others, ends), shape=(size, size))


def ways(pixels: Places) -> list[Places]:
    """Lines of pixels, (n, 2), through the middle of thin connected things, branch by branch.

    Each thing is walked breadth first from one of its ends. What is reached after equally
    many cells, and hangs together, is a section across; lines lead from section to section,
    each from one that is farthest to where it meets a line already drawn.
    """
    if not len(pixels):
        return []
    pixels, links, _ = _cells(pixels)
    things = _connected(links.graph(np.zeros(0, np.int32)))[:-1]
    order, _ = _walk(links, _firsts(things, np.arange(len(pixels))))
    order, before = _walk(links, _firsts(things, order[::-1]))
    sections = _sections(links, order, before)
    first = _firsts(sections, order)
    behind = np.append(sections, len(first))[before[first]]
    middles = pixels[_middles(sections, pixels)]
    position = np.argsort(order)
    return [middles[line] for line in _lines(np.argsort(position[first]), behind)]


def connected(pixels: Places) -> Nodes:
    """The number of the thing that each pixel is part of; small gaps do not end it."""
    _, links, of = _cells(pixels)
    return _connected(links.graph(np.zeros(0, np.int32)))[of]


def _cells(pixels: Places) -> tuple[Places, Links, Nodes]:
    """One pixel of every cell that has any, which of them are neighbours, and each pixel's cell."""
    rows, columns = ((pixels - pixels.min(axis=0)) // CELL + 1).T
    width = columns.max() + 2
    numbers = np.full((rows.max() + 2) * width, -1, np.int32)
    numbers[rows * width + columns] = np.arange(len(pixels))
    cells = np.flatnonzero(numbers >= 0)
    pixels = pixels[numbers[cells]]
    numbers[cells] = np.arange(len(cells))
    steps = np.array([-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1])
    near = numbers[cells[:, None] + steps]
    links = Links(near[near >= 0], np.cumsum(np.count_nonzero(near >= 0, axis=1)))
    return pixels, links, numbers[rows * width + columns]


def _walk(links: Links, starts: Nodes) -> tuple[Nodes, Nodes]:
    """Cells in the order of a walk from all starts at once, and the one before each."""
    order, before = csgraph.breadth_first_order(links.graph(starts), len(links.ends))
    return order[1:], before


def _sections(links: Links, order: Nodes, before: Nodes) -> Nodes:
    """For each cell the number of the section that it is in."""
    level = [-1] * (len(order) + 1)
    previous = before.tolist()
    for cell in order.tolist():
        level[cell] = level[previous[cell]] + 1
    band = np.array(level[:-1])
    here = np.repeat(np.arange(len(order)), np.diff(links.ends, prepend=0))
    across = band[here] == band[links.others]
    ends = np.concatenate([[0], np.cumsum(across)])[np.append(0, links.ends)]
    shape = (len(order), len(order))
    return _connected(
        sparse.csr_array((np.ones(ends[-1]), links.others[across], ends), shape=shape)
    )


def _connected(graph: sparse.csr_array) -> Nodes:
    parts: Nodes = csgraph.connected_components(graph, directed=False)[1]
    return parts


def _firsts(groups: Nodes, order: Nodes) -> Nodes:
    """The member of each group that comes first in an order."""
    first = np.zeros(groups.max() + 1, np.int64)
    first[groups[order[::-1]]] = order[::-1]  # of equal indices, numpy keeps the last
    return first


def _middles(sections: Nodes, pixels: Places) -> Nodes:
    """For each section the cell that is nearest to its centroid."""
    sizes = np.bincount(sections)
    centroids = np.stack([np.bincount(sections, axis) / sizes for axis in pixels.T], axis=1)
    away = ((pixels - centroids[sections]) ** 2).sum(axis=1)
    return _firsts(sections, np.argsort(away, kind="stable"))


def _lines(order: Nodes, behind: Nodes) -> list[list[int]]:
    """Numbers of sections, from each end back to where the walk came from."""
    lines = []
    previous, seen = behind.tolist(), [False] * len(behind) + [True]
    for end in reversed(order.tolist()):
        line, section = [], end
        while not seen[section]:
            seen[section] = True
            line.append(section)
            section = previous[section]
        if line:
            lines.append(line if section == len(behind) else [*line, section])
    return lines
