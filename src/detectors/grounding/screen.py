"""A screenshot on which a method is asked, window by window, and what that costs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf, isnan
from time import perf_counter

import numpy as np
import numpy.typing as npt

from src.core import Answer, Instances, Question
from src.core.answers import ERROR, FOUND, NOTHING
from src.detectors.grounding.method import SECONDS, Method, Parsed, Pixels, UnansweredError
from src.detectors.grounding.transforms import UNCHANGED, Transform, Transforms
from src.detectors.grounding.window import View, Window


@dataclass(frozen=True)
class Effort:
    """How often a method looked, and how long that took.

    Args:
        parsing: seconds of all parses.
        kept: seconds that answers and parses took when they were made which now were at hand.
    """

    looks: int = 0
    parsing: float = 0.0
    kept: float = 0.0

    def __sub__(self, other: "Effort") -> "Effort":
        return Effort(
            self.looks - other.looks, self.parsing - other.parsing, self.kept - other.kept
        )


@dataclass(frozen=True, eq=False)
class Look:
    """A window in one transform: what was made of it, or why nothing was."""

    view: View
    parsed: Parsed | UnansweredError


class Screen:
    """One screenshot; every window is parsed once in every transform, whoever asks.

    Args:
        id: of the picture, by which an oracle knows it.
    """

    def __init__(
        self, pixels: Pixels, method: Method, transforms: Transforms, *, texts: bool, id: str = ""
    ) -> None:
        self.pixels, self.method, self.transforms, self.texts = pixels, method, transforms, texts
        self.id = id
        self.effort = Effort()
        self._looks: dict[tuple[Window, str], Look] = {}
        self._beside: defaultdict[str, float] = defaultdict(float)

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]

    @property
    def whole(self) -> Window:
        """All of it."""
        return Window.whole(self.shape)

    @property
    def spent(self) -> dict[str, float]:
        """What all looks cost so far."""
        total = defaultdict(float, self._beside)
        for look in self._looks.values():
            _add(look.parsed.spent, total)
        return dict(sorted(total.items()))

    def spend(self, spent: Mapping[str, float], taken: float = inf) -> None:
        """Add what somebody beside the method cost, who was waited for so many seconds now."""
        _add(spent, self._beside)
        self._note(spent.get(SECONDS, 0.0), taken)

    def ask(self, window: Window, question: Question) -> Answer:
        """The best answer inside a window, in pixels of the screenshot."""
        answers: list[Answer] = []
        for transform in self.transforms:
            answers.append(self._asked(window, transform, question))
            if self.transforms.enough(answers[-1]):
                return answers[-1]
        return best(answers)

    def elements(self, window: Window) -> Instances:
        """What a window consists of, in pixels of the screenshot."""
        look = self._look(window, None)
        if isinstance(look.parsed, UnansweredError):
            return nothing_parsed(self.shape)
        return look.view.elements(look.parsed.elements, self.shape)

    def seen(self) -> Instances:
        """The elements of the whole screen if it was parsed, else of all windows that were."""
        looks = {window: look for (window, name), look in self._looks.items() if name == UNCHANGED}
        if self.whole in looks or not looks:
            return self.elements(self.whole)
        parsed = [window for window, look in looks.items() if isinstance(look.parsed, Parsed)]
        parts = [replace(self.elements(window), ids=None) for window in parsed]
        return Instances.join(parts) if parts else nothing_parsed(self.shape)

    def _asked(self, window: Window, transform: Transform | None, question: Question) -> Answer:
        look = self._look(window, transform)
        self.effort = replace(self.effort, looks=self.effort.looks + 1)
        if isinstance(look.parsed, UnansweredError):
            return _failed(question, transform, look.parsed)
        before, begin = look.parsed.spent.get(SECONDS, 0.0), perf_counter()
        try:
            answer = self.method.locate(look.parsed, look.view.inward(question))
        except UnansweredError as error:
            self.spend(error.spent)
            return _failed(question, transform, error)
        self._note(look.parsed.spent.get(SECONDS, 0.0) - before, perf_counter() - begin)
        return replace(look.view.outward(answer), transform_used=_name(transform))

    def _look(self, window: Window, transform: Transform | None) -> Look:
        key = window, _name(transform)
        if key not in self._looks:
            begin = perf_counter()
            pixels = window.cut(self.pixels)
            shown = np.ascontiguousarray(pixels if transform is None else transform(pixels))
            view = View(window, (shown.shape[0], shown.shape[1]))
            try:
                parsed: Parsed | UnansweredError = self.method.parse(shown, texts=self.texts)
            except UnansweredError as error:
                parsed = error
            self._looks[key] = Look(view, parsed)
            taken, waited = perf_counter() - begin, _took(parsed)
            self._note(waited, taken)
            self.effort = replace(self.effort, parsing=self.effort.parsing + max(taken, waited))
        return self._looks[key]

    def _note(self, waited: float, taken: float) -> None:
        """What was at hand took as long as it did when it was fetched or made."""
        self.effort = replace(self.effort, kept=self.effort.kept + max(waited - taken, 0.0))


def best(answers: Iterable[Answer]) -> Answer:
    """The surest that found something, else one that found nothing, else an error."""
    ranks = {FOUND: 0, NOTHING: 1, ERROR: 2}
    return min(
        answers,
        key=lambda answer: (ranks[answer.outcome], 0.0 if isnan(answer.score) else -answer.score),
    )


def nothing_parsed(shape: tuple[int, int]) -> Instances:
    """No elements, in the columns that every parsed screen has."""
    types: npt.NDArray[np.str_] = np.zeros(0, "<U1")
    return Instances(
        shape, boxes=np.zeros((0, 4)), scores=np.zeros(0), texts=(), extra={"type": types}
    )


def _add(spent: Mapping[str, float], total: defaultdict[str, float]) -> None:
    for name, amount in spent.items():
        total[name] += amount


def _took(parsed: Parsed | UnansweredError) -> float:
    """Seconds that a parse took when it was made, by others or by the method itself."""
    own = parsed.seconds if isinstance(parsed, Parsed) else 0.0
    return max(parsed.spent.get(SECONDS, 0.0), own)


def _name(transform: Transform | None) -> str:
    return UNCHANGED if transform is None else transform.name


def _failed(question: Question, transform: Transform | None, error: UnansweredError) -> Answer:
    return Answer(question.id, ERROR, reason=str(error), transform_used=_name(transform))
