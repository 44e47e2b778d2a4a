"""What the end of a run shows."""

import io

from rich.console import Console

from src.core import Interval, Scorecard
from src.reporting.console import score_table


def shown(card: Scorecard) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(score_table(card))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def test_how_many_images_are_defined_stands_beside_every_number() -> None:
    card = Scorecard(
        {"f1": 0.5, "sq": 0.8},
        intervals={"f1": Interval(0.2, 0.7), "sq": Interval(0.1, 0.9, undefined=0.25)},
        defined={"f1": 12, "sq": 9},
    )
    told = shown(card)
    assert "images" in told
    assert "0.2000 – 0.7000 │ 12" in told
    assert "0.1000 – 0.9000 (25% of draws undefined) │ 9" in told


def test_what_was_drawn_is_named() -> None:
    card = Scorecard({"f1": 0.5}, intervals={"f1": Interval(0, 1)}, defined={"f1": 4}, unit="plate")
    assert "plates" in shown(card)
