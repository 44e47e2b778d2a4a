"""What the mouse did."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen

NOT_PAINTING, LAST_CHANNEL = -1, 2


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Mouse events in order, one column per quantity.

    Args:
        r, c: pixel under the cursor.
        painting: mouse button down.
        channel: 0 foreground, 1 background, 2 eraser, -1 while not painting.
        brush_radius: pixels, whole or half: a brush is ``2 * radius + 1`` px wide, so 0 is one
            of 1 px and 0.5 one of 2 px; 0 while not painting.
        dt: simulated seconds that the event took, above 0.
    """

    r: npt.NDArray[np.int32]
    c: npt.NDArray[np.int32]
    painting: npt.NDArray[np.bool_]
    channel: npt.NDArray[np.int8]
    brush_radius: npt.NDArray[np.float64]
    dt: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        for name, dtype in COLUMNS.items():
            column = frozen(getattr(self, name), dtype)
            if column.ndim != 1:
                raise ValueError(f"{name} must have one dimension, got {column.shape}")
            object.__setattr__(self, name, column)
        sizes = {name: len(getattr(self, name)) for name in COLUMNS}
        if len(set(sizes.values())) > 1:
            raise ValueError(f"columns must be equally long, got {sizes}")
        if not (self.dt > 0).all():
            raise ValueError(f"dt must be above 0, got {self.dt.min()}")
        if not np.array_equal(self.channel >= 0, self.painting):
            raise ValueError("channel must be -1 exactly where the mouse is not painting")
        if not ((self.brush_radius >= 0) & (2 * self.brush_radius % 1 == 0)).all():
            raise ValueError("brush_radius must be whole or half pixels, not negative")
        if self.channel.max(initial=NOT_PAINTING) > LAST_CHANNEL:
            raise ValueError(f"channel must be at most {LAST_CHANNEL}, got {self.channel.max()}")

    @classmethod
    def empty(cls) -> Self:
        """A mouse that never moved."""
        return cls(*(np.zeros(0, dtype) for dtype in COLUMNS.values()))

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """One trajectory after another."""
        if not parts:
            return cls.empty()
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS))

    def __len__(self) -> int:
        return len(self.dt)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trajectory):
            return NotImplemented
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in COLUMNS)

    __hash__ = None  # type: ignore[assignment]

    @property
    def seconds(self) -> float:
        """Simulated time of the whole trajectory."""
        return float(self.dt.sum())

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Name to column, in the order of the format."""
        return {name: getattr(self, name) for name in COLUMNS}

    def records(self) -> list[dict[str, Any]]:
        """One plain dict per mouse event."""
        columns = [column.tolist() for column in self.columns().values()]
        return [dict(zip(COLUMNS, event, strict=True)) for event in zip(*columns, strict=True)]


COLUMNS = dict(
    zip(
        (column.name for column in fields(Trajectory)),
        (np.int32, np.int32, np.bool_, np.int8, np.float64, np.float64),
        strict=True,
    )
)
