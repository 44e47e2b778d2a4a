"""Several tools as one detector: what each finds, and what most of them see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Detector, InputError, Instances, Opinions, Picture
from src.detectors.instances import components
from src.geometry.masks import foreground

Files = Mapping[str, Mapping[str, Path]]
"""Tool to name of a picture to file."""


@dataclass(frozen=True)
class Panel:
    """Asks every member; the majority of their foreground is what the panel itself finds."""

    members: Mapping[str, Detector]

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError("detector.members is empty: name at least one detector")

    def detect(self, picture: Picture) -> Opinions:
        """Components of what more than half of the members see, and each member's own."""
        by_tool = {str(tool): member.detect(picture) for tool, member in self.members.items()}
        for tool, found in by_tool.items():
            if found.shape != picture.shape:
                (height, width), (own_height, own_width) = picture.shape, found.shape
                raise InputError(
                    f"{tool}: its label image of {picture.entry.name} is {own_width}×{own_height}, "
                    f"the field {width}×{height} (width×height); they must be of one size"
                )
        votes = np.sum([foreground(found) for found in by_tool.values()], axis=0)
        labels = components(2 * votes > len(by_tool))
        majority = Instances.from_labels(labels)
        return Opinions(picture.shape, labels=majority.labels, ids=majority.ids, by_tool=by_tool)


@dataclass(frozen=True)
class Stored:
    """The label images that one tool left, by the names of the pictures."""

    tool: str
    files: Mapping[str, Path]
    read: Callable[[Path], npt.NDArray[Any]]

    def detect(self, picture: Picture) -> Instances:
        """The stored label image of this picture."""
        name = picture.entry.name
        if name not in self.files:
            beside = next(iter(self.files.values())).parent
            raise InputError(
                f"{self.tool} has no label image of the field {name} in {beside}: add it, or leave "
                "the tool out with detector.tools"
            )
        return Instances.from_labels(self.read(self.files[name]))


def stored_tools(
    find: Callable[[], Files],
    read: Callable[[Path], npt.NDArray[Any]],
    tools: Sequence[str] | None = None,
) -> Panel:
    """A panel of what tools have left on disk.

    Args:
        find: where the files are; the configuration chooses the layout.
        read: path to label image.
        tools: the ones to take; ``None`` for all that are found.
    """
    found = find()
    chosen: Iterable[str] = found if tools is None else tools
    for tool in chosen:
        if tool not in found:
            raise InputError(f"detector.tools: {tool} has no files; there are {', '.join(found)}")
    return Panel({tool: Stored(tool, found[tool], read) for tool in chosen})
