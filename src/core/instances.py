"""Things in one image, true or predicted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen

Rle = Mapping[str, Any]
"""COCO's run-length mask: ``{"size": [height, width], "counts": bytes}``."""


@dataclass(frozen=True, eq=False)
class Instances:
    """Boxes, masks or a label image of one picture, for truth and for predictions alike.

    One row is one instance; a column that nobody knows is ``None``. Masks that are
    disjoint live in ``labels``, masks that may overlap in ``rles``, never in both.

    Args:
        shape: height and width of the picture, in pixels.
        boxes: (n, 4) xyxy pixels, the far edge exclusive.
        labels: (height, width) integers, 0 for background.
        ids: (n,) the value in ``labels`` of each instance, ascending.
        rles: one COCO run-length mask per instance.
        scored: (n,) ``False`` where hit or miss must not count ("don't care").
    """

    shape: tuple[int, int]
    boxes: npt.NDArray[np.float64] | None = None
    labels: npt.NDArray[np.integer[Any]] | None = None
    ids: npt.NDArray[np.int64] | None = None
    rles: tuple[Rle, ...] | None = None
    classes: npt.NDArray[np.int64] | None = None
    texts: tuple[str | None, ...] | None = None
    scores: npt.NDArray[np.float64] | None = None
    scored: npt.NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        height, width = self.shape
        if height < 0 or width < 0:
            raise ValueError(f"shape must not be negative, got {self.shape}")
        if self.labels is not None and self.rles is not None:
            raise ValueError("masks are given twice: as labels and as rles; give one of them")
        if (self.labels is None) != (self.ids is None):
            raise ValueError("labels and ids go together; use Instances.from_labels")
        self._freeze("boxes", np.float64)
        self._freeze("labels", None)
        for name, dtype in _COLUMNS.items():
            self._freeze(name, dtype)
        self._check_labels()
        self._check_rles()
        self._check_lengths()

    @classmethod
    def empty(cls, shape: tuple[int, int]) -> Self:
        """Nothing at all in a picture of this shape."""
        return cls.from_labels(np.zeros(shape, np.uint8))

    @classmethod
    def from_labels(
        cls,
        labels: npt.NDArray[Any],
        *,
        unscored: Sequence[int] = (),
        classes: npt.ArrayLike | None = None,
        scores: npt.ArrayLike | None = None,
    ) -> Self:
        """One instance per non-zero value of a label image.

        A boolean image is one instance; ``unscored`` are the values that must not count.
        """
        labels = np.asarray(labels)
        if labels.dtype == bool:
            labels = labels.astype(np.uint8)
        if not np.issubdtype(labels.dtype, np.integer):
            raise ValueError(f"labels must be integers, got {labels.dtype}")
        ids = _present(labels)
        return cls(
            shape=(labels.shape[0], labels.shape[1]),
            labels=labels,
            ids=ids,
            classes=None if classes is None else np.asarray(classes),
            scores=None if scores is None else np.asarray(scores),
            scored=~np.isin(ids, unscored),
        )

    def __len__(self) -> int:
        for name in ("ids", "boxes", "rles", *_COLUMNS, "texts"):
            column = getattr(self, name)
            if column is not None:
                return len(column)
        return 0

    @property
    def counts(self) -> npt.NDArray[np.bool_]:
        """(n,) which instances take part in scoring: ``scored``, all where it is unknown."""
        return np.ones(len(self), bool) if self.scored is None else self.scored

    def foreground(self) -> npt.NDArray[np.bool_]:
        """Pixels of the scored instances of a label image."""
        return self._pixels(self.counts)

    def ignored(self) -> npt.NDArray[np.bool_]:
        """Pixels of the instances that must not count."""
        return self._pixels(~self.counts)

    def _pixels(self, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        if self.labels is None or self.ids is None:
            raise ValueError("these instances have no label image; see src.geometry.masks")
        if chosen.all():
            return self.labels > 0
        if not chosen.any():
            return np.zeros(self.shape, bool)
        return np.isin(self.labels, self.ids[chosen])

    def _freeze(self, name: str, dtype: Any) -> None:
        value = getattr(self, name)
        if value is not None:
            object.__setattr__(self, name, frozen(value, dtype))

    def _check_labels(self) -> None:
        if self.labels is None:
            return
        if self.labels.shape != self.shape:
            raise ValueError(f"labels must be {self.shape}, got {self.labels.shape}")
        if not np.issubdtype(self.labels.dtype, np.integer):
            raise ValueError(f"labels must be integers, got {self.labels.dtype}")
        if self.labels.size and self.labels.min() < 0:
            raise ValueError(f"labels must not be negative, got {self.labels.min()}")

    def _check_rles(self) -> None:
        if self.rles is None:
            return
        object.__setattr__(self, "rles", tuple(self.rles))
        for number, rle in enumerate(self.rles):
            if tuple(rle["size"]) != tuple(self.shape):
                raise ValueError(f"rle {number} has size {rle['size']}, the picture {self.shape}")

    def _check_lengths(self) -> None:
        if self.boxes is not None:
            if self.boxes.ndim != 2 or self.boxes.shape[1] != 4:
                raise ValueError(f"boxes must be (n, 4), got {self.boxes.shape}")
            if (self.boxes[:, 2:] < self.boxes[:, :2]).any():
                raise ValueError("boxes must be xyxy with x1 <= x2 and y1 <= y2")
        if self.texts is not None:
            object.__setattr__(self, "texts", tuple(self.texts))
        for name in ("boxes", "rles", "texts", *_COLUMNS):
            column = getattr(self, name)
            if column is not None and len(column) != len(self):
                raise ValueError(f"{name} has {len(column)} rows, expected {len(self)}")


_COLUMNS = {"ids": np.int64, "classes": np.int64, "scores": np.float64, "scored": np.bool_}


def _present(labels: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The non-zero values of a label image; counting is ~20x faster than sorting."""
    if labels.size == 0:
        return np.zeros(0, np.int64)
    low, high = int(labels.min()), int(labels.max())
    if low < 0:
        raise ValueError(f"labels must not be negative, got {low}")
    if high > 16 * labels.size + 65536:
        found = np.unique(labels)
    else:
        found = np.flatnonzero(np.bincount(labels.ravel(), minlength=high + 1))
    return found[found > 0].astype(np.int64)
