"""Several tools as one detector: what each finds, and what most of them see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from annotated_types import MinLen

from src.core import Detector, InputError, Instances, Opinions, Picture
from src.detectors.separation import components
from src.detectors.stored import OfTool, Read, Stored
from src.geometry.masks import foreground

Files = Mapping[str, Mapping[str, Path]]
"""Tool to name of a picture to file."""


@dataclass(frozen=True)
class Committee:
    """Asks every member; the majority of their foreground is what the committee itself finds."""

    members: Mapping[str, Detector]

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError("detector.members is empty: name at least one detector")

    def detect(self, picture: Picture) -> Opinions:
        """Components of what more than half of the members see, and each member's own."""
        by_tool = {
            str(tool): member.detect(picture).consensus for tool, member in self.members.items()
        }
        for tool, instances in by_tool.items():
            if instances.shape != picture.shape:
                (height, width), (own_height, own_width) = picture.shape, instances.shape
                raise InputError(
                    f"{tool}: its label image of {picture.entry.name} is {own_width}×{own_height}, "
                    f"the field {width}×{height} (width×height); they must be of one size"
                )
        votes = np.sum([foreground(instances) for instances in by_tool.values()], axis=0)
        labels = components(2 * votes > len(by_tool))
        return Opinions(Instances.from_labels(labels), by_tool)


def stored_tools(
    find: Callable[[], Files],
    read: Read,
    tools: Annotated[Sequence[str], MinLen(1)] | None = None,
) -> Committee:
    """A committee of what tools have left on disk.

    Args:
        find: where the files are; the configuration chooses the layout.
        read: path to label image.
        tools: the ones to take; ``None`` for all that are there.
    """
    files = find()
    chosen: Iterable[str] = files if tools is None else tools
    for tool in chosen:
        if tool not in files:
            raise InputError(f"detector.tools: {tool} has no files; there are {', '.join(files)}")
    return Committee({tool: Stored(OfTool(tool, files[tool], read)) for tool in chosen})
