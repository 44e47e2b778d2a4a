"""Boosted trees as plain arrays: numpy evaluates what scikit-learn taught."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees of one depth at most, each padded to the nodes of the largest.

    Args:
        feature: (trees, nodes) column that a node asks for.
        threshold: (trees, nodes) a row goes left where its value is not larger.
        left, right: (trees, nodes) the next node; a leaf leads to itself.
        value: (trees, nodes) what a leaf adds.
        start: what all rows begin with.
        depth: questions until every row is in a leaf.
    """

    feature: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float32]
    left: npt.NDArray[np.int16]
    right: npt.NDArray[np.int16]
    value: npt.NDArray[np.float32]
    start: float
    depth: int

    def sums(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """(n,) what the leaves of each row add up to."""
        count, (trees, nodes) = len(rows), self.feature.shape
        # Flat arrays and take: half the time of indexing by row and column.
        base = np.arange(trees)[:, None] * nodes
        turns = np.stack([self.left + base, self.right + base], axis=-1).ravel()
        columns, threshold = self.feature.ravel() * np.intp(count), self.threshold.ravel()
        values = np.ascontiguousarray(rows.T).ravel()
        at = np.repeat(base, count, axis=1)
        for _ in range(self.depth):
            right = values.take(columns.take(at) + np.arange(count)) > threshold.take(at)
            at = turns.take(2 * at + right)
        total: npt.NDArray[np.float64] = self.value.ravel().take(at).sum(axis=0, dtype=np.float64)
        return self.start + total

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """By name, as a file keeps them."""
        return {
            "feature": self.feature, "threshold": self.threshold, "left": self.left,
            "right": self.right, "value": self.value,
            "start": np.array(self.start), "depth": np.array(self.depth),
        }  # fmt: skip

    @classmethod
    def of(cls, kept: Any) -> "Trees":
        """From the arrays of a file; raises ``ValueError`` where they lead out of bounds."""
        trees = cls(
            kept["feature"], kept["threshold"], kept["left"], kept["right"], kept["value"],
            float(kept["start"]), int(kept["depth"]),
        )  # fmt: skip
        shape = trees.feature.shape
        columns = (trees.threshold, trees.left, trees.right, trees.value)
        if len(shape) != 2 or any(column.shape != shape for column in columns):
            raise ValueError("trees must be equally long rows of nodes")
        for turn in (trees.left, trees.right):
            if turn.size and (turn.min() < 0 or turn.max() >= shape[1]):
                raise ValueError("a node leads to one that does not exist")
        return trees


def mean_of(several: Sequence[Trees]) -> Trees:
    """One row of trees whose sums are the mean of what several say."""
    most = max(one.feature.shape[1] for one in several)

    def rows(part: str) -> npt.NDArray[Any]:
        padded = []
        for one in several:
            own = getattr(one, part)
            missing = np.arange(own.shape[1], most) if part in ("left", "right") else 0
            room = np.zeros((len(own), most - own.shape[1]), own.dtype) + missing
            padded.append(np.concatenate([own, room.astype(own.dtype)], axis=1))
        return np.concatenate(padded)

    return Trees(
        rows("feature"), rows("threshold"), rows("left"), rows("right"),
        (rows("value") / len(several)).astype(np.float32),
        float(np.mean([one.start for one in several])), max(one.depth for one in several),
    )  # fmt: skip


def packed(grown: Sequence[Sequence[Any]], start: float) -> Trees:
    """From the predictors of scikit-learn's histogram boosting, one per step."""
    nodes = [step[0].nodes for step in grown]
    most = max(len(own) for own in nodes)
    shape = (len(nodes), most)
    feature, left, right = (np.zeros(shape, np.int16) for _ in range(3))
    threshold, value = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    left[:] = right[:] = np.arange(most)
    for place, own in enumerate(nodes):
        inner = np.flatnonzero(~own["is_leaf"].astype(bool))
        leaf = np.flatnonzero(own["is_leaf"].astype(bool))
        feature[place, inner] = own["feature_idx"][inner]
        # Rows are float32: the threshold between two of them must not be rounded past one.
        threshold[place, inner] = np.nextafter(
            own["num_threshold"][inner].astype(np.float32), np.float32(-np.inf)
        )
        exact = own["num_threshold"][inner] >= own["num_threshold"][inner].astype(np.float32)
        threshold[place, inner[exact]] = own["num_threshold"][inner[exact]].astype(np.float32)
        left[place, inner], right[place, inner] = own["left"][inner], own["right"][inner]
        value[place, leaf] = own["value"][leaf]
    depth = max(int(own["depth"].max()) for own in nodes)
    return Trees(feature, threshold, left, right, value, start, depth)
