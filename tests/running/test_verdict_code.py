import sys

import pytest

from src.core import Outcome, Reason, Verdict
from src.running.job import verdict_code


def verdict(*outcomes: Outcome) -> Verdict:
    return Verdict(tuple(Reason("c", outcome, "s") for outcome in outcomes))


@pytest.mark.parametrize(
    ("asked", "terminal", "code"),
    [
        (None, True, 0),
        (None, False, 3),
        ("pass", False, 0),
        ("fail", True, 1),
        ("code", True, 3),
    ],
)
def test_what_is_inconclusive_is_green_only_for_who_reads_it(
    monkeypatch: pytest.MonkeyPatch, asked: str | None, terminal: bool, code: int
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert verdict_code(verdict(Outcome.PASS, Outcome.INCONCLUSIVE), asked) == code


@pytest.mark.parametrize("asked", [None, "pass", "fail", "code"])
def test_a_pass_is_0_and_a_failure_1_whatever_is_asked(asked: str | None) -> None:
    assert verdict_code(None, asked) == 0
    assert verdict_code(verdict(Outcome.PASS), asked) == 0
    assert verdict_code(verdict(Outcome.INCONCLUSIVE, Outcome.FAIL), asked) == 1
