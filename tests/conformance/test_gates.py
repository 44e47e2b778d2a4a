"""What every gate promises, on the cards of all scorers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.core import Gate, InputError, Interval, Outcome, Scorecard, Verdict
from tests.conformance.options import built, every
from tests.conformance.rows import rows_of
from tests.conformance.worlds import world_of

MEASURING = ("scorer.features=[area,intensity]",)
"""For gates that ask how measurements of objects agree."""


Cards = dict[str, list[Scorecard]]


@pytest.fixture(name="cards", scope="module")
def cards_fixture(home: Path) -> Cards:
    """By the name of an answer, and for no sample at all: the card of every scorer."""
    extra = {"objects": MEASURING}
    scorers = {
        option: built("scorer", option, home, *extra.get(option, ())) for option in every("scorer")
    }
    cards = {
        answer: [
            scorer.summarise(rows_of(scorer, world_of(option), answer))
            for option, scorer in scorers.items()
        ]
        for answer in ("perfect", "nothing", "partial")
    }
    return cards | {"none": [scorer.summarise([]) for scorer in scorers.values()]}


@pytest.fixture(name="gate", scope="module", params=every("gate"))
def gate_fixture(request: pytest.FixtureRequest, home: Path) -> Gate:
    return built("gate", request.param, home)  # type: ignore[no-any-return]


def judged(gate: Gate, cards: list[Scorecard]) -> list[Verdict]:
    """The verdicts on the cards that measure what the gate asks for; others it refuses by name."""
    verdicts = []
    for card in cards:
        try:
            verdicts.append(gate.judge(card))
        except InputError as error:
            if not str(error).startswith("gate."):
                raise
    return verdicts


def undefined(card: Scorecard) -> Scorecard:
    """The same card on data of which nothing can be said."""
    rows = {
        name: np.full(len(column), np.nan) if column.dtype.kind == "f" else column
        for name, column in card.rows.items()
    }
    return replace(
        card,
        metrics=dict.fromkeys(card.metrics, np.nan),
        rows=rows,
        intervals=dict.fromkeys(card.intervals, Interval(np.nan, np.nan)),
    )


def test_it_is_a_gate(gate: Gate) -> None:
    assert isinstance(gate, Gate)


@pytest.mark.parametrize("answer", ["perfect", "nothing", "partial"])
def test_the_card_of_some_scorer_gets_a_verdict_with_reasons(
    gate: Gate, cards: Cards, answer: str
) -> None:
    verdicts = judged(gate, cards[answer])
    assert verdicts
    for verdict in verdicts:
        assert verdict.outcome in Outcome
        assert all(reason.criterion and reason.sentence for reason in verdict.reasons)


def test_a_better_answer_gets_no_worse_verdict(gate: Gate, cards: Cards) -> None:
    order = [Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS]
    good, bad = (judged(gate, cards[answer]) for answer in ("perfect", "nothing"))
    for better, worse in zip(good, bad, strict=True):
        assert order.index(better.outcome) >= order.index(worse.outcome)


def test_what_is_undefined_never_passes(gate: Gate, cards: Cards) -> None:
    verdicts = judged(gate, [undefined(card) for card in cards["perfect"]])
    assert verdicts
    assert Outcome.PASS not in {verdict.outcome for verdict in verdicts}


def test_a_card_of_no_sample_never_passes(gate: Gate, cards: Cards) -> None:
    verdicts = judged(gate, cards["none"])
    assert Outcome.PASS not in {verdict.outcome for verdict in verdicts}


def test_the_same_card_gets_the_same_verdict(gate: Gate, cards: Cards) -> None:
    assert judged(gate, cards["partial"]) == judged(gate, cards["partial"])
