"""Label images for hypothesis: few objects, so that they meet, and values near and far."""

from typing import Any, cast

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

Labels = npt.NDArray[Any]

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=9)
dtypes = st.sampled_from(["uint8", "uint16", "int32", "uint32", "int64"]).map(np.dtype)


@st.composite
def label_images(draw: st.DrawFn, shape: tuple[int, ...] | None = None) -> Labels:
    """A label image of up to six values, one of them usually the background."""
    dtype = draw(dtypes)
    values = draw(st.lists(st.integers(1, 2 ** (7 * dtype.itemsize)), min_size=1, max_size=5))
    palette = np.array([draw(st.sampled_from([0, values[0]])), *values], dtype)
    places = hnp.arrays(
        np.int64, draw(shapes) if shape is None else shape, elements=st.integers(0, len(values))
    )
    return cast(Labels, palette[draw(places)])


@st.composite
def label_pairs(draw: st.DrawFn) -> tuple[Labels, Labels]:
    """Two label images of one shape."""
    first = draw(label_images())
    return first, draw(label_images(shape=first.shape))
