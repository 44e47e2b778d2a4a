"""The boxes of one picture, whatever file they came from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import Instances
from src.core.instances import Rle

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ListedBoxes:
    """One row is one box.

    Args:
        boxes: (n, 4) xyxy in pixels.
        names: what each is.
        scores: (n,) of predictions.
        scored: (n,) ``False`` for a crowd, or for what VOC calls difficult.
        areas: (n,) px² of what is inside, where the file tells it.
        rles: masks, where all have one.
    """

    boxes: Numbers = field(default_factory=lambda: np.zeros((0, 4)))
    names: tuple[str, ...] = ()
    scores: Numbers | None = None
    scored: npt.NDArray[np.bool_] | None = None
    areas: Numbers | None = None
    rles: tuple[Rle, ...] | None = None

    def extent(self) -> tuple[int, int]:
        """Height and width of a picture that holds all of them."""
        far = np.ceil(self.boxes[:, 2:].max(axis=0, initial=1)).astype(int)
        return int(far[1]), int(far[0])

    def instances(self, shape: tuple[int, int], class_names: Sequence[str] = ()) -> Instances:
        """As instances of a picture; what was looked for are these classes, and all that are here.

        Without scores the boxes are true ones.
        """
        known = tuple(dict.fromkeys([*class_names, *self.names]))
        place = {name: number for number, name in enumerate(known)}
        return Instances(
            shape,
            boxes=self.boxes,
            rles=self.rles,
            classes=np.array([place[name] for name in self.names], np.int64),
            class_names=known or None,
            scores=self.scores,
            scored=self.scored,
            extra={} if self.areas is None else {"area": self.areas},
        )

    @classmethod
    def nothing(cls) -> Self:
        """No box at all, as a prediction."""
        return cls(scores=np.zeros(0))
