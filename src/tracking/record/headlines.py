"""Which numbers of a run are metrics of MLflow's; the table of results has all of them."""

from collections.abc import Callable, Collection, Iterable

from src.tracking import keys

SERIES = (keys.EFFORT, keys.BY_IMAGE, keys.BY_SECOND)
"""Numbers that grow with the session: each is a curve."""

COUNTS = (keys.DATA, keys.REPEATED, keys.SWEEP, keys.BEST_VALUE)
"""A handful in every run."""

ROOM = {keys.LEARNING: 12, keys.TIME: 4}
SCORES = 20
"""Of a family so many, of all scores together so many: with 18 curves, 2 counts and what other
clocks add afterwards a run stays within 60, which its page and a table of runs can show."""


class Headlines:
    """Says of a name whether MLflow shows it: the first ones told, so tell first what is quoted.

    Args:
        stored: gives the names that the store has already; they stay.
    """

    def __init__(self, stored: Callable[[], Collection[str]]) -> None:
        self._stored = stored
        self._shown: dict[str, set[str]] = {}
        self._quoted: set[str] = set()

    def quote(self, names: Iterable[str]) -> None:
        """Show these whatever else is: somebody will order runs by them."""
        self._quoted |= set(names)

    def shows(self, name: str, step: int) -> bool:
        """Whether the number of this name is a metric; a later step makes it a curve, which is."""
        if step or name in self._quoted or name.startswith((*SERIES, *COUNTS)):
            return True
        family = next((known for known in ROOM if name.startswith(known)), "")
        own = self._shown.setdefault(family, set())
        if name in own or len(own) < ROOM.get(family, SCORES) or name in self._stored():
            own.add(name)
            return True
        return False


def is_result(name: str, step: int) -> bool:
    """Whether a number says what a run came to, and is no point of a curve."""
    return step == 0 and not name.startswith(SERIES)
