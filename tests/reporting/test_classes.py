"""The classes of a card fit on a terminal."""

import io

import numpy as np
import pytest
from rich.console import Console

from src.core import Scorecard
from src.reporting.classes import classes_table
from src.reporting.headline import cell
from src.reporting.objects import OF_A_CLASS


def told(columns: tuple[str, ...]) -> str:
    own = {name: np.array([0.0, 12.0]) for name in columns}
    card = Scorecard({"f1": 0.5}, tables={"classes": {"class": np.array(["root", "stone"]), **own}})
    file = io.StringIO()
    Console(file=file, width=80).print(*classes_table(card, columns))
    return file.getvalue()


def test_a_threshold_of_all_columns_is_said_once() -> None:
    text = told(OF_A_CLASS)
    assert text.startswith("Classes, every metric at 0.50")
    assert [word in text for word in (" tp ", " rq ", "_at_", "…")] == [True, True, False, False]


def test_columns_at_several_thresholds_keep_their_names() -> None:
    assert "voc_ap_at_0.75" in told(("voc_ap_at_0.50", "voc_ap_at_0.75"))


@pytest.mark.parametrize(
    ("metric", "value", "text"),
    [
        ("fp_at_0.50", 0.0, "0"),
        ("skipped_images", 1.0, "1"),
        ("f1_at_0.50", 1.0, "1.0000"),
        ("f1", 0.0, "0.0000"),
        ("fp", 0.5, "0.5000"),
        ("count_delta_percent", 12.0, "12"),
        ("fp", float("nan"), "nan"),
    ],
)
def test_things_are_counted_and_shares_have_digits(metric: str, value: float, text: str) -> None:
    assert cell(metric, value) == text
