from pathlib import Path

import numpy as np
import pytest

from src.core import Scorecard
from src.reporting.agreement import (
    SHOWN,
    AgreementReport,
    by_agreement,
    heat_map,
    matrix,
    tool_table,
)
from src.reporting.drawing.figures import pixels_of
from src.reporting.folder import FolderSink

PAIRS = {
    "first": np.array(["odd", "odd", "one"]),
    "second": np.array(["one", "two", "two"]),
    "pq_at_0.50": np.array([0.1, 0.2, 0.9]),
    "mean_concordance": np.array([np.nan, 0.4, 0.8]),
}
CARD = Scorecard(
    {"mean_pair_pq_at_0.50": 0.4},
    rows={"reference": np.array(["odd"]), "strategy": np.array(["tool_comparison"])},
    tables={
        "pairs": PAIRS,
        "tools": {
            "tool": np.array(["one"]),
            "objects": np.array([21]),
            "count_agreement": np.array([0.5]),
            "pq_at_0.50": np.array([0.1]),
            "mean_concordance": np.array([np.nan]),
            "mean_distance": np.array([1.25]),
            "consistency_score": np.array([0.6]),
        },
    },
)


def test_tools_come_in_the_order_of_their_agreement() -> None:
    assert by_agreement(PAIRS, "pq_at_0.50") == ["two", "one", "odd"]


def test_a_pair_has_one_score_whichever_comes_first() -> None:
    values = matrix(PAIRS, "pq_at_0.50", ["two", "one", "odd"])
    assert values[0, 1] == values[1, 0] == 0.9
    assert values[2, 1] == 0.1
    assert np.isnan(np.diag(values)).all()


@pytest.mark.parametrize("tools", [2, 13])
def test_a_heat_map_of_any_number_of_tools_can_be_drawn(tools: int) -> None:
    names = np.array([f"tool {number}" for number in range(tools)])
    first, second = np.triu_indices(tools, 1)
    pairs = {"first": names[first], "second": names[second]}
    dark = pixels_of(heat_map(pairs | dict.fromkeys(SHOWN, np.zeros(len(first))), "a title"))
    bright = pixels_of(heat_map(pairs | dict.fromkeys(SHOWN, np.ones(len(first))), "a title"))
    assert dark.dtype == np.uint8
    assert dark.shape[2] == 3
    assert bright.mean() > dark.mean()


def test_the_table_tells_every_tool_and_whom_it_was_held_against() -> None:
    table = tool_table(CARD)
    assert table.row_count == 1
    assert "odd (tool_comparison)" in str(table.title)
    assert [next(iter(column.cells)) for column in table.columns] == [
        "one", "21", "0.500", "0.100", "nan", "1.250", "0.600",
    ]  # fmt: skip


def test_the_heat_map_and_whom_the_tools_were_held_against_are_kept(tmp_path: Path) -> None:
    sink, report = FolderSink(tmp_path, "agreed"), AgreementReport()
    report.finish(CARD, sink)
    sink.flush()
    assert all((tmp_path / f"agreement.{kind}").is_file() for kind in ("png", "svg", "pdf"))
    kept = (tmp_path / "report.json").read_text()
    assert '"reference": "odd"' in kept
    assert '"strategy": "tool_comparison"' in kept
    assert [table.row_count for table in report.printed(CARD)] == [1]  # type: ignore[attr-defined]
