"""A raster that need not be in memory."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt


@runtime_checkable
class Surface(Protocol):
    """Rows of pixels, read some at a time wherever they lie; a numpy array is one.

    ``surface[low:high]``, and ``surface[places]`` with an array of rows, give an array of those
    rows and all their columns.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """Height and width, then channels if there are any."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the pixels."""

    def __getitem__(self, rows: Any, /) -> npt.NDArray[Any]:
        """The pixels of some rows."""
