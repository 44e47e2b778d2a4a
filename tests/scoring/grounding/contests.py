"""Methods that answered the same questions, better and worse."""

from collections.abc import Sequence

from src.core import Scorecard
from src.scoring.grounding import Grounding
from src.scoring.grounding.contenders import Method
from tests.scoring.grounding.screens import Element, answered, card_of, screen

BOX, FAR = (10.0, 10.0, 50.0, 30.0), (150.0, 100.0, 250.0, 180.0)


def card(rights: Sequence[str], scorer: Grounding | None = None) -> Scorecard:
    """One letter per question, two questions per picture: ``+`` right, ``-`` wrong, ``e`` error."""
    said = {"+": BOX, "-": FAR, "0": None, "e": "time-out"}
    pairs = []
    for number in range(0, len(rights), 2):
        own = rights[number : number + 2]
        clicks = [("a", 25.0 + 4 * place, 18.0) for place in range(len(own))]
        sample = screen([Element("a", BOX, "button")], clicks, name=f"p{number}", theme="dark")
        pairs.append((sample, answered(sample, *(said[letter] for letter in own), requests=1.0)))
    return card_of(scorer or Grounding(resamples=200), *pairs)


def method(name: str, rights: str, *, fingerprint: str = "aa", oracle: bool = False) -> Method:
    """A method by what it got right."""
    return Method(name, f"run-of-{name}", card(rights), fingerprint, oracle)
