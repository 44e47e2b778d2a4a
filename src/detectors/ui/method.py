"""The offline method: a screenshot is parsed once, and a ranker answers clicks on it."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

import numpy as np

from src.core import Alternative, Answer, InputError, Question
from src.core.answers import ALTERNATIVES, FOUND, NOTHING, Box
from src.detectors.grounding.method import Parsed
from src.detectors.ui.choice import Point, choice_at
from src.detectors.ui.consensus import supported
from src.detectors.ui.elements import elements_of, suppressed
from src.detectors.ui.instructions import instructed
from src.detectors.ui.kept import Kept, KeptParses, key_of
from src.detectors.ui.parsing import parsed
from src.detectors.ui.ranker import Ranker, read_ranker
from src.detectors.ui.relief import Pixels
from src.detectors.ui.seen import Seen
from src.detectors.ui.sight import Sight
from src.detectors.ui.text_lines import TextLines, TextReader
from src.detectors.ui.untaught import Untaught

OTHER = 0.7
"""IoU below which an alternative is another thing than what stands before it."""


@runtime_checkable
class Looker(Protocol):
    """Looks at a screenshot with a net."""

    @property
    def settings(self) -> str:
        """All that decides what it sees."""

    def look(self, pixels: Pixels) -> Sight:
        """One pass per scale."""


@dataclass(frozen=True, eq=False)
class UiMethod:
    """Candidates by ink, colours, lines and text, by a net, or by both; ranked at every click.

    Args:
        ranker: name of one that comes with the project, or a file.
        reader: finds lines of text, and reads them where an instruction needs it.
        looking: the net; ``None`` for none.
        classical: whether there are candidates besides the net's.
        keep: whether parses are kept on disk.
    """

    ranker: str
    reader: TextReader = field(default_factory=TextReader)
    looking: Looker | None = None
    classical: bool = True
    keep: bool = True
    _kept: KeptParses = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.classical and self.looking is None:
            raise InputError(
                "detector.method has neither candidates nor a net: set classical=true, or looking"
            )
        read_ranker(self.ranker)
        self._forget()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:
        """Candidates and elements; at once where these pixels were parsed before."""
        key = key_of(pixels, self._settings(texts=texts))
        kept = self._kept.get(key)
        if kept is None:
            begin = perf_counter()
            seen = self.candidates(pixels, texts=texts, ranker=read_ranker(self.ranker))
            kept = Kept(seen, perf_counter() - begin)
            self._kept.put(key, kept)
        return Parsed(elements_of(kept.seen), kept.seen, seconds=kept.seconds)

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        """The candidate that was meant most probably, and the next best."""
        seen: Seen = parsed.content
        if question.click is None:
            return instructed(
                seen, question, lambda click: next(iter(self._meant(seen, click)), None)
            )
        first, *others = self._meant(seen, question.click) or (None,)
        if first is None:
            return Answer(question.id, NOTHING, reason="nothing lies at the click")
        return Answer(
            question.id, FOUND, first.point, first.box, first.score, alternatives=tuple(others)
        )

    def _meant(self, seen: Seen, click: Point) -> list[Alternative]:
        """What a click meant, the most probable first."""
        choice = choice_at(seen, click)
        scores = supported(read_ranker(self.ranker).scores(choice.rows), choice.boxes)
        order = np.argsort(-scores, kind="stable")
        best = order[suppressed(choice.boxes[order], OTHER)][: 1 + ALTERNATIVES]
        return [_alternative(choice.boxes[place], scores[place]) for place in best]

    def candidates(
        self, pixels: Pixels, *, texts: bool, ranker: Ranker | Untaught | None = None
    ) -> Seen:
        """A parse that is neither looked up nor kept.

        Args:
            ranker: tells what the candidates are worth; ``None`` leaves that open, for teaching.
        """
        needed = self.classical or texts
        words = self.reader.lines(pixels, read=texts) if needed else TextLines.none(read=False)
        sight = None if self.looking is None else self.looking.look(pixels)
        return parsed(pixels, words, sight, ranker, classical=self.classical)

    def _settings(self, *, texts: bool) -> str:
        reader = (self.reader.longest, self.reader.shortest)
        looking = "" if self.looking is None else self.looking.settings
        ranker = read_ranker(self.ranker).settings
        return f"{self.classical} {texts} {reader} {looking} {ranker}"

    def _forget(self) -> None:
        kept = KeptParses.usual() if self.keep else KeptParses(None)
        object.__setattr__(self, "_kept", kept)


def _alternative(box: Any, score: float) -> Alternative:
    x1, y1, x2, y2 = map(float, box)
    place: Box = (x1, y1, x2, y2)
    return Alternative(((x1 + x2) / 2, (y1 + y2) / 2), place, float(score))
