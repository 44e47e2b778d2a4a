"""What a line says."""

import pytest

from src.curating.wishes import Misread, Wish, read_wishes


@pytest.mark.parametrize(
    ("line", "wishes"),
    [
        ("", []),
        ("a", [Wish("a")]),
        ("w w a", [Wish("w"), Wish("w"), Wish("a")]),
        ("e 1 2 30 40.5 a", [Wish("e", (1, 2, 30, 40.5)), Wish("a")]),
        ("c 5 6 a", [Wish("c", (5, 6)), Wish("a")]),
        ("c a", [Wish("c"), Wish("a")]),
        ("t Save as a copy", [Wish("t", words="Save as a copy")]),
        ("+ 1 2 3 4 File menu", [Wish("+", (1, 2, 3, 4), "File menu")]),
    ],
)
def test_a_line_is_a_list_of_things_to_do(line: str, wishes: list[Wish]) -> None:
    assert read_wishes(line) == wishes


@pytest.mark.parametrize(
    "line", ["x", "e", "e 1 2 3", "e 5 5 5 9", "+ 9 9 1 1", "c 4", "e nan 1 2 3"]
)
def test_a_line_that_says_nothing_is_told_so(line: str) -> None:
    with pytest.raises(Misread):
        read_wishes(line)
