"""What a crop strategy must be able to do."""

from typing import Protocol, runtime_checkable

from src.core import Answer, Question
from src.detectors.grounding.screen import Screen


@runtime_checkable
class Crop(Protocol):
    """Decides which windows of a screenshot are looked at for a question; it has no truth."""

    def answer(self, screen: Screen, question: Question) -> Answer:
        """The answer in pixels of the screenshot; what it cost is counted by the screen."""
