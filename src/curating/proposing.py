"""A detector as the one who proposes elements to a person."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from src.composing.builder import build
from src.composing.conf import composed
from src.core import Detector, Entry, InputError, Instances, Picture
from src.curating.desk import Propose
from src.curating.proposals import Proposal, proposals_of
from src.data.ui.records import ScreenshotRecord
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.method import Pixels, UnansweredError


@runtime_checkable
class Lists(Protocol):
    """A method that sees no elements by itself, and can be asked for all of a screen."""

    def listed(self, pixels: Pixels) -> Instances:
        """In pixels of the screen; may raise ``UnansweredError``."""


def proposer(
    option: str,
    settings: Sequence[str],
    least_score: float,
    read: Callable[[ScreenshotRecord], Pixels],
    tell: Callable[[str], None],
) -> Propose:
    """Proposals of ``detector=OPTION``.

    Args:
        settings: further words of a run's configuration, such as the address of a server.
        least_score: proposals below are not shown.
        read: gives the pixels of a screenshot.
        tell: is told in one sentence why there are no proposals where somebody failed.
    """
    detector: Detector = build(composed([f"detector={option}", *settings]), "detector")

    def propose(sample: ScreenshotRecord) -> tuple[Proposal, ...]:
        try:
            elements = seen_by(detector, sample, read(sample))
        except UnansweredError as error:
            tell(f"{sample.image}: no proposals, detector={option} failed: {error}")
            return ()
        if elements.boxes is None and len(elements):
            raise InputError(f"detector={option} gives no boxes: choose one for screenshots")
        return proposals_of(elements, option, least_score)

    return propose


def seen_by(detector: Detector, sample: ScreenshotRecord, pixels: Pixels) -> Instances:
    """The elements of a screenshot, or why there are none.

    A detector that answers questions would keep a failure to the answers, and nothing is asked
    here; so its method is.
    """
    if not isinstance(detector, Grounder):
        entry = Entry(id=sample.id, name=sample.id, split="test")
        return detector.detect(Picture(entry, pixels)).consensus
    if isinstance(detector.method, Lists):
        return detector.method.listed(pixels)
    return detector.method.parse(pixels, texts=False).elements
