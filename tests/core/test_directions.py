import pytest

from src.core import Direction, Directions
from src.core.directions import plain_name


@pytest.mark.parametrize(
    ("metric", "plain"),
    [
        ("f1", "f1"),
        ("test/tool/image_mean_f1_at_0.50-0.95", "f1"),
        ("learning/capped_seconds_to_f1_0.8", "capped_seconds_to_f1"),
        ("mean_pair_pq_at_0.50", "pq"),
        ("mean_matched_hd95", "mean_matched_hd95"),
    ],
)
def test_stage_part_mean_and_threshold_do_not_change_what_a_metric_is(
    metric: str, plain: str
) -> None:
    assert plain_name(metric) == plain


def test_higher_is_better_unless_a_scorer_says_otherwise() -> None:
    ways = Directions.of_names(lower=["rmse", "*_distance"], neutral=["images"])
    assert ways.of("test/image_mean_rmse") is Direction.LOWER
    assert ways.of("tool/intensity_dna_distance") is Direction.LOWER
    assert ways.of("images") is Direction.NEITHER
    assert ways.of("distance_f1") is Direction.HIGHER


def test_a_metric_has_one_direction() -> None:
    with pytest.raises(ValueError, match="lower, and neither"):
        Directions.of_names(lower=["a"], neutral=["a"])
