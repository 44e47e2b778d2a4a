"""From what was read to a number: digits, letters that stand for digits, nothing else."""

from collections.abc import Mapping
from unicodedata import normalize

CONFUSIONS: Mapping[str, str] = {
    "O": "0", "o": "0", "D": "0", "Q": "0", "U": "0",
    "I": "1", "l": "1", "i": "1", "|": "1", "!": "1", "]": "1", "[": "1",
    "Z": "2", "z": "2",
    "A": "4",
    "S": "5", "s": "5", "$": "5",
    "G": "6", "b": "6",
    "T": "7", "?": "7",
    "B": "8", "&": "8",
    "g": "9", "q": "9",
}  # fmt: skip
"""Letters that a reader takes digits for; sure only among digits, see ``LEAST_DIGITS``."""

LEAST_DIGITS = 0.5
"""Share of the characters that must be digits before a letter is taken for another one."""

DROPPED = " .,'`´‘’·-_~\"°*•"
"""Folds, pins and dirt, as they are read; a colon is none of them, since clocks have it."""

CUT = "?"
"""Stands for a digit that a sheet's edge, an arm or the photo's frame cuts."""


def digits_of(text: str) -> str | None:
    """The digits of a text; ``None`` where it says something else."""
    plain = "".join(sign for sign in normalize("NFKC", text) if sign not in DROPPED)
    known = sum(sign in "0123456789" for sign in plain)
    if not known or known < LEAST_DIGITS * len(plain):
        return None
    read = "".join(CONFUSIONS.get(sign, sign) for sign in plain)
    return read if all(sign in "0123456789" for sign in read) else None


def is_number(digits: str, least: int, most: int) -> bool:
    """Whether a runner may have it; one that is cut could be anything of its length."""
    whole = digits.replace(CUT, "")
    if not whole or len(digits) > len(str(most)):
        return False
    if CUT in digits:
        return True
    return least <= int(whole) <= most
