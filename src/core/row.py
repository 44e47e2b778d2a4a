"""What a scorer says of one sample."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Table = Mapping[str, npt.NDArray[Any]]
"""Column name to column; all columns are equally long."""

ANSWERED, FAILED = "answered", "error"
"""How the detection of a sample ended."""


@dataclass(frozen=True, eq=False)
class Row:
    """The scores of one sample: plain values only, so that it can be sent and kept.

    Args:
        values: column of the table of samples to a number or a text.
        tables: what has another unit than the sample, such as its objects: made once, and all
            that a scorecard or a report needs besides the sample and its prediction.
        withheld: tables of what may be computed with and never be kept, such as who somebody is
            or what his face measures; a card may show what comes of them, and no file holds them.
        name, id, tags: of the sample; whoever evaluates fills them in.
        outcome: ``answered``, or ``error`` where the detector raised one, with its ``reason``.
        seconds: that the detection took.
    """

    values: Mapping[str, Any]
    tables: Mapping[str, Table] = field(default_factory=dict)
    withheld: Mapping[str, Table] = field(default_factory=dict, repr=False)
    name: str = ""
    id: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    outcome: str = ANSWERED
    reason: str = ""
    seconds: float = float("nan")

    def __getitem__(self, column: str) -> Any:
        return self.values[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)


def joined(tables: list[Table]) -> Table:
    """Tables with the same columns, one below another; none for none."""
    names = list(tables[0]) if tables else []
    return {name: np.concatenate([table[name] for table in tables]) for name in names}
