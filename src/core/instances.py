"""Things in one image, true or predicted."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen, signed_ids

Rle = Mapping[str, Any]
"""COCO's run-length mask: ``{"size": [height, width], "counts": bytes}``."""

PRIVATE = frozenset({"embedding", "identity"})
"""Columns of ``extra`` that tell who somebody is: computed with, and never kept."""


@dataclass(frozen=True, eq=False)
class Instances:
    """Boxes, masks or a label image of one picture, for truth and for predictions alike.

    One row is one instance; a column that nobody knows is ``None``. Masks that are
    disjoint live in ``labels``, masks that may overlap in ``rles``, never in both.

    Args:
        shape: height and width of the picture, in pixels.
        boxes: (n, 4) xyxy pixels, the far edge exclusive.
        labels: (height, width) integers, 0 for background.
        ids: (n,) what each instance is known by; with ``labels`` its value there, ascending.
        rles: one COCO run-length mask per instance.
        points: (n, 2) x and y in pixels.
        classes: (n,) places in ``class_names``, or numbers without names.
        scored: (n,) ``False`` where hit or miss must not count ("don't care").
        links: (k, 2) ids of instances that belong together; ``None`` where nobody looked for
            links, no rows where there are none.
        class_names: what was looked for; an instance of another class is neither right nor
            wrong. ``None`` where that is not known.
        extra: any other columns, each with one value per instance.
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
    points: npt.NDArray[np.float64] | None = None
    links: npt.NDArray[np.int64] | None = None
    class_names: tuple[str, ...] | None = None
    extra: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        height, width = self.shape
        if height < 0 or width < 0:
            raise ValueError(f"shape must not be negative, got {self.shape}")
        if self.labels is not None and self.rles is not None:
            raise ValueError("masks are given twice: as labels and as rles; give one of them")
        if self.labels is not None and self.ids is None:
            raise ValueError("a label image needs its ids; use Instances.from_labels")
        for name, dtype in (("labels", None), *_COLUMNS.items(), ("links", np.int64)):
            self._freeze(name, dtype)
        extra = {name: frozen(column) for name, column in self.extra.items()}
        object.__setattr__(self, "extra", MappingProxyType(extra))
        for name in ("rles", "texts", "class_names"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, tuple(getattr(self, name)))
        self._check_labels()
        self._check_rles()
        self._check_lengths()
        self._check_shapes()
        self._check_names()

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be sent to another process; what it shows can.
        return _rebuilt, ({**self.__dict__, "extra": dict(self.extra)},)

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
        labels = signed_ids(labels)
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
        columns = (getattr(self, name) for name in ("ids", "rles", *_COLUMNS, "texts"))
        known = (column for column in (*columns, *self.extra.values()) if column is not None)
        return next((len(column) for column in known), 0)

    @property
    def consensus(self) -> Self:
        """One opinion is what all opinions come to."""
        return self

    @property
    def by_tool(self) -> Mapping[str, Self]:
        """One opinion, of a tool called ``prediction``."""
        return {"prediction": self}

    @property
    def is_private(self) -> bool:
        """Whether something of this tells who somebody is, so that no file may hold it."""
        return bool(PRIVATE & set(self.extra)) and len(self) > 0

    def select(self, chosen: npt.ArrayLike) -> Self:
        """Some of the instances: a mask of (n,), or their places in any order.

        Links stay where both ends do; a label image loses the pixels of the others.
        """
        places = np.asarray(chosen)
        places = np.flatnonzero(places) if places.dtype == bool else places.astype(np.int64)
        if self.labels is not None:
            places = np.unique(places)
        columns = {name: _taken(getattr(self, name), places) for name in ("rles", "texts")}
        columns |= {name: _taken(getattr(self, name), places) for name in _COLUMNS}
        extra = {name: column[places] for name, column in self.extra.items()}
        return replace(
            self,
            **columns,
            labels=self._kept_labels(columns["ids"]),
            links=self._kept_links(columns["ids"]),
            extra=extra,
        )

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """The instances of several parts of one picture; none of them may be a label image.

        A column that one part does not know is not known of all; links are known where all know
        theirs. Ids must stay unique, and class names be the same.
        """
        if not parts:
            raise ValueError("nothing to join: the shape of the picture is not known")
        first = parts[0]
        for part in parts[1:]:
            if part.shape != first.shape or part.class_names != first.class_names:
                raise ValueError("parts of one picture must agree on its shape and class names")
        if any(part.labels is not None for part in parts):
            raise ValueError("label images cannot be joined: two may claim one pixel")
        names = ("rles", "texts", *_COLUMNS, "links")
        columns = {name: _concatenated([getattr(part, name) for part in parts]) for name in names}
        shared = set(first.extra).intersection(*(part.extra for part in parts))
        extra = {name: np.concatenate([part.extra[name] for part in parts]) for name in shared}
        return cls(first.shape, class_names=first.class_names, extra=extra, **columns)

    def moved(
        self, dx: float, dy: float, scale: float = 1.0, shape: tuple[int, int] | None = None
    ) -> Self:
        """Boxes and points scaled and then shifted, as from a crop back to its picture.

        Args:
            dx, dy: pixels of the new picture.
            shape: of the new picture; ``None`` for the same.
        """
        if self.labels is not None or self.rles is not None:
            raise ValueError("masks cannot be moved by fractions of a pixel: move boxes or points")
        shift = np.array([dx, dy])
        boxes = None if self.boxes is None else self.boxes * scale + np.tile(shift, 2)
        points = None if self.points is None else self.points * scale + shift
        return replace(self, shape=shape or self.shape, boxes=boxes, points=points)

    def among(self, class_names: Collection[str] | None) -> Self:
        """The instances of these classes; all where either side does not name its classes.

        Where the two share no name they speak of the same things in other words: all stay.
        """
        if class_names is None or self.class_names is None or self.classes is None:
            return self
        wanted = [name in class_names for name in self.class_names]
        if all(wanted) or not any(wanted):
            return self
        return self.select(np.array(wanted, bool)[self.classes])

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
        for number, rle in enumerate(self.rles or ()):
            if tuple(rle["size"]) != tuple(self.shape):
                raise ValueError(f"rle {number} has size {rle['size']}, the picture {self.shape}")

    def _check_lengths(self) -> None:
        columns = {name: getattr(self, name) for name in ("rles", "texts", *_COLUMNS)}
        for name, column in (*columns.items(), *self.extra.items()):
            if column is not None and len(column) != len(self):
                raise ValueError(f"{name} has {len(column)} rows, expected {len(self)}")

    def _check_shapes(self) -> None:
        for name, width in (("boxes", 4), ("points", 2), ("links", 2)):
            column = getattr(self, name)
            if column is not None and (column.ndim != 2 or column.shape[1] != width):
                raise ValueError(f"{name} must be (n, {width}), got {column.shape}")
        if self.boxes is not None and (self.boxes[:, 2:] < self.boxes[:, :2]).any():
            raise ValueError("boxes must be xyxy with x1 <= x2 and y1 <= y2")

    def _check_names(self) -> None:
        if self.ids is not None and len(np.unique(self.ids)) < len(self.ids):
            raise ValueError("ids must be unique")
        if self.links is not None and len(self.links):
            known = np.zeros(0, np.int64) if self.ids is None else self.ids
            unknown = np.setdiff1d(self.links, known)
            if len(unknown):
                raise ValueError(f"links name ids that do not exist: {unknown.tolist()}")
        if self.class_names is not None and self.classes is not None and len(self.classes):
            low, high = int(self.classes.min()), int(self.classes.max())
            if low < 0 or high >= len(self.class_names):
                raise ValueError(
                    f"classes must be places in {self.class_names}, got {low} to {high}"
                )

    def _kept_labels(self, ids: npt.NDArray[np.int64] | None) -> npt.NDArray[Any] | None:
        if self.labels is None or ids is None or self.ids is None or len(ids) == len(self.ids):
            return self.labels
        return np.where(np.isin(self.labels, ids), self.labels, np.zeros((), self.labels.dtype))

    def _kept_links(self, ids: npt.NDArray[np.int64] | None) -> npt.NDArray[np.int64] | None:
        if self.links is None or ids is None:
            return self.links
        kept: npt.NDArray[np.int64] = self.links[np.isin(self.links, ids).all(axis=1)]
        return kept


_COLUMNS = {
    "ids": np.int64,
    "boxes": np.float64,
    "points": np.float64,
    "classes": np.int64,
    "scores": np.float64,
    "scored": np.bool_,
}


def _rebuilt(columns: dict[str, Any]) -> Instances:
    return Instances(**columns)


def _taken(column: Any, places: npt.NDArray[np.int64]) -> Any:
    if isinstance(column, tuple):
        return tuple(column[place] for place in places)
    return None if column is None else column[places]


def _concatenated(columns: Sequence[Any]) -> Any:
    """One column of several; ``None`` where one of them is not known."""
    if any(column is None for column in columns):
        return None
    if isinstance(columns[0], tuple):
        return tuple(value for column in columns for value in column)
    return np.concatenate(columns)


def _present(labels: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The non-zero values of a label image; counting is ~20x faster than sorting."""
    if labels.size == 0:
        return np.zeros(0, np.int64)
    low, high = int(labels.min()), int(labels.max())
    if low < 0:
        raise ValueError(f"labels must not be negative, got {low}")
    if high > 16 * labels.size + 65536:
        values = np.unique(labels)
    else:
        values = np.flatnonzero(np.bincount(labels.ravel(), minlength=high + 1))
    return values[values > 0].astype(np.int64)
