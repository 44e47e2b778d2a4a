"""What all wrappers share: another person, and the one hand that paints."""

from dataclasses import dataclass, field, is_dataclass, replace

from src.annotators.hand import Hand
from src.annotators.rootpainter import RootPainterAnnotator
from src.core.protocols import Annotator


@dataclass(frozen=True, kw_only=True)
class Wrapper:
    """Changes what another person does, who paints with the wrapper's hand.

    Args:
        hand: takes the place of the other person's own, however deep wrappers are nested.
        base: the other person, a dataclass with a ``hand``.
    """

    hand: Hand = field(default_factory=Hand)
    base: Annotator = field(default_factory=RootPainterAnnotator)

    def __post_init__(self) -> None:
        object.__setattr__(self, "base", with_hand(self.base, self.hand))


def with_hand(person: Annotator, hand: Hand) -> Annotator:
    """The same person with another hand."""
    if not is_dataclass(person) or not hasattr(person, "hand"):
        raise TypeError(f"base must be a dataclass with a hand, got {person!r}")
    return replace(person, hand=hand)
