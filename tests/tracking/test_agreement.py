import numpy as np
import pytest

from src.core import Scorecard
from src.tracking import Tracking
from src.tracking.agreement import (
    SHOWN,
    by_agreement,
    heat_map,
    log_agreement,
    matrix,
    tool_table,
)
from src.tracking.archive import Archive
from src.tracking.scorecards import log_scorecard

PAIRS = {
    "first": np.array(["odd", "odd", "one"]),
    "second": np.array(["one", "two", "two"]),
    "pq@0.50": np.array([0.1, 0.2, 0.9]),
    "mean_concordance": np.array([np.nan, 0.4, 0.8]),
}
CARD = Scorecard(
    {"mean_pair_pq@0.50": 0.4},
    rows={"reference": np.array(["odd"]), "strategy": np.array(["tool_comparison"])},
    tables={
        "pairs": PAIRS,
        "tools": {
            "tool": np.array(["one"]),
            "objects": np.array([21]),
            "count_agreement": np.array([0.5]),
            "pq@0.50": np.array([0.1]),
            "mean_concordance": np.array([np.nan]),
            "mean_distance": np.array([1.25]),
            "consistency_score": np.array([0.6]),
        },
    },
)


def test_tools_come_in_the_order_of_their_agreement() -> None:
    assert by_agreement(PAIRS, "pq@0.50") == ["two", "one", "odd"]


def test_a_pair_has_one_score_whichever_comes_first() -> None:
    values = matrix(PAIRS, "pq@0.50", ["two", "one", "odd"])
    assert values[0, 1] == values[1, 0] == 0.9
    assert values[2, 1] == 0.1
    assert np.isnan(np.diag(values)).all()


@pytest.mark.parametrize("tools", [2, 13])
def test_a_heat_map_of_any_number_of_tools_can_be_drawn(tools: int) -> None:
    names = np.array([f"tool {number}" for number in range(tools)])
    first, second = np.triu_indices(tools, 1)
    pairs = {"first": names[first], "second": names[second]}
    dark = heat_map(pairs | dict.fromkeys(SHOWN, np.zeros(len(first))), "a title")
    bright = heat_map(pairs | dict.fromkeys(SHOWN, np.ones(len(first))), "a title")
    assert dark.dtype == np.uint8
    assert dark.shape[2] == 3
    assert bright.mean() > dark.mean()


def test_the_table_tells_every_tool_and_whom_it_was_held_against() -> None:
    table = tool_table(CARD)
    assert table is not None
    assert table.row_count == 1
    assert "odd (tool_comparison)" in str(table.title)
    assert [next(iter(column.cells)) for column in table.columns] == [
        "one", "21", "0.500", "0.100", "nan", "1.250", "0.600",
    ]  # fmt: skip


def test_tables_and_the_heat_map_are_kept(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "agreed") as run:
        log_scorecard(run, CARD)
        log_agreement(run, CARD)
    past = archive.find(run.id)
    paths = {path for path, _ in archive.files(past)}
    assert {"agreement.png", "tables/pairs.parquet", "tables/tools.parquet"} <= paths
    assert (past.tags["reference"], past.tags["strategy"]) == ("odd", "tool_comparison")


def test_a_card_without_pairs_keeps_nothing_of_the_kind(
    tracking: Tracking, archive: Archive
) -> None:
    card = Scorecard({"f1": 0.4})
    assert tool_table(card) is None
    with tracking.start({}, "alone") as run:
        log_agreement(run, card)
    assert "agreement.png" not in {path for path, _ in archive.files(archive.find(run.id))}
