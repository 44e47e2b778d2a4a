"""Arrays inside frozen nouns: given once, read-only ever after."""

from typing import Any

import numpy as np
import numpy.typing as npt


def frozen(values: npt.ArrayLike, dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    """A read-only view of ``values``, converted to ``dtype`` when one is given."""
    array = np.asarray(values, dtype=dtype).view()
    array.flags.writeable = False
    return array
