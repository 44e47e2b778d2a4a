"""How well groups of faces are people: by pairs, by information, by face."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from src.scoring.intervals import chance_weights
from src.scoring.statistics import AT_ONCE

Values = npt.NDArray[np.float64]
Column = npt.NDArray[np.int64]

NAMES = (
    "pairwise_precision",
    "pairwise_recall",
    "pairwise_f1",
    "nmi",
    "b3_precision",
    "b3_recall",
    "b3_f1",
)


@dataclass(frozen=True, eq=False)
class Grouping:
    """Faces of known people, each in one photo and in one group.

    Args:
        photo, person, group: (faces,) whole numbers.
        photos: how many photos there are.
    """

    photo: Column
    person: Column
    group: Column
    photos: int

    def scores(self, weights: npt.ArrayLike) -> Values:
        """(draws, photos) how often each photo is taken to (draws, scores) in the order of NAMES.

        Two copies of one photo make no pair, and to itself a face is one: it is always like itself.
        """
        taken = np.asarray(weights, np.float64)
        _, inverse = np.unique(np.stack([self.person, self.group]), axis=1, return_inverse=True)
        of_cell = inverse.ravel()
        cell = _Counts.of(self.photo, of_cell, self.photos, taken)
        person = _Counts.of(self.photo, self.person, self.photos, taken)
        group = _Counts.of(self.photo, self.group, self.photos, taken)
        with np.errstate(invalid="ignore", divide="ignore"):
            pairs = _rates(cell.pairs(), group.pairs(), person.pairs())
            total = cell.sizes.sum(axis=1)
            nmi = _information(cell, person, group, total)
            times = taken[:, self.photo]
            alike = cell.sizes[:, of_cell] - times + 1
            within_group = alike / (group.sizes[:, self.group] - times + 1)
            within_person = alike / (person.sizes[:, self.person] - times + 1)
            precision = (times * within_group).sum(axis=1) / total
            recall = (times * within_person).sum(axis=1) / total
            f1 = 2 * precision * recall / (precision + recall)
        return np.stack([*pairs, nmi, precision, recall, f1], axis=1)

    def draws(self, resamples: int, seed: int = 0) -> Values:
        """(resamples, scores) of photos drawn again, the groups staying as they are.

        A copy of a face shares its group and its person with itself, which would make both B³ and
        mutual information look better than they are. So B³ is drawn as the mean over faces that it
        is, each with its own share of the whole set; and mutual information, which is no mean, is
        moved by what the draws are off on average.
        """
        rng = np.random.default_rng(seed)
        parts = [
            self._drawn(chance_weights(self.photos, count, rng)) for count in self._steps(resamples)
        ]
        drawn = np.concatenate([*parts, np.zeros((0, len(NAMES)))])
        place = NAMES.index("nmi")
        if len(drawn):
            whole = self.scores(np.ones((1, self.photos)))[0, place]
            moved = drawn[:, place] + whole - np.nanmean(drawn[:, place])
            drawn[:, place] = np.clip(moved, 0, 1)
        return drawn

    def _drawn(self, weights: Values) -> Values:
        drawn = self.scores(weights)
        faces = weights @ np.bincount(self.photo, minlength=self.photos)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = [
                weights @ np.bincount(self.photo, own, minlength=self.photos) / faces
                for own in self._shares()
            ]
            f1 = 2 * means[0] * means[1] / (means[0] + means[1])
        drawn[:, NAMES.index("b3_precision") :] = np.stack([*means, f1], axis=1)
        return drawn

    def _shares(self) -> tuple[Values, Values]:
        """(faces,) which share of its group is its person, and of its person its group."""
        _, cell = np.unique(np.stack([self.person, self.group]), axis=1, return_inverse=True)
        both = np.bincount(cell.ravel())[cell.ravel()]
        group, person = (np.bincount(own)[own] for own in (self.group, self.person))
        return both / group, both / person

    def _steps(self, resamples: int) -> Iterator[int]:
        step = max(1, AT_ONCE // max(len(self.photo), self.photos, 1))
        yield from (min(step, resamples - begin) for begin in range(0, resamples, step))


@dataclass(frozen=True, eq=False)
class _Counts:
    """(draws, kinds) how many faces of each kind there are, and what pairs among them need."""

    sizes: Values
    squares: Values
    within: Values

    @classmethod
    def of(cls, photo: Column, kind: Column, photos: int, taken: Values) -> "_Counts":
        shape = (photos, int(kind.max(initial=-1)) + 1)
        faces: csr_array = coo_array((np.ones(len(photo)), (photo, kind)), shape=shape).tocsr()
        faces.sum_duplicates()
        squared, inside = faces.copy(), faces.copy()
        squared.data = faces.data**2
        inside.data = faces.data * (faces.data - 1) / 2
        return cls(taken @ faces, taken**2 @ squared, taken @ inside)

    def pairs(self) -> Values:
        """(draws,) pairs of one kind: between photos, and within one."""
        between = (self.sizes**2 - self.squares) / 2
        return np.asarray((between + self.within).sum(axis=1))


def _rates(right: Values, predicted: Values, true: Values) -> Sequence[Values]:
    return right / predicted, right / true, 2 * right / (predicted + true)


def _information(cell: _Counts, person: _Counts, group: _Counts, total: Values) -> Values:
    """Mutual information over the mean entropy; 1 where neither side tells anybody apart."""
    both, people, groups = (_entropy(own.sizes, total) for own in (cell, person, group))
    mean = (people + groups) / 2
    shared = np.clip(people + groups - both, 0, None)
    return np.where(total > 0, np.where(mean > 1e-12, shared / mean, 1.0), np.nan)


def _entropy(sizes: Values, total: Values) -> Values:
    share = sizes / total[:, None]
    logs = np.log(share, out=np.zeros_like(share), where=share > 0)
    return np.asarray(-(share * logs).sum(axis=1))
