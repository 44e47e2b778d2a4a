"""Tools that left a table and no masks, as one detector."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import MinLen

from src.core import InputError, Instances, Opinions, Picture

Find = Callable[[], Mapping[str, Callable[[Picture], Instances | None]]]
"""Tool to what it measured of a picture."""


@dataclass(frozen=True)
class MeasuredTools:
    """Serves what every tool measured of a field.

    Args:
        find: where the tables are; the configuration chooses it.
        tools: the ones to take; ``None`` for all that are there.
    """

    find: Find
    tools: Annotated[Sequence[str], MinLen(1)] | None = None

    def __post_init__(self) -> None:
        known = self.find()
        chosen = [*known] if self.tools is None else [*self.tools]
        for tool in chosen:
            if tool not in known:
                raise InputError(
                    f"detector.tools: {tool} has no table; there are {', '.join(known)}"
                )
        object.__setattr__(self, "_known", {tool: known[tool] for tool in chosen})

    def detect(self, picture: Picture) -> Opinions:
        """The objects of every tool; the first one's stand for all where one answer is wanted."""
        by_tool = {tool: self._measured(tool, picture) for tool in self.__dict__["_known"]}
        return Opinions(next(iter(by_tool.values())), by_tool)

    def _measured(self, tool: str, picture: Picture) -> Instances:
        objects: Instances | None = self.__dict__["_known"][tool](picture)
        if objects is None:
            raise InputError(
                f"{tool} has no objects of the field {picture.entry.name}: leave the tool out with "
                "detector.tools, or the field"
            )
        return replace(objects, shape=picture.shape)
