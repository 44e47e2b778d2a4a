"""What an executor must be able to do."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar, runtime_checkable

Item = TypeVar("Item")
Result = TypeVar("Result")


@runtime_checkable
class Executor(Protocol):
    """Does one task with every item, somewhere."""

    def map(
        self, task: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[Result, None, None]:
        """The results in the order of the items, as they are asked for.

        Only so many are under way that memory does not grow with the number of items. What the
        task raises is raised here, when its item's turn comes; closing the generator ends all
        that is under way.
        """
