"""Arrays inside frozen nouns: given once, read-only ever after."""

from typing import Any

import numpy as np
import numpy.typing as npt


def frozen(values: npt.ArrayLike, dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    """A read-only view of ``values``, converted to ``dtype`` when one is given."""
    array = np.asarray(values, dtype=dtype).view()
    array.flags.writeable = False
    return array


def signed_ids(labels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same objects under ids that a signed number can hold; others are numbered anew."""
    if labels.dtype != np.uint64 or int(labels.max(initial=0)) <= np.iinfo(np.int64).max:
        return labels
    known, places = np.unique(labels, return_inverse=True)
    return np.asarray(places.reshape(labels.shape) + (known[0] != 0), np.int64)
