"""Rankings of photos against those that somebody wants, as sums of every photo."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.scoring.race.matching import Column, Flags
from src.scoring.race.sums import ASKED, DEPTHS, LOST, RETURNED

Sums = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Search:
    """What one person wants, and what he is shown.

    Args:
        asks: the photo to which the query itself is counted.
        ranking: photos, the best first; those of which it cannot be said whether they are wanted
            are left out.
        wanted: (photos,) which show him.
        returned: how many of the ranking are taken for his.
        lost: (photos,) at which stage each wanted one was lost; "" where it was found.
    """

    asks: int
    ranking: Column
    wanted: Flags
    returned: int
    lost: npt.NDArray[np.str_]


def empty_sums(card: str, photos: int) -> Sums:
    """Nobody has asked yet."""
    names = (*ASKED, *RETURNED, *(f"lost_{stage}" for stage in LOST[card]))
    return {f"{card}_{name}": np.zeros(photos) for name in names}


def search_sums(card: str, photos: int, searches: Sequence[Search]) -> Sums:
    """Sums of every photo; a wanted photo of somebody with five counts a fifth.

    So the ratio of sums over all photos is the mean over people, and photos can be drawn again.
    """
    sums = empty_sums(card, photos)
    for search in searches:
        share = 1 / search.wanted.sum()
        right = search.wanted[search.ranking]
        sums[f"{card}_queries"][search.asks] += 1
        sums[f"{card}_top_1"][search.asks] += bool(right[:1].any())
        sums[f"{card}_wanted"][search.wanted] += share
        for depth in DEPTHS:
            sums[f"{card}_found_{depth}"][search.ranking[:depth][right[:depth]]] += share
        precision = np.cumsum(right) / np.arange(1, len(right) + 1)
        sums[f"{card}_precisions"][search.ranking[right]] += share * precision[right]
        taken = search.ranking[: search.returned]
        sums[f"{card}_returned"][taken] += 1
        sums[f"{card}_returned_right"][taken[right[: search.returned]]] += 1
        for stage in LOST[card]:
            sums[f"{card}_lost_{stage}"][search.wanted & (search.lost == stage)] += share
    return sums
