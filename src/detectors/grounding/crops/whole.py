"""No crop."""

from dataclasses import dataclass

from src.core import Answer, Question
from src.detectors.grounding.screen import Screen


@dataclass(frozen=True)
class Whole:
    """The screenshot in one piece."""

    def answer(self, screen: Screen, question: Question) -> Answer:
        """As the method answers."""
        return screen.ask(screen.whole, question)
