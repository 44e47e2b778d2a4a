"""What several tools found in one picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from src.core.instances import Instances


@dataclass(frozen=True, eq=False)
class Opinions(Instances):
    """What most tools see, as instances, and beside it what each of them saw.

    Args:
        by_tool: name of a tool to what it found, all in pictures of one shape.
    """

    by_tool: Mapping[str, Instances] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        for tool, instances in self.by_tool.items():
            if instances.shape != self.shape:
                raise ValueError(f"{tool} is {instances.shape}, the picture {self.shape}")
        object.__setattr__(self, "by_tool", MappingProxyType(dict(self.by_tool)))
