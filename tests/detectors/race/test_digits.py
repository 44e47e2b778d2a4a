import pytest

from src.detectors.race.digits import digits_of, is_number


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("1234", "1234"), ("1O4", "104"), ("S12", "512"), ("12 34", "1234"), ("7.", "7"),
        ("l07", "107"), ("８８", "88"), ("B0B1", "8081"), ("0042", "0042"),
    ],
)  # fmt: skip
def test_letters_among_digits_are_digits(text: str, digits: str) -> None:
    assert digits_of(text) == digits


@pytest.mark.parametrize("text", ["", "SOLO", "10K", "1:23", "O", "42km", "No. 5", "½", "٣٤"])
def test_what_says_something_else_is_no_number(text: str) -> None:
    assert digits_of(text) is None


@pytest.mark.parametrize(
    ("digits", "fits"),
    [("1", True), ("9999", True), ("0", False), ("00", False), ("10000", False), ("12?", True),
     ("?", False), ("1234?", False)],
)  # fmt: skip
def test_numbers_lie_in_the_range(digits: str, fits: bool) -> None:
    assert is_number(digits, 1, 9999) is fits
