"""What every scorer promises."""

import math
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from src.core import Direction, InputError, Row, Scorecard, Scorer
from src.core.row import FAILED
from src.evaluation.codec import decoded, encoded
from src.tracking.record.names import accepted
from tests.conformance.options import built, configuration, every
from tests.conformance.rows import row_of, rows_of
from tests.conformance.scenes import PLATES
from tests.conformance.worlds import NAMES, World, world_of
from tests.evaluation.same import differences

PLAIN = (bool, int, float, str)


@pytest.fixture(name="option", scope="module", params=every("scorer"))
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="scorer", scope="module")
def scorer_fixture(option: str, home: Path) -> Scorer:
    return built("scorer", option, home)  # type: ignore[no-any-return]


@pytest.fixture(name="world", scope="module")
def world_fixture(option: str) -> World:
    return world_of(option)


@pytest.fixture(name="answer", params=NAMES)
def answer_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def failed(row: Row) -> Row:
    """As of a sample on which the detector raised an error."""
    return replace(row, outcome=FAILED, reason="OSError: gone")


def numbers(card: Scorecard) -> dict[str, float]:
    """The metrics that are defined."""
    return {name: own for name, own in card.metrics.items() if not math.isnan(own)}


def test_it_is_a_scorer(scorer: Scorer) -> None:
    assert isinstance(scorer, Scorer)


def test_a_row_ranks_and_is_plain(scorer: Scorer, world: World, answer: str) -> None:
    for row in rows_of(scorer, world, answer):
        assert isinstance(row[scorer.ranks_by], int | float)
        assert {type(value) for value in row.values.values()} <= {*PLAIN}


def test_a_row_can_be_kept_and_sent(scorer: Scorer, world: World, answer: str) -> None:
    for row in rows_of(scorer, world, answer):
        assert differences(decoded(encoded(row)), row) == []
        assert differences(pickle.loads(pickle.dumps(row)), row) == []  # noqa: S301


def test_rows_that_were_kept_give_the_same_card(scorer: Scorer, world: World) -> None:
    rows = rows_of(scorer, world, "partial")
    kept = [decoded(encoded(row)) for row in rows]
    first, second = scorer.summarise(rows), scorer.summarise(kept)
    assert differences(dict(first.metrics), dict(second.metrics)) == []
    assert differences(dict(first.tables), dict(second.tables)) == []


def test_samples_rank_from_worst_to_best(scorer: Scorer, world: World) -> None:
    for sample in world.samples:
        best, half, worst = (
            row_of(scorer, sample, world.answers[own](sample))[scorer.ranks_by]
            for own in ("perfect", "partial", "nothing")
        )
        assert best >= half >= worst
        assert best > worst


def test_directions_tell_right_from_wrong(scorer: Scorer, world: World, answer: str) -> None:
    right, other = (
        numbers(scorer.summarise(rows_of(scorer, world, own))) for own in ("perfect", answer)
    )
    for name in right.keys() & other.keys():
        direction = scorer.directions.of(name)
        if direction is Direction.HIGHER:
            assert right[name] >= other[name] - 1e-9, name
        elif direction is Direction.LOWER:
            assert right[name] <= other[name] + 1e-9, name


def test_a_card_tells_directions_and_main_metrics(scorer: Scorer, world: World) -> None:
    card = scorer.summarise(rows_of(scorer, world, "partial"))
    assert card.directions == scorer.directions
    assert {*card.main} <= {*card.metrics}
    assert numbers(card)


def test_a_card_has_a_row_per_sample(scorer: Scorer, world: World, answer: str) -> None:
    card = scorer.summarise(rows_of(scorer, world, answer))
    assert card.rows["name"].tolist() == [sample.name for sample in world.samples]
    assert card.rows["id"].tolist() == [sample.id for sample in world.samples]
    assert scorer.ranks_by in card.rows
    for name, table in card.tables.items():
        assert len({len(column) for column in table.values()}) == 1, name


def test_no_rows_are_a_card_too(scorer: Scorer) -> None:
    card = scorer.summarise([])
    assert len(card) == 0
    assert not {own for own in numbers(card).values() if own != 0}
    assert card.directions == scorer.directions


def test_one_row_is_a_card_too(scorer: Scorer, world: World, answer: str) -> None:
    sample = world.samples[0]
    assert len(scorer.summarise([row_of(scorer, sample, world.answers[answer](sample))])) == 1


def test_the_order_of_the_rows_does_not_matter(scorer: Scorer, world: World, answer: str) -> None:
    rows = rows_of(scorer, world, answer)
    first, second = scorer.summarise(rows), scorer.summarise([*reversed(rows)])
    assert dict(first.metrics) == nearly(second.metrics)


def test_the_same_rows_give_the_same_card(scorer: Scorer, world: World) -> None:
    first, second = (scorer.summarise(rows_of(scorer, world, "partial")) for _ in range(2))
    assert differences(dict(first.metrics), dict(second.metrics)) == []
    assert differences(dict(first.intervals), dict(second.intervals)) == []


def test_an_interval_holds_its_number(scorer: Scorer, world: World, answer: str) -> None:
    card = scorer.summarise(rows_of(scorer, world, answer))
    for name, interval in card.intervals.items():
        number = card.metrics[name]
        undefined = math.isnan(number) or math.isnan(interval.low)
        assert undefined or interval.low - 1e-9 <= number <= interval.high + 1e-9, name


def test_a_picture_without_objects_can_be_scored(scorer: Scorer, world: World) -> None:
    empty = world.nothing_there
    said = (world.answers["nothing"](empty), world.spurious)
    rows = [row_of(scorer, empty, own) for own in said]
    for chosen in (rows, rows[:1], rows[1:]):
        assert len(scorer.summarise(chosen)) == len(chosen)


def test_what_must_not_count_does_not(scorer: Scorer, world: World) -> None:
    for sample in world.samples:
        doubtful, perfect = world.doubtful(sample), world.answers["perfect"]
        hit, missed = (
            row_of(scorer, doubtful, own(sample)) for own in (perfect, world.without_first)
        )
        assert hit[scorer.ranks_by] == missed[scorer.ranks_by]


def test_one_tool_alone_is_as_good_as_its_opinion(scorer: Scorer, world: World) -> None:
    if not world.opinions:
        pytest.skip(f"{type(scorer).__name__} is not about several tools")
    for sample in world.samples:
        alone = world.answers["partial"](sample)
        among = world.together(sample, ("prediction", "partial"))
        assert differences(row_of(scorer, sample, alone), row_of(scorer, sample, among)) == []


def test_an_error_counts_as_nothing_found_where_it_may(scorer: Scorer, world: World) -> None:
    if not scorer.takes_errors:
        pytest.skip(f"{type(scorer).__name__} takes no errors")
    card = scorer.summarise([failed(row) for row in rows_of(scorer, world, "nothing")])
    assert card.rows["outcome"].tolist() == [FAILED] * len(world.samples)
    assert numbers(card)


def test_a_slice_is_the_card_of_its_part(option: str, home: Path, world: World) -> None:
    if "slices" not in configuration("scorer", option, home).scorer:
        pytest.skip(f"scorer={option} has no slices")
    scorer = built("scorer", option, home, "scorer.slices=[plate]")
    rows = rows_of(scorer, world, "partial")
    card = scorer.summarise(rows)
    for plate in PLATES:
        part = scorer.summarise([row for row in rows if row.tags["plate"] == plate])
        assert dict(card.slices[f"plate={plate}"]) == nearly(part.metrics)


def test_a_slice_by_a_tag_that_nobody_has_is_refused(option: str, home: Path, world: World) -> None:
    if "slices" not in configuration("scorer", option, home).scorer:
        pytest.skip(f"scorer={option} has no slices")
    scorer = built("scorer", option, home, "scorer.slices=[colour]")
    with pytest.raises(InputError, match=r"'colour'.*plate"):
        scorer.summarise(rows_of(scorer, world, "partial"))


def test_a_copy_in_another_process_scores_the_same(scorer: Scorer, world: World) -> None:
    copy = pickle.loads(pickle.dumps(scorer))  # noqa: S301
    assert differences(rows_of(copy, world, "partial"), rows_of(scorer, world, "partial")) == []


def nearly(metrics: Mapping[str, float]) -> Any:
    """The same numbers; sums in another order differ in their last digits."""
    return pytest.approx(dict(metrics), rel=1e-9, abs=1e-9, nan_ok=True)


def test_its_metrics_have_names_that_every_place_takes(
    scorer: Scorer, world: World, answer: str
) -> None:
    card = scorer.summarise(rows_of(scorer, world, answer))
    names = {
        *card.metrics,
        *card.intervals,
        *(name for own in card.slices.values() for name in own),
    }
    assert {name for name in names if accepted(name) != name} == set()
