"""A metric has one name, at whatever threshold."""

import pytest

from src.core.metric_names import at, place_of, spelled, without_place


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("f1@0.50", "f1_at_0.50"),
        ("test/tool/image_mean_f1@0.50:0.95", "test/tool/image_mean_f1_at_0.50-0.95"),
        ("by_face/recall@5", "by_face/recall_at_5"),
        ("pq@0.50_low", "pq_at_0.50_low"),
        ("f1_at_0.50", "f1_at_0.50"),
        ("learning/seconds_to_f1_0.8", "learning/seconds_to_f1_0.8"),
        ("me@work", "me@work"),
    ],
)
def test_the_way_papers_write_it_is_understood(written: str, name: str) -> None:
    assert spelled(written) == name


@pytest.mark.parametrize("metric", ["f1", "recall", "image_mean_pq"])
@pytest.mark.parametrize("place", ["0.50", "0.50-0.95", "10"])
def test_a_name_is_taken_apart_as_it_was_made(metric: str, place: str) -> None:
    assert without_place(at(metric, place)) == metric
    assert place_of(at(metric, place)) == place


def test_a_metric_without_a_threshold_is_its_own_name() -> None:
    assert (place_of("f1"), without_place("f1")) == ("", "f1")
