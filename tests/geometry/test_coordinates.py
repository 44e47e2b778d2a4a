"""Units of places, and the reading that answers fit."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.geometry.coordinates import KINDS, Coordinates, resized
from src.geometry.misread import best_reading
from tests.conftest import real_data

BOUNDS = (28, 100 * 28 * 28, 16384 * 28 * 28)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((1920, 1080), (1932, 1092)),  # as the servers say
        ((28, 28), (280, 280)),
        ((3840, 2160), (3836, 2156)),
        ((7680, 4320), (4760, 2688)),
        ((1, 1), (280, 280)),
        ((10, 2000), (28, 3976)),
    ],
)
def test_a_picture_is_resized_as_the_model_does(
    size: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert resized(size, *BOUNDS) == expected


@given(st.integers(1, 9000), st.integers(1, 9000), st.integers(1, 40))
def test_resized_sides_are_multiples_within_the_bounds(width: int, height: int, most: int) -> None:
    bounds = (28, 2 * 28 * 28, (20 + most) * 28 * 28)
    sides = resized((width, height), *bounds)
    assert all(side > 0 and side % 28 == 0 for side in sides)
    if max(width, height) / min(width, height) < 2:  # else a side of 28 px may be too long
        assert sides[0] * sides[1] <= bounds[2]


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(1, 5000), st.integers(1, 5000), st.floats(-1, 2), st.floats(-1, 2))
def test_to_pixels_and_back_loses_nothing(
    kind: str, width: int, height: int, x: float, y: float
) -> None:
    coordinates = Coordinates(kind)  # type: ignore[arg-type]
    point = np.array([[x * width, y * height]])
    told = coordinates.from_pixels(point, (width, height))
    assert np.allclose(coordinates.to_pixels(told, (width, height)), point, atol=1 / 64)


@pytest.mark.parametrize(
    ("coordinates", "told"),
    [
        (Coordinates("resized"), (966, 546)),
        (Coordinates("thousand"), (500, 500)),
        (Coordinates("thousand", thousand=999), (499.5, 499.5)),
        (Coordinates("unit"), (0.5, 0.5)),
        (Coordinates("pixel"), (960, 540)),
    ],
)
def test_the_middle_of_a_screen_in_all_units(
    coordinates: Coordinates, told: tuple[float, float]
) -> None:
    assert coordinates.to_pixels(told, (1920, 1080)).tolist() == [[960, 540]]


SIZE = (1920, 1080)
CENTRES = np.array([[x, y] for x in (200, 700, 1250, 1800) for y in (90, 500, 990)], float)
SQUARES = np.hstack([CENTRES - 20, CENTRES + 20])
SIZES = np.tile(SIZE, (len(CENTRES), 1))


@pytest.mark.parametrize("used", KINDS)
@pytest.mark.parametrize("meant", KINDS)
def test_the_units_that_were_meant_are_named(used: str, meant: str) -> None:
    told = Coordinates(meant).from_pixels(CENTRES, SIZE)  # type: ignore[arg-type]
    reading = Coordinates(used)  # type: ignore[arg-type]
    found = best_reading(reading.to_pixels(told, SIZE), SQUARES, SIZES, reading)
    if {used, meant} == {"pixel", "resized"}:
        assert not found.is_off  # 1920 read as 1932: the squares forgive it
    else:
        assert found.kind == ("as_is" if used == meant else meant)
        assert found.hits == len(CENTRES)
    assert "\n" not in str(found)


def test_the_sentences_name_both_units_and_the_factor() -> None:
    used = Coordinates("resized")
    thousands = used.to_pixels(Coordinates("thousand").from_pixels(CENTRES, SIZE), SIZE)
    assert str(best_reading(thousands, SQUARES, SIZES, used)).startswith(
        "answers fit `thousand`, not `resized`: 12 of 12"
    )
    shrunk = best_reading(CENTRES * 0.77, SQUARES, SIZES, used)
    assert str(shrunk).startswith(
        "all points are 0.77 of where they should be: the server shrinks the picture"
    )
    assert shrunk.is_off
    assert best_reading(CENTRES * 1.3, SQUARES, SIZES, used).factor == pytest.approx(1.3, abs=0.02)


def test_exchanged_axes_are_named() -> None:
    used = Coordinates("unit")
    other = used.to_pixels(used.from_pixels(CENTRES, SIZE)[:, ::-1], SIZE)
    assert best_reading(other, SQUARES, SIZES, used).kind == "swapped"


@pytest.mark.parametrize("count", [0, 1, 2, 60])
def test_points_that_miss_for_no_reason_fit_nothing_better(count: int) -> None:
    rng = np.random.default_rng(3)
    points = rng.uniform(0, SIZE, (count, 2))
    centres = rng.uniform(0, SIZE, (count, 2))
    boxes = np.hstack([centres - 15, centres + 15])
    found = best_reading(points, boxes, np.tile(SIZE, (count, 1)), Coordinates("pixel"))
    assert not found.is_off


def test_missing_answers_are_left_out() -> None:
    points = CENTRES.copy()
    points[:5] = np.nan
    found = best_reading(points, SQUARES, SIZES, Coordinates("pixel"))
    assert (found.hits, found.total) == (7, 7)


@pytest.mark.parametrize(("log", "hits"), [("aguvis", 367), ("qwen25vl", 323)])
def test_published_points_are_read_rightly(log: str, hits: int) -> None:
    folder = real_data("ui_screenspot_pro_preds")
    truth = json.loads((folder / "ground_truth.json").read_text())
    rows = json.loads((folder / f"pred_{log}.json").read_text())["predictions"]
    points = [row["pred"] or (np.nan, np.nan) for row in rows]
    boxes = [row["bbox"] for row in truth]
    sizes = np.tile((3840, 2160), (len(points), 1))
    found = best_reading(points, boxes, sizes, Coordinates("pixel"))
    assert (found.kind, found.hits) == ("as_is", hits)
