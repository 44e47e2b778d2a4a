"""A net of OpenCV for every size of picture."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

KEPT = 2
"""Sizes whose nets stay loaded: those of a photo and of its smaller copy."""


class BySize:
    """Starts a net anew for another size.

    OpenCV 4 joins layers when it first sees a size and again when it sees another: the scores of a
    net that has seen both differ from those of a new one, so that a photo would change the next.
    """

    def __init__(self, start: Callable[[], Any]) -> None:
        self._start = start
        self._nets: OrderedDict[tuple[int, ...], Any] = OrderedDict()

    def of(self, size: tuple[int, ...]) -> Any:
        """The net that has seen this size alone."""
        if size not in self._nets:
            self._nets[size] = self._start()
        self._nets.move_to_end(size)
        while len(self._nets) > KEPT:
            self._nets.popitem(last=False)
        return self._nets[size]
