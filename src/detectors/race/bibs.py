"""The detector of bibs: sheets with numbers on them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.core import Answers, InputError, Picture
from src.detectors.race.answering import answered
from src.detectors.race.cropping import size_of, upright
from src.detectors.race.digits import CUT, digits_of, is_number
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding
from src.detectors.race.lighting import lit
from src.detectors.race.merging import Reading, merged
from src.detectors.race.papers import paper_lines
from src.detectors.race.photo import Cache, Photo, looked
from src.detectors.race.reading import NumberReader
from src.detectors.race.sheets import Sheet, sheet_around
from src.detectors.race.single_thread import single_thread
from src.geometry.boxes import clip

HIGHEST, NARROWEST = 0.25, 0.35
"""Of a line: in heights of the photo, and in its own heights."""

Share = Annotated[float, Ge(0), Le(1)]


@dataclass(frozen=True)
class Bibs:
    """Proposes lines, reads each once, and finds the sheet round what is a number.

    Args:
        reader: finds lines of text in the whole photo, and reads crops.
        papers: whether bright quadrilaterals without a line of text are read as well.
        least_digits: px of the photo; lower lines are left out.
        threshold: of how sure a number is read; one digit alone must be surer, see ``alone``.
        alone: the threshold of a number of one digit: poles and folds are read as 1.
        sheet: share of each side of a sheet, but one, along which an edge must be seen.
        usual: logarithm of how usual a sheet's shape must be, at most 0.
        first, last: the range of numbers.
        shorter_at: see ``merged``.
        kept: where findings are kept; ``None`` to look anew each time.
    """

    reader: NumberReader = field(default_factory=NumberReader)
    papers: bool = True
    least_digits: Annotated[float, Ge(0), Le(10_000)] = 9.0
    threshold: Share = 0.6
    alone: Share = 0.97
    sheet: Share = 0.45
    usual: Annotated[float, Ge(-1000), Le(0)] = -8.0
    first: Annotated[int, Ge(0), Le(99_999_999)] = 1
    last: Annotated[int, Ge(0), Le(99_999_999)] = 9999
    shorter_at: Annotated[float, Ge(1), Le(1000)] = 1.5
    kept: Cache | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise InputError(
                f"detector.first ({self.first}) must not exceed detector.last ({self.last})"
            )

    @property
    def settings(self) -> str:
        """All that decides what it finds."""
        own = (self.papers, self.least_digits, self.threshold, self.alone, self.sheet, self.usual)
        numbers = (self.first, self.last, self.shorter_at)
        return f"bibs {self.reader.settings} {own} {numbers}"

    def detect(self, picture: Picture) -> Answers:
        """Bibs alone."""
        photo = Photo.of(picture)
        return answered(photo.shape, bibs=self.look(photo))

    def look(self, photo: Photo) -> Finding:
        """What was found before in the same photo, or now."""
        return looked(photo, self.settings, self.kept, self.find)

    def find(self, pixels: Pixels) -> Finding:
        """Sheets with numbers in pixels of the photo."""
        if 0 in pixels.shape:
            return NOTHING
        with single_thread():
            kept = merged([*self._readings(lit(pixels))], self.shorter_at)
        boxes = clip(np.array([own.box for own in kept]).reshape(-1, 4), pixels.shape[:2])
        return finding(boxes, [own.score for own in kept], [own.digits for own in kept])

    def _readings(self, pixels: Pixels) -> Iterator[Reading]:
        lines = self.reader.lines(pixels)
        proposals = [*lines, *(paper_lines(pixels, lines) if self.papers else ())]
        for quad in proposals:
            wide, high = size_of(quad)
            most = HIGHEST * pixels.shape[0]
            if not self.least_digits <= high <= most or wide < NARROWEST * high:
                continue
            text, score = self.reader.word(upright(pixels, quad))
            digits = digits_of(text)
            if digits is None or score < (self.alone if len(digits) == 1 else self.threshold):
                continue
            sheet = sheet_around(pixels, quad, len(digits))
            if sheet.evidence < self.sheet or sheet.usual < self.usual:
                continue
            number = marked(digits, sheet, len(str(self.last)))
            if is_number(number, self.first, self.last):
                yield Reading(number, score * float(np.mean(sheet.edges)), sheet.box)


def marked(digits: str, sheet: Sheet, most: int) -> str:
    """The digits with ``?`` for those that a side of the sheet cuts, at most so many together."""
    left, right = sheet.cut
    if left is not None and len(digits) - left < most:
        digits = CUT + digits[left:]
    if right is not None and len(digits) - right < most:
        digits = digits[: len(digits) - right] + CUT
    return digits
