"""Names tell runs apart and stay short."""

import pytest

from src.running.naming import set_words


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("annotator.hand.jitter_rate=0.0104838581210305", "jitter_rate_0.0105"),
        ("annotator.hand.travel_speed=1186.2249374025077", "travel_speed_1186"),
        ("trainer.optimizer.lr=0.01", "lr_0.01"),
        ("trainer.rules.images=6", "images_6"),
        ("acquisition=entropy", "entropy"),
    ],
)
def test_a_name_has_three_digits_of_what_a_sampler_drew(word: str, name: str) -> None:
    assert set_words(f"python -m src.run {word}") == [name]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("trainer.rules.corrective_f1_threshold=0.95", "corrective_f1_thres_0.95"),
        ("annotator.weights=abcdefghijklmnopqrstuvw", "weig_abcdefghijklmnopqrs"),
    ],
)
def test_a_long_word_keeps_its_value(word: str, name: str) -> None:
    assert set_words(f"python -m src.run {word}") == [name]
