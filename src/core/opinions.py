"""What several tools found in one picture."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from src.core.instances import Instances


@dataclass(frozen=True, eq=False)
class Opinions:
    """What most tools see, and beside it what each of them saw.

    Args:
        consensus: what counts where one answer is wanted.
        by_tool: name of a tool to what it found, all in pictures of one shape.
    """

    consensus: Instances
    by_tool: Mapping[str, Instances]

    def __post_init__(self) -> None:
        for tool, instances in self.by_tool.items():
            if instances.shape != self.shape:
                raise ValueError(f"{tool} is {instances.shape}, the picture {self.shape}")
        object.__setattr__(self, "by_tool", MappingProxyType(dict(self.by_tool)))

    def __reduce__(self) -> tuple[object, ...]:
        return Opinions, (self.consensus, dict(self.by_tool))

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""
        return self.consensus.shape

    def among(self, class_names: Collection[str] | None) -> "Opinions":
        """The same without classes that were not looked for."""
        by_tool = {tool: own.among(class_names) for tool, own in self.by_tool.items()}
        return Opinions(self.consensus.among(class_names), by_tool)
