"""A sentence for the person at the keyboard is one line, whatever it repeats."""

import pickle

import pytest

from src.core import InputError
from src.core.errors import LONGEST, spoken


@pytest.mark.parametrize("given", ["a\nb", "\ud800", "a\x1b[31m", "\u2028", "\udcff\udcfe.png"])
def test_whatever_is_repeated_is_said_in_one_line_of_text(given: str) -> None:
    sentence = str(InputError(f"the name {given} cannot be used: choose another"))
    assert len(sentence.encode().splitlines()) == 1
    assert sentence.splitlines() == [sentence]
    assert spoken(given) in sentence


def test_a_long_sentence_keeps_its_beginning_and_what_to_do() -> None:
    sentence = str(InputError(f"the name {'x' * 10_000} is too long: choose another"))
    assert len(sentence) == LONGEST
    assert sentence.startswith("the name xxx")
    assert sentence.endswith("is too long: choose another")


def test_a_plain_sentence_is_said_as_it_is_in_other_processes_too() -> None:
    error = InputError("größer als 5 px: 根")
    assert str(error) == str(pickle.loads(pickle.dumps(error))) == "größer als 5 px: 根"  # noqa: S301
