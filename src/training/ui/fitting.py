"""Trees fitted to candidates: which are elements, and which a click meant."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from src.core import InputError
from src.detectors.ui.trees import Trees, packed


@dataclass(frozen=True)
class Boosting:
    """How trees are grown.

    Args:
        trees: how many.
        leaves: of a tree at most.
        depth: questions to a leaf at most; with the trees it decides how long an answer takes.
        rate: share of what a tree says that is believed.
        least: rows in a leaf at least.
    """

    trees: Annotated[int, Ge(1), Le(2000)] = 120
    leaves: Annotated[int, Ge(2), Le(255)] = 40
    depth: Annotated[int, Ge(1), Le(12)] = 7
    rate: Annotated[float, Gt(0), Le(1)] = 0.12
    least: Annotated[int, Ge(1)] = 40

    def fitted(
        self, rows: npt.NDArray[np.float32], right: npt.NDArray[np.float64],
        weights: npt.NDArray[np.float64], seed: int,
    ) -> Trees:  # fmt: skip
        """Trees that tell right from wrong rows; the same for the same rows.

        Args:
            right: (n,) in 0 to 1; what is partly right teaches both, by its parts.
        """
        from sklearn.ensemble import HistGradientBoostingClassifier

        if (right > 0).all() or not (right > 0).any():
            raise InputError("a ranker needs right and wrong candidates: there are too few pages")
        partly = (right > 0) & (right < 1)
        rows = np.concatenate([rows, rows[partly]])
        labels = np.concatenate([right > 0, np.zeros(partly.sum(), bool)])
        shares = np.where(partly, right, 1.0)
        weights = np.concatenate([weights * shares, (weights * (1 - right))[partly]])
        # Sums of gradients over several threads are rounded in no certain order.
        with threadpool_limits(1, user_api="openmp"):
            grown: Any = HistGradientBoostingClassifier(
                max_iter=self.trees, max_leaf_nodes=self.leaves, max_depth=self.depth,
                learning_rate=self.rate, min_samples_leaf=self.least, l2_regularization=1.0,
                early_stopping=False, random_state=seed,
            ).fit(rows, labels, sample_weight=weights)  # fmt: skip
        return packed(grown._predictors, float(grown._baseline_prediction.ravel()[0]))
