"""Many samples: order, what is refused, what a card says besides its scores."""

import math

import numpy as np
import pytest

from src.core import Direction, InputError, Prediction, Row, Sample
from src.evaluation.evaluate import evaluate, evaluate_dataset
from src.evaluation.executors import Executor, Local
from tests.evaluation.scenes import Areas, Bright, Moody, Squares

EXECUTORS = pytest.mark.parametrize("executor", [Local(), Local(workers=2)], ids=["one", "two"])

NAMES = [entry.name for entry in Squares(8).entries]


def test_latency_is_a_number_that_is_better_when_lower() -> None:
    card = evaluate(Squares(4).samples(), Bright(seconds=0.01), Areas())
    assert 10 <= card.times["latency_p50_ms"] <= card.times["latency_p95_ms"] < 10_000
    for name in ("latency_p50_ms", "latency_p95_ms", "difference"):
        assert card.directions.of(f"test/{name}") is Direction.LOWER
    assert "detector_errors" not in card.metrics


def test_without_samples_latency_is_undefined() -> None:
    card = evaluate([], Bright(), Areas())
    assert math.isnan(card.times["latency_p50_ms"])
    assert math.isnan(card.times["latency_p95_ms"])
    assert card.metrics["images"] == 0


def test_the_time_of_an_error_is_not_that_of_an_answer() -> None:
    everything = tuple(NAMES)
    card = evaluate(Squares(8).samples(), Moody(everything), Areas(), on_detector_error="count")
    assert math.isnan(card.times["latency_p50_ms"])
    assert card.metrics["detector_errors"] == 8
    assert card.directions.of("detector_errors") is Direction.LOWER


@EXECUTORS
def test_results_come_in_the_order_of_the_dataset(executor: Executor) -> None:
    seen: list[tuple[str, str, int]] = []

    def observe(sample: Sample, prediction: Prediction, row: Row) -> None:
        assert not sample.picture.pixels.flags.writeable
        seen.append((sample.name, row.name, int(prediction.consensus.foreground().sum())))

    card = evaluate_dataset(Squares(8), None, Bright(), Areas(), observe=observe, executor=executor)
    assert seen == [(name, name, (1 + place) ** 2) for place, name in enumerate(NAMES)]
    assert card.rows["id"].tolist() == [f"id{place}" for place in range(8)]


@EXECUTORS
def test_a_split_is_evaluated_alone(executor: Executor) -> None:
    card = evaluate_dataset(Squares(8), "val", Bright(), Areas(), executor=executor)
    assert card.rows["id"].tolist() == ["id3", "id7"]


def test_every_sample_is_read_once() -> None:
    dataset = Squares(8)
    evaluate_dataset(dataset, None, Bright(), Areas(), observe=lambda *_: None)
    assert dataset.reads == 8


def test_several_processes_read_for_the_first() -> None:
    dataset = Squares(8)
    evaluate_dataset(
        dataset, None, Bright(), Areas(), observe=lambda *_: None, executor=Local(workers=2)
    )
    assert dataset.reads == 0


@EXECUTORS
def test_unreadable_samples_are_left_out_and_counted_or_stop(executor: Executor) -> None:
    broken = ("square-1", "square-6")
    done: list[int] = []
    skipping = Squares(8, "skip", broken)
    card = evaluate_dataset(
        skipping, None, Bright(), Areas(), advance=lambda: done.append(1), executor=executor
    )
    assert len(card) == 6
    assert len(done) == 8
    assert dict(skipping.skipped) == {
        name: f"{name}.png is broken: copy it again" for name in broken
    }
    with pytest.raises(InputError, match=r"^square-1.png is broken: copy it again$"):
        evaluate_dataset(Squares(8, "stop", broken), None, Bright(), Areas(), executor=executor)


@EXECUTORS
def test_a_dataset_of_which_nothing_can_be_read_is_refused(executor: Executor) -> None:
    nothing = Squares(8, "skip", NAMES)
    with pytest.raises(InputError, match=r"no sample is left to read; .* square-0.png is broken"):
        evaluate_dataset(nothing, None, Bright(), Areas(), executor=executor)


@EXECUTORS
def test_errors_of_a_detector_are_counted_with_their_reasons(executor: Executor) -> None:
    rows: list[Row] = []
    card = evaluate_dataset(
        Squares(8), None, Moody(("square-2", "square-5")), Areas(),
        observe=lambda _sample, _prediction, row: rows.append(row),
        executor=executor, on_detector_error="count",
    )  # fmt: skip
    assert card.metrics["detector_errors"] == 2
    assert [row.outcome == "error" for row in rows] == [place in (2, 5) for place in range(8)]
    assert rows[5].reason == "OddError: cannot look at square-5"


@EXECUTORS
@pytest.mark.parametrize("handling", ["count", "what"])
def test_a_mistake_is_told_before_anything_is_read(executor: Executor, handling: str) -> None:
    dataset = Squares(8, unreadable=NAMES)
    with pytest.raises(InputError, match="on_detector_error"):
        evaluate_dataset(
            dataset, None, Bright(), Areas(takes_errors=False),
            executor=executor, on_detector_error=handling,
        )  # fmt: skip
    assert dataset.reads == 0


@EXECUTORS
def test_an_observer_may_stop_the_evaluation(executor: Executor) -> None:
    def observe(sample: Sample, _prediction: Prediction, _row: Row) -> None:
        if sample.name == "square-3":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_dataset(Squares(8), None, Bright(), Areas(), observe=observe, executor=executor)


def test_samples_at_hand_and_a_dataset_earn_the_same_card() -> None:
    at_hand = evaluate(Squares(8).samples(), Bright(), Areas())
    card = evaluate_dataset(Squares(8), None, Bright(), Areas())
    assert dict(card.metrics) == dict(at_hand.metrics)
    assert all(np.array_equal(card.rows[name], own) for name, own in at_hand.rows.items())


def test_words_of_many_rows_are_kept_once() -> None:
    rows: list[Row] = []
    evaluate_dataset(
        Squares(4), None, Bright(), Areas(),
        observe=lambda _sample, _prediction, row: rows.append(row), executor=Local(workers=2),
    )  # fmt: skip
    assert [id(name) for name in rows[0]] == [id(name) for name in rows[3]]
    assert rows[0].outcome is rows[3].outcome
