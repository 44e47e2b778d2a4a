"""What a file says of its elements in words of its own, beside the columns of the scorer."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from src.scoring.grounding.asked import KNOWN, Asked
from src.scoring.grounding.parts import ALL, ELEMENT, OFFSET, SIDE, SIZE
from src.scoring.rows import TAG

OF_PICTURES = ("name", "id")
"""Columns that a table of all questions begins with."""

TAKEN = (*OF_PICTURES, ALL, OFFSET, SIDE, SIZE)
"""What no free column may be called, since the scorer gives it a meaning outside a screenshot."""


def free_columns(asked: Asked, own: Collection[str]) -> dict[str, npt.NDArray[np.str_]]:
    """Every further word of the truth, for each question; ``element/NAME`` where NAME is taken.

    A name that begins like those of tags or of such columns would be taken for one of them.

    Args:
        own: columns that the scorer makes itself.
    """
    taken = {*own, *TAKEN}
    columns = {}
    for name, column in asked.truth.extra.items():
        if name not in KNOWN and column.dtype.kind == "U":
            is_taken = name in taken or name.startswith((TAG, ELEMENT))
            columns[ELEMENT + name if is_taken else name] = asked.words(name)
    return columns
