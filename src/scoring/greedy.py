"""Who is whose partner, the best overlap first."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Pairs:
    """One-to-one pairs, and what has no partner.

    Args:
        truth_index, prediction_index, iou: of each pair, the best first.
        missed: trues without a partner, ascending.
        spurious: predictions without a partner, ascending.
    """

    truth_index: Column
    prediction_index: Column
    iou: npt.NDArray[np.float64]
    missed: Column
    spurious: Column

    def __post_init__(self) -> None:
        for name in ("truth_index", "prediction_index", "missed", "spurious"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))
        object.__setattr__(self, "iou", frozen(self.iou, np.float64))

    def __len__(self) -> int:
        return len(self.iou)


def match_greedy(
    iou: npt.NDArray[np.float64], above: float = 0.0, *, inclusive: bool = False
) -> Pairs:
    """Take the best pair whose sides are both free, until none is left; of equals the first.

    Args:
        iou: (truths, predictions).
        above: what the IoU of a pair must exceed.
        inclusive: whether reaching it is enough.
    """
    truths, predictions = np.nonzero(iou >= above if inclusive else iou > above)
    order = np.argsort(-iou[truths, predictions], kind="stable")
    free_truths, free_predictions = (np.ones(side, np.bool_) for side in iou.shape)
    taken: list[tuple[int, int]] = []
    for truth, prediction in zip(truths[order].tolist(), predictions[order].tolist(), strict=True):
        if free_truths[truth] and free_predictions[prediction]:
            free_truths[truth] = free_predictions[prediction] = False
            taken.append((truth, prediction))
    rows, columns = np.array(taken, np.int64).reshape(-1, 2).T
    return Pairs(
        truth_index=rows,
        prediction_index=columns,
        iou=iou[rows, columns],
        missed=np.flatnonzero(free_truths),
        spurious=np.flatnonzero(free_predictions),
    )
