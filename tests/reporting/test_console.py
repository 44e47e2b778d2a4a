"""What the end of a run shows."""

import io

from rich.console import Console

from src.core import Interval, Scorecard
from src.reporting.console import score_table
from src.reporting.progress import session_progress


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


def bar_after(done: int, seconds: float, resumed: int = 0) -> str:
    """What a terminal of 80 columns shows of a session."""
    now = [0.0]
    with session_progress(16, shown=False) as bar:
        bar.bar.get_time = bar.bar.tasks[0]._get_time = lambda: now[0]
        bar.bar.reset(bar.task, total=16, before=0, told=0.0)
        if resumed:
            bar.resumed(resumed)
        now[0] = seconds
        bar.done(done, 0.875)
        console = Console(file=io.StringIO(), width=80)
        console.print(bar.bar.get_renderable())
        return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_a_session_is_one_line_with_the_time_left_for_all_of_it() -> None:
    line = bar_after(4, 120.0)
    assert len(line.splitlines()) == 1
    assert all(word in line for word in ("F1 0.875", "4/16", "0:06:00 left"))


def test_images_of_a_process_before_say_nothing_of_the_time_left() -> None:
    assert "0:03:00 left" in bar_after(10, 60.0, resumed=8)


def test_the_time_left_is_that_of_all_sessions_even_where_one_ended_early() -> None:
    now = [0.0]
    with session_progress(30, shown=False) as bar:
        bar.bar.get_time = bar.bar.tasks[0]._get_time = lambda: now[0]
        bar.bar.reset(bar.task, total=30, before=0, told=0.0)
        first = bar.part(0, 30, "session 1 of 3")
        now[0] = 40.0
        first.done(4, 0.5)  # of ten that it could have shown
        second = bar.part(4, 24, "session 2 of 3")
        now[0] = 60.0
        second.done(2, 0.5)
        assert bar.left == "0:03:00 left"
        assert bar.bar.tasks[0].description == "session 2 of 3, F1 0.500"


def test_a_dozen_numbers_stand_for_all_unless_asked() -> None:
    card = Scorecard({f"metric{number}": 0.5 for number in range(50)})
    few = Console(file=io.StringIO(), width=120)
    few.print(score_table(card, everything=False))
    text = " ".join(few.file.getvalue().split())  # type: ignore[attr-defined]
    assert text.count("metric") == 13  # with the heading
    assert "12 of 50 numbers; all: --all" in text
    assert shown(card).count("metric") == 51
