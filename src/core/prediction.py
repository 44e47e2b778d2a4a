"""What a detector answers."""

from collections.abc import Collection, Mapping
from typing import Protocol, Self, runtime_checkable

from src.core.instances import Instances


@runtime_checkable
class Prediction(Protocol):
    """One opinion (``Instances``) or several (``Opinions``); who wants one asks the consensus."""

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""

    @property
    def consensus(self) -> Instances:
        """The one answer."""

    @property
    def by_tool(self) -> Mapping[str, Instances]:
        """Every opinion by the name of its tool."""

    def among(self, class_names: Collection[str] | None) -> Self:
        """Without the classes that nobody looked for; all of it where they are not named."""
