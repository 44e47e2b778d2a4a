"""A run says which of its metrics are better when lower."""

import pytest

from src.core import Direction, Directions
from src.scoring.masks import Masks
from src.scoring.objects import Objects
from src.scoring.pixels import Pixels
from src.scoring.tools import Agreement
from src.tracking.archive import Archive
from src.tracking.directions import direction_tags, read_directions, stored_direction
from src.tracking.record.recorder import Tracking

OBJECTS = direction_tags(Objects().directions)


@pytest.mark.parametrize("scorer", [Pixels(), Objects(), Masks(), Agreement()], ids=repr)
def test_directions_survive_the_store(
    tracking: Tracking, archive: Archive, scorer: Pixels | Objects | Masks | Agreement
) -> None:
    ways = scorer.directions
    with tracking.start({}, "scored") as run:
        run.tags(direction_tags(ways))
    read = archive.find("scored").directions
    assert ways.lower <= read.lower
    assert ways.neutral <= read.neutral


@pytest.mark.parametrize(
    ("metric", "direction"),
    [
        ("test/f1_at_0.50", Direction.HIGHER),
        ("test/fp_at_0.50", Direction.LOWER),
        ("test/image_mean_fp_at_0.50", Direction.LOWER),
        ("test/size-small/fn_at_0.75", Direction.LOWER),
        ("test/pq_at_0.50-0.95", Direction.HIGHER),
        ("test/mean_matched_hd95", Direction.LOWER),
        ("test/touching_merged", Direction.LOWER),
        ("test/catastrophes", Direction.LOWER),
        ("test/pixel_rmse_iqm", Direction.LOWER),
        ("test/pixel_rmse_high", Direction.LOWER),
        ("test/image_mean_fp_at_0.50_low", Direction.LOWER),
        ("test/images", Direction.NEITHER),
        ("learning/seconds_to_f1_0.8", Direction.LOWER),
        ("learning/seconds_to_f1_0.8_iqm", Direction.LOWER),
        ("learning/seconds_to_f1_0.8_reached", Direction.HIGHER),
        ("by_image/train/loss", Direction.LOWER),
        ("by_simulated_second/test/iou", Direction.HIGHER),
        ("effort/klm/seconds", Direction.LOWER),
        ("time/predict_ms", Direction.LOWER),
        ("time/predict_share", Direction.NEITHER),
        ("data/skipped", Direction.NEITHER),
        ("repeats/failed", Direction.NEITHER),
        ("sweep/complete", Direction.NEITHER),
    ],
)
def test_a_metric_has_its_direction_as_the_store_spells_it(
    metric: str, direction: Direction
) -> None:
    assert stored_direction(OBJECTS, metric) is direction


def test_the_distance_of_tools_is_better_when_lower() -> None:
    tags = direction_tags(Agreement().directions)
    for metric in ("test/tool/mean_distance", "test/tool/intensity_red_distance"):
        assert stored_direction(tags, metric) is Direction.LOWER


def test_a_run_of_before_does_not_tell_and_nobody_guesses() -> None:
    assert stored_direction({}, "test/rmse") is None
    assert stored_direction({}, "learning/seconds") is Direction.LOWER
    assert stored_direction(direction_tags(Directions()), "test/f1") is Direction.HIGHER


def test_no_names_are_no_names() -> None:
    tags = direction_tags(Directions())
    assert "" not in read_directions(tags).lower | read_directions(tags).neutral
