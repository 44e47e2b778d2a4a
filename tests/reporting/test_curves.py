"""Learning curves begin where a model is and end where their run does."""

import numpy as np
import pytest

from src.reporting.curves import (
    compared_figure,
    learning_figure,
    mean_stairs,
    repeated_figure,
    time_words,
)
from src.reporting.drawing.figures import pixels_of, vectors_of
from src.scoring.learning.efficiency import LearningCurve
from src.tracking.compare.repeats import mean_curve
from tests.reporting.page.runs import clocks, rows


def test_an_undefined_score_is_not_drawn_as_zero() -> None:
    axes = learning_figure(rows(), "run", clocks()).axes[0]
    drawn = [line for line in axes.lines if str(line.get_label()).startswith("clock=")]
    assert len(drawn) == 3
    for line, factor in zip(drawn, (1, 2, 6), strict=True):
        assert line.get_ydata().min() == 0.5
        assert line.get_xdata()[0] == 72 * factor
        assert line.get_xdata()[-1] == 96 * factor
    shown = sum(row["phase"] == "initial" for row in rows())
    words = [text.get_text() for text in axes.get_legend().get_texts()]
    assert f"shown ({shown})" in words, "an image that is not drawn is counted"


def test_a_mean_ends_where_the_first_of_its_seeds_does() -> None:
    short = LearningCurve(np.array([10.0, 20.0]), np.array([0.2, 0.4]))
    long = LearningCurve(np.array([15.0, 40.0]), np.array([0.4, 0.8]))
    seconds, scores = mean_stairs([short, long])
    assert seconds.tolist() == [15, 20]
    assert scores == pytest.approx([0.3, 0.4])
    axes = compared_figure({"a $x": [short, long], "b": [long]}, "two").axes[0]
    assert max(axes.lines[-1].get_xdata()) == 40


def test_every_clock_has_its_mean() -> None:
    seeds = [clocks(), clocks(1.2)]
    by_clock = {name: [own[name] for own in seeds] for name in seeds[0]}
    own = by_clock["seed"]
    axes = repeated_figure(own, mean_curve(own), "run", by_clock).axes[0]
    words = [text.get_text() for text in axes.get_legend().get_texts()]
    assert [word for word in words if word.startswith("mean")] == [
        "mean, clock=seed (recorded)", "mean, clock=steering", "mean, clock=klm",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_the_same_chart_is_the_same_bytes(kind: str) -> None:
    files = {vectors_of(learning_figure(rows(), "run", clocks()), kind) for _ in range(2)}
    assert len(files) == 1
    assert pixels_of(learning_figure(rows(), "run", clocks())).shape == (495, 880, 3)


@pytest.mark.parametrize(
    ("seconds", "words"), [(40, "40 s"), (192, "3.2 min"), (900, "15 min"), (5400, "1.5 h")]
)
def test_times_are_told_as_people_do(seconds: float, words: str) -> None:
    assert time_words(seconds) == words
