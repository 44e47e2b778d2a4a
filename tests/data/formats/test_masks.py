from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from src.core import InputError
from src.data.formats.images import read_pixels
from src.data.formats.masks import Look, components, look, read_mask
from tests.conftest import real_data
from tests.data.pictures import Array, cut, photograph, save, two_squares

LABELS = components(two_squares() > 0)


def same_partition(found: Array, expected: Array) -> bool:
    """Equal up to the names of the labels, background apart."""
    pairs = {*zip(found.ravel().tolist(), expected.ravel().tolist(), strict=True)}
    names = len({a for a, _ in pairs}), len({b for _, b in pairs})
    return names == (len(pairs), len(pairs)) and ((found == 0) == (expected == 0)).all()


@pytest.mark.parametrize("extension", [".png", ".tif"])
@pytest.mark.parametrize(
    "mask",
    [
        two_squares() > 0,
        two_squares(1),
        two_squares(255),
        two_squares().astype(np.uint16) * 257,
        np.dstack([two_squares()] * 3),
        np.dstack([two_squares()] * 3 + [np.full((20, 24), 255, np.uint8)]),
        np.dstack([np.zeros((20, 24, 3), np.uint8), two_squares()]),
        np.dstack([two_squares(200), np.zeros((20, 24, 2), np.uint8)]),
    ],
    ids=["1 bit", "0/1", "0/255", "0/65535", "RGB", "RGBA", "alpha only", "one colour"],
)
def test_every_binary_mask_falls_into_its_components(
    tmp_path: Path, mask: Array, extension: str
) -> None:
    labels = read_mask(save(tmp_path / f"a{extension}", mask))
    assert labels.dtype == np.uint8
    assert np.array_equal(labels, LABELS)


def test_diagonal_neighbours_are_one_component(tmp_path: Path) -> None:
    labels = read_mask(save(tmp_path / "a.png", np.eye(4, dtype=np.uint8) * 255))
    assert labels.max() == 1


@pytest.mark.parametrize(
    ("extension", "dtype"),
    [
        (".png", np.uint8),
        (".png", np.uint16),
        (".tif", np.uint8),
        (".tif", np.uint16),
        (".tif", np.int32),
        (".tif", np.uint32),
        (".tif", np.float32),
    ],
)
def test_a_label_image_keeps_its_ids(tmp_path: Path, extension: str, dtype: type) -> None:
    labels = LABELS.astype(dtype) * 7
    found = read_mask(save(tmp_path / f"a{extension}", labels))
    assert found.dtype == np.uint8
    assert np.array_equal(found, labels)


def test_touching_labels_stay_apart_and_torn_ones_together(tmp_path: Path) -> None:
    labels = np.array([[1, 1, 2, 2, 0, 1]], np.uint16)
    assert np.array_equal(read_mask(save(tmp_path / "a.png", labels)), labels)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_each_colour_is_a_label_and_black_the_background(tmp_path: Path, dtype: type) -> None:
    colours = np.array([[0, 0, 0], [200, 0, 0], [0, 90, 250], [3, 3, 3]], dtype)
    indices = np.random.default_rng(0).integers(0, 4, (8, 9))
    found = read_mask(save(tmp_path / "a.png", colours[indices]))
    assert same_partition(found, indices)


def test_a_palette_keeps_its_indices_as_ids(tmp_path: Path) -> None:
    image = Image.fromarray(LABELS * 5).convert("P")
    image.putpalette([0, 0, 0, *range(3, 33)])
    image.save(tmp_path / "a.png")
    assert np.array_equal(read_mask(tmp_path / "a.png"), LABELS * 5)


@pytest.mark.parametrize("read", [read_mask, read_pixels])
def test_a_colour_that_a_palette_lacks_is_told(
    read: Callable[[Path], object], tmp_path: Path
) -> None:
    image = Image.fromarray(np.full((4, 4), 9, np.uint8)).convert("P")
    image.putpalette([0, 0, 0, *range(3, 15)])
    image.save(tmp_path / "a.png")
    with pytest.raises(InputError, match=r"a\.png has 5 colours and uses a further one"):
        read(tmp_path / "a.png")


def test_a_palette_that_moved_black_is_read_by_colour(tmp_path: Path) -> None:
    image = Image.fromarray((LABELS == 0).astype(np.uint8)).convert("P")
    image.putpalette([255, 255, 255, 0, 0, 0])
    image.save(tmp_path / "a.png")
    assert np.array_equal(read_mask(tmp_path / "a.png"), LABELS)


def test_kind_overrules_the_look(tmp_path: Path) -> None:
    binary, labels = save(tmp_path / "a.png", two_squares()), save(tmp_path / "b.png", LABELS * 9)
    assert np.unique(read_mask(binary, "labels")).tolist() == [0, 255]
    assert np.array_equal(read_mask(labels, "binary"), LABELS)
    with pytest.raises(InputError, match=r"dataset\.kind must be one of .* got 'colour'"):
        read_mask(binary, "colour")


def test_a_soft_mask_needs_a_threshold(tmp_path: Path) -> None:
    soft = two_squares(255, (40, 40))
    soft[1, 2:14] = np.arange(20, 140, 10)
    path = save(tmp_path / "a.png", soft)
    with pytest.raises(InputError, match=r"a\.png looks like a soft mask"):
        read_mask(path)
    assert read_mask(path, "binary", threshold=140).max() == 2


def test_fractions_are_a_soft_mask(tmp_path: Path) -> None:
    path = save(tmp_path / "a.tif", (two_squares() / 300).astype(np.float32))
    with pytest.raises(InputError, match=r"a\.tif looks like a soft mask"):
        read_mask(path)
    with pytest.raises(InputError, match=r"a\.tif holds fractions"):
        read_mask(path, "labels")
    assert np.array_equal(read_mask(path, "binary", threshold=0.5), LABELS)


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        ([0, 0], Look.CONSTANT),
        ([True, False], Look.BINARY),
        ([0, 255], Look.BINARY),
        ([0, 1], Look.EITHER),
        ([0, 7], Look.LABELS),
        ([1, 2], Look.LABELS),
        ([0, 1, 255], Look.LABELS),
        ([0.0, 0.5], Look.SOFT),
    ],
)
def test_what_a_mask_alone_tells(values: list[float], seen: Look) -> None:
    assert look(np.array([values])) is seen


def test_the_auto_rule_on_a_colour_photograph_is_a_refusal(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", photograph(1, (64, 64, 3)))
    with pytest.raises(InputError, match=r"a\.png has \d+ colours, so it is a photograph"):
        read_mask(path)


def test_negative_ids_are_refused(tmp_path: Path) -> None:
    path = save(tmp_path / "a.tif", np.array([[-1, 0, 2]], np.int32))
    with pytest.raises(InputError, match=r"a\.tif has the negative value -1"):
        read_mask(path)


@pytest.mark.parametrize("extension", [".png", ".tif"])
def test_a_truncated_mask_is_named(tmp_path: Path, extension: str) -> None:
    path = cut(save(tmp_path / f"a{extension}", photograph(1, (64, 64))))
    with pytest.raises(InputError, match=rf"a\{extension} is truncated or damaged"):
        read_mask(path)


label_images = arrays.arrays(
    np.uint16,
    arrays.array_shapes(min_dims=2, max_dims=2, max_side=12),
    elements=st.integers(0, 65535),
)


@pytest.mark.parametrize("extension", [".png", ".tif"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(labels=label_images)
def test_a_label_image_survives_the_round_trip(
    tmp_path: Path, extension: str, labels: Array
) -> None:
    found = read_mask(save(tmp_path / f"a{extension}", labels), "labels")
    assert np.array_equal(found, labels)
    assert found.dtype == np.min_scalar_type(labels.max())


@settings(deadline=None)
@given(foreground=arrays.arrays(bool, arrays.array_shapes(min_dims=2, max_dims=2, max_side=12)))
def test_components_cover_the_foreground_exactly(foreground: Array) -> None:
    assert np.array_equal(components(foreground) > 0, foreground)


def test_real_one_bit_masks_are_binary() -> None:
    path = real_data("vessels_drive") / "manual1" / "01.png"
    with Image.open(path) as image:
        assert image.mode == "1"
        assert np.array_equal(read_mask(path) > 0, np.asarray(image))
