"""Rows and predictions come back as they went."""

import pickle
import zlib
from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import Instances, Opinions, Row
from src.evaluation.codec import decoded, encoded
from tests.evaluation.same import differences

FLOATS = st.floats(width=64)
NUMBERS = FLOATS | st.integers(-(2**70), 2**70) | st.booleans()
SCALARS = st.builds(np.float32, st.floats(width=32)) | st.builds(
    np.int64, st.integers(-(2**63), 2**63 - 1)
)
PLAIN = st.none() | NUMBERS | st.text() | SCALARS | st.binary()
NAMES = st.text(max_size=6)
DTYPES = (
    arrays.integer_dtypes()
    | arrays.floating_dtypes(sizes=(16, 32, 64))
    | arrays.boolean_dtypes()
    | arrays.unicode_string_dtypes(max_len=5)
    | arrays.datetime64_dtypes()
)
ANY_ARRAY = arrays.arrays(DTYPES, arrays.array_shapes(min_dims=1, max_dims=3, min_side=0))


def column(draw: st.DrawFn, count: int, dtype: Any, *width: int) -> npt.NDArray[Any] | None:
    """A column of so many rows, or none at all."""
    values = {"allow_nan": True} if np.dtype(dtype).kind == "f" else {}
    elements = arrays.from_dtype(np.dtype(dtype), **values)
    whole = arrays.arrays(dtype, (count, *width), elements=elements)
    return draw(st.none() | whole)


@st.composite
def labels(draw: st.DrawFn, shape: tuple[int, int]) -> Instances:
    """A label image of any integer type."""
    dtype = draw(arrays.integer_dtypes() | arrays.unsigned_integer_dtypes())
    elements = st.integers(0, min(5, np.iinfo(dtype).max))
    image = draw(arrays.arrays(dtype, shape, elements=elements))
    return Instances.from_labels(image, unscored=draw(st.lists(st.integers(1, 5))))


@st.composite
def columns(draw: st.DrawFn, shape: tuple[int, int]) -> Instances:
    """Boxes, masks and all the other columns, each there or not."""
    count = draw(st.integers(0, 4))
    ids = draw(st.lists(st.integers(-9, 9), min_size=count, max_size=count, unique=True))
    corners = draw(arrays.arrays(float, (count, 2), elements=st.floats(0, 9)))
    masks = st.fixed_dictionaries({"size": st.just(list(shape)), "counts": st.binary()})
    links = st.lists(st.lists(st.sampled_from(ids), min_size=2, max_size=2)) if ids else st.just([])
    rows = st.tuples(*[masks] * count)
    texts = st.tuples(*[st.none() | st.text()] * count)
    class_names = draw(st.none() | st.tuples(st.text(), st.text()))
    classes = arrays.arrays(np.int64, count, elements=st.integers(0, 1))
    extra = draw(st.lists(NAMES, unique=True, max_size=3))
    return Instances(
        shape,
        boxes=draw(st.none() | st.just(np.hstack([corners, corners + 1]))),
        ids=np.array(ids, np.int64),
        rles=draw(st.none() | rows),
        classes=draw(st.none() | classes),
        texts=draw(st.none() | texts),
        scores=column(draw, count, np.float64),
        scored=column(draw, count, bool),
        points=column(draw, count, np.float64, 2),
        links=np.array(draw(links), np.int64).reshape(-1, 2),
        class_names=class_names,
        extra={name: draw(arrays.arrays(DTYPES, count)) for name in extra},
    )


SHAPES = st.tuples(st.integers(0, 8), st.integers(0, 8))


@st.composite
def predictions(draw: st.DrawFn) -> Instances | Opinions:
    """One opinion or several."""
    shape = draw(SHAPES)
    one = labels(shape) | columns(shape)
    several = st.builds(Opinions, one, st.dictionaries(NAMES, one, max_size=3))
    return draw(one | several)


ROWS = st.builds(
    Row,
    st.dictionaries(NAMES, PLAIN),
    st.dictionaries(NAMES, st.dictionaries(NAMES, ANY_ARRAY, max_size=3), max_size=2),
    name=st.text(),
    id=st.text(),
    tags=st.dictionaries(NAMES, st.text()),
    outcome=st.sampled_from(["answered", "error"]),
    reason=st.text(),
    seconds=FLOATS,
)


@given(predictions())
def test_predictions_come_back_exactly(prediction: Instances | Opinions) -> None:
    assert differences(decoded(encoded(prediction)), prediction) == []


@given(ROWS)
def test_rows_come_back_exactly(row: Row) -> None:
    assert differences(decoded(encoded((row, None))), (row, None)) == []


@given(ANY_ARRAY)
def test_arrays_come_back_exactly(array: npt.NDArray[Any]) -> None:
    assert differences(decoded(encoded(array)), array) == []


@pytest.mark.parametrize(
    ("dtype", "highest"),
    [("u1", 1), ("u1", 255), ("i2", 255), ("i2", 256), (">i4", 70_000), ("<i8", 1), ("u8", 256)],
)
def test_large_label_images_take_little_room_and_keep_their_type(dtype: str, highest: int) -> None:
    image = np.random.default_rng(1).integers(0, highest, (64, 64)).astype(dtype)
    image[0, 0] = highest
    content = encoded(image)
    assert differences(decoded(content), image) == []
    assert len(content) < image.size * np.min_scalar_type(highest).itemsize + 200


def test_negative_values_survive() -> None:
    image = np.full((64, 64), -3)
    assert differences(decoded(encoded(image)), image) == []


def test_columns_of_plain_objects_come_back() -> None:
    column = np.array(["a", None, 3, float("nan")], object)
    assert differences(decoded(encoded({"column": column})), {"column": column}) == []


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (object(), "object cannot be kept"),
        ({1: 2}, "keys must be texts"),
        (np.zeros(2, [("a", "i4")]), "one column each"),
        (np.array([object()], object), "object cannot be kept"),
    ],
)
def test_what_would_need_a_pickle_is_refused(value: object, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        encoded(value)


def test_a_pickle_in_the_place_of_content_is_not_executed() -> None:
    with pytest.raises((ValueError, UnicodeDecodeError, KeyError)):
        decoded(zlib.compress(b"\x10\0\0\0" + pickle.dumps(print)))
