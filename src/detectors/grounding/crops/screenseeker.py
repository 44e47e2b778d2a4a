"""A search that narrows: areas are proposed, voted for and searched in turn, then checked.

After ScreenSeekeR (Li et al. 2025, ScreenSpot-Pro, arXiv 2504.07981).
"""

from dataclasses import dataclass, field
from math import ceil
from typing import Annotated

from annotated_types import Ge, Gt, Le

from src.core import Answer, Question
from src.core.answers import FOUND, NOTHING, Point
from src.detectors.grounding.crops.edges import is_cut
from src.detectors.grounding.crops.patches import apart, dilated, votes
from src.detectors.grounding.crops.planner import ELSEWHERE, IS_TARGET, NOT_FOUND, Density, Planner
from src.detectors.grounding.screen import Screen, best
from src.detectors.grounding.window import Window

Side = Annotated[int, Ge(1)]


@dataclass(frozen=True)
class ScreenSeeker:
    """Searches ever smaller areas for what an instruction means; a click is followed.

    Args:
        planner: proposes areas and checks answers.
        smallest: width and height of the smallest area, px; what is no larger is not divided.
        longest: most that one side of an area may be of the other; a longer one is halved.
        spread: of a vote, in sides of an area.
        overlap: IoU from which on the area with fewer votes is left out.
        depth: how often a screenshot is divided.
        followed: areas that are searched at most on each level.
    """

    planner: Planner = field(default_factory=Density)
    smallest: tuple[Side, Side] = (1280, 768)
    longest: Annotated[float, Ge(1)] = 2.5
    spread: Annotated[float, Gt(0)] = 0.3
    overlap: Annotated[float, Gt(0), Le(1)] = 0.5
    depth: Annotated[int, Ge(0)] = 3
    followed: Annotated[int, Ge(1)] = 5

    def answer(self, screen: Screen, question: Question) -> Answer:
        """What a check took for the target, else the best that none refused."""
        seen: list[Answer] = []
        if question.click is not None:
            found = self._followed(screen, question.click, question, seen)
        else:
            found = self._searched(screen, screen.whole, question, self.depth, seen)
        if found is None:
            found = best(seen) if seen else Answer(question.id, NOTHING, reason=NOT_FOUND)
        return found

    def _followed(
        self, screen: Screen, click: Point, question: Question, seen: list[Answer]
    ) -> Answer | None:
        """Half of the last area round the click, and so on; then outward again until one holds."""
        windows = [screen.whole]
        while len(windows) <= self.depth and self._divisible(windows[-1]):
            last = windows[-1]
            size = self._at_least(ceil(last.width / 2), ceil(last.height / 2))
            windows.append(Window.around(click, size, last))
        density = Density()
        for window in reversed(windows):
            answer = screen.ask(window, question)
            if density.check(screen, window, question, answer).result == IS_TARGET:
                return answer
            seen.insert(0, answer)  # the widest first
        return None

    def _searched(
        self, screen: Screen, window: Window, question: Question, depth: int, seen: list[Answer]
    ) -> Answer | None:
        """The target in a window, or ``None``."""
        patches = self._patches(screen, window, question, seen) if depth else []
        if not patches:
            return self._grounded(screen, window, question, seen)
        for patch in patches[: self.followed]:
            found = self._searched(screen, patch, question, depth - 1, seen)
            if found is not None:
                return found
        return None

    def _patches(
        self, screen: Screen, window: Window, question: Question, seen: list[Answer]
    ) -> list[Window]:
        """Smaller areas of a window, the most promising first."""
        if not self._divisible(window):
            return []
        proposal = self.planner.propose(screen, window, question)
        if proposal.fallback is not None:
            seen.append(proposal.fallback)
        sizes = self.smallest, self.longest
        grown = [part for area in proposal.areas for part in dilated(area, *sizes, window)]
        windows = [part for part in dict.fromkeys(grown) if part != window]
        if not windows:
            return []
        centres = [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in proposal.areas]
        return apart(windows, votes(windows, centres, self.spread), self.overlap)

    def _grounded(
        self, screen: Screen, window: Window, question: Question, seen: list[Answer]
    ) -> Answer | None:
        """The answer in a window, if the check lets it stand; one that is elsewhere gets a turn."""
        answer = screen.ask(window, question)
        check = self.planner.check(screen, window, question, answer)
        if check.result == IS_TARGET:
            return answer
        if check.result == ELSEWHERE and check.again:
            other = screen.ask(*check.again)
            if other.outcome == FOUND and not is_cut(other, check.again[0], screen.whole):
                return other
        # A part of something must not stand before what was seen whole in a wider area.
        refused = check.result == NOT_FOUND and answer.outcome == FOUND
        if not refused and FOUND not in {one.outcome for one in seen}:
            seen.append(answer)
        return None

    def _divisible(self, window: Window) -> bool:
        return window.width > self.smallest[0] or window.height > self.smallest[1]

    def _at_least(self, width: int, height: int) -> tuple[int, int]:
        return max(width, self.smallest[0]), max(height, self.smallest[1])
