"""What is measured is what scikit-image measures, object by object."""

import numpy as np
import pytest
from skimage.measure import regionprops

from src.core import Entry, InputError, Picture
from src.scoring.features import FEATURES, check_features, measure_channels, measure_grey

LABELS = np.kron(np.array([[7, 0, 900000], [0, 0, 900000], [3, 3, 0]]), np.ones((4, 5), int))


def picture(pixels: np.ndarray, **options: tuple[str, ...]) -> Picture:
    return Picture(Entry("a", "a", "test"), pixels, **options)  # type: ignore[arg-type]


def colours() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 60000, (*LABELS.shape, 3)).astype(np.uint16)


def masks() -> list[np.ndarray]:
    """Of the three objects, in ascending order of their ids."""
    return [np.equal(LABELS, value) for value in (3, 7, 900000)]


def test_objects_come_in_ascending_order_of_their_ids() -> None:
    measured = measure_channels(LABELS, picture(colours()), FEATURES)
    assert measured["area"].tolist() == [40, 20, 40]
    expected = [colours()[own].mean(axis=0) for own in masks()]
    columns = [measured[f"intensity_{name}"] for name in ("red", "green", "blue")]
    np.testing.assert_allclose(np.stack(columns, axis=1), expected)


def test_shapes_are_those_of_every_region() -> None:
    measured = measure_channels(LABELS, picture(colours()), FEATURES)
    regions = regionprops(np.searchsorted([3, 7, 900000], LABELS) * (LABELS > 0) + (LABELS > 0))
    for name in ("eccentricity", "solidity"):
        assert measured[name].tolist() == [getattr(region, name) for region in regions]


def test_channels_have_the_names_that_the_data_gives_them() -> None:
    told = picture(colours(), channels=("dna", "actin"))
    assert [*measure_channels(LABELS, told, ("intensity",))] == ["intensity_dna", "intensity_actin"]
    silent = picture(colours()[..., 0], channels=())
    assert [*measure_channels(LABELS, silent, FEATURES)] == ["area", "eccentricity", "solidity"]
    grey = picture(colours()[..., 0])
    assert [*measure_channels(LABELS, grey, ("intensity",))] == ["intensity_grey"]


def test_all_channels_together_are_one_intensity() -> None:
    (name, column), *_ = measure_grey(LABELS, picture(colours()), ("intensity",)).items()
    assert name == "intensity"
    np.testing.assert_allclose(column, [colours()[own].mean() for own in masks()])


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (4, 4)])
def test_nothing_has_no_features(shape: tuple[int, int]) -> None:
    measured = measure_channels(
        np.zeros(shape, int), picture(np.zeros((*shape, 3), np.uint8)), FEATURES
    )
    assert {name: len(column) for name, column in measured.items()} == dict.fromkeys(
        ["area", "eccentricity", "solidity", "intensity_red", "intensity_green", "intensity_blue"],
        0,
    )


def test_objects_of_one_pixel_can_be_measured() -> None:
    measured = measure_grey(np.array([[1, 0, 2]]), picture(np.ones((1, 3), np.uint8)), FEATURES)
    assert measured["solidity"].tolist() == [1, 1]


@pytest.mark.parametrize("features", [["beauty"], ["area", "area"]])
def test_unknown_features_are_named(features: list[str]) -> None:
    with pytest.raises(InputError, match=r"scorer\.features"):
        check_features(features)
