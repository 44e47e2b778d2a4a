"""The detector of bibs: sheets with numbers on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import isnan, nan
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.core import Answers, InputError, Picture
from src.detectors.race.answering import answered
from src.detectors.race.chests import Chests, Line
from src.detectors.race.cropping import size_of, upright
from src.detectors.race.digits import CUT, digits_of, is_number
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding, together
from src.detectors.race.lighting import lit
from src.detectors.race.merging import Reading, merged
from src.detectors.race.papers import paper_lines
from src.detectors.race.photo import Cache, Photo, looked
from src.detectors.race.reading import NumberReader
from src.detectors.race.sheets import Sheet, sheet_around
from src.detectors.race.single_thread import single_thread
from src.detectors.race.words import are_words, is_among
from src.geometry.boxes import Boxes, clip

HIGHEST, NARROWEST = 0.25, 0.35
"""Of a line: in heights of the photo, and in its own heights."""

VERSION = 5
"""Raised whenever the same pixels and settings would be read otherwise."""

LEAST_SCORE = 0.2
"""How sure something must be read to be worth a look for its sheet."""

DETAILS = ("evidence", "edges", "usual", "cut_left", "cut_right")
"""What is kept of a sheet besides its box."""

Share = Annotated[float, Ge(0), Le(1)]

Seen = tuple[str, float, Sheet]
"""Digits, how sure they are, and the sheet round them."""


@dataclass(frozen=True)
class Bibs:
    """Proposes lines, reads each once, and finds the sheet round what is a number.

    Args:
        reader: finds lines of text in the whole photo, and reads crops.
        papers: whether bright quadrilaterals without a line of text are read as well.
        least_digits: px of the photo; lower lines are left out.
        threshold: of how sure a number is read; one digit alone must be surer, see ``alone``.
        alone: the threshold of a number of one digit: poles and folds are read as 1.
        sheet: share of each side of a sheet along which an edge must be seen; half of it of one.
        usual: logarithm of how usual a sheet's shape must be, at most 0.
        first, last: the range of numbers.
        shorter_at: see ``merged``.
        kept: where findings are kept; ``None`` to look anew each time.
    """

    reader: NumberReader = field(default_factory=NumberReader)
    papers: bool = True
    least_digits: Annotated[float, Ge(0), Le(10_000)] = 9.0
    threshold: Share = 0.8
    alone: Share = 0.97
    sheet: Share = 0.4
    usual: Annotated[float, Ge(-1000), Le(0)] = -4.0
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
        own = (self.threshold, self.alone, self.sheet, self.usual)
        return f"{self._read_settings} {own} {(self.first, self.last, self.shorter_at)}"

    @property
    def _read_settings(self) -> str:
        """All that decides what it reads; what it takes for bibs of that costs nothing."""
        return f"bibs {VERSION} {self.reader.settings} {self.papers} {self.least_digits}"

    def detect(self, picture: Picture) -> Answers:
        """Bibs alone."""
        photo = Photo.of(picture)
        return answered(photo.shape, bibs=self.look(photo))

    def look(self, photo: Photo) -> Finding:
        """What is chosen of what was read before in the same photo, or now."""
        return self.choose(self.readings(photo), photo.shape)

    def readings(self, photo: Photo) -> Finding:
        """What was read before in the same photo, or is now."""
        return looked(photo, self._read_settings, self.kept, self.read)

    def look_below(self, photo: Photo, faces: Boxes, chests: Chests) -> Finding:
        """The same with second looks below the faces that have no number yet."""
        read = self.readings(photo)
        chosen = self.choose(read, photo.shape)
        bare = chests.bare(chosen.boxes, faces)
        if not len(bare):
            return chosen
        places = blake2b(np.ascontiguousarray(bare).data, digest_size=20).hexdigest()
        settings = f"{self._read_settings} {chests.settings} {places}"
        more = looked(
            photo, settings, self.kept, lambda pixels: self._read_below(pixels, bare, chests)
        )
        return self.choose(together(read, more), photo.shape)

    def find(self, pixels: Pixels) -> Finding:
        """Sheets with numbers in pixels of the photo."""
        return self.choose(self.read(pixels), (pixels.shape[0], pixels.shape[1]))

    def read(self, pixels: Pixels) -> Finding:
        """Everything that may be a number, with its sheet and what speaks for it."""
        if 0 in pixels.shape:
            return NOTHING
        with single_thread():
            bright = lit(pixels)
            return found([*self._seen(bright, [*self._lines(bright)])])

    def _read_below(self, pixels: Pixels, faces: Boxes, chests: Chests) -> Finding:
        with single_thread():
            bright = lit(pixels)
            return found([*self._seen(bright, [*chests.lines(self.reader, bright, faces)])])

    def choose(self, read: Finding, shape: tuple[int, int]) -> Finding:
        """What is sure enough, within the range, and on a sheet; one number per sheet."""
        kept = merged([*self._chosen(read)], self.shorter_at)
        boxes = clip(np.array([own.box for own in kept]).reshape(-1, 4), shape)
        scores, texts = [own.score for own in kept], [own.digits for own in kept]
        return finding(boxes, scores, texts, milliseconds=read.milliseconds)

    def _seen(self, pixels: Pixels, read: Sequence[Line]) -> Iterator[Seen]:
        words = [quad for quad, text, score, _ in read if are_words(text, score)]
        for quad, text, score, expected in read:
            digits = digits_of(text)
            if digits is None or score < LEAST_SCORE or any(is_among(quad, own) for own in words):
                continue
            yield digits, score, sheet_around(pixels, quad, len(digits), expected)

    def _lines(self, pixels: Pixels) -> Iterator[Line]:
        """Proposals of a fitting size, and what each says."""
        lines = self.reader.lines(pixels)
        for quad in [*lines, *(paper_lines(pixels, lines) if self.papers else ())]:
            wide, high = size_of(quad)
            most = HIGHEST * pixels.shape[0]
            if self.least_digits <= high <= most and wide >= NARROWEST * high:
                yield quad, *self.reader.word(upright(pixels, quad)), None

    def _chosen(self, read: Finding) -> Iterator[Reading]:
        rows = zip(read.boxes.tolist(), read.scores.tolist(), read.texts, read.details, strict=True)
        for box, score, digits, details in rows:
            evidence, edges, usual, *cut = details.tolist()
            sure = score >= (self.alone if len(digits) == 1 else self.threshold)
            number = marked(digits, cut, len(str(self.last)))
            on_sheet = evidence >= self.sheet and usual >= self.usual
            if sure and on_sheet and is_number(number, self.first, self.last):
                yield Reading(number, score * edges, tuple(box))


def found(seen: Sequence[Seen]) -> Finding:
    """Everything that was read, with its sheet."""
    return finding(
        [sheet.box for _, _, sheet in seen],
        [score for _, score, _ in seen],
        [digits for digits, _, _ in seen],
        np.array([details_of(sheet) for _, _, sheet in seen]).reshape(-1, len(DETAILS)),
    )


def details_of(sheet: Sheet) -> list[float]:
    """What is kept of a sheet besides its box, see ``DETAILS``."""
    cut = [nan if own is None else float(own) for own in sheet.cut]
    return [sheet.evidence, float(np.mean(sheet.edges)), sheet.usual, *cut]


def marked(digits: str, cut: Sequence[float], most: int) -> str:
    """The digits with ``?`` for those that a side of the sheet cuts, at most so many together.

    Args:
        cut: at the left and at the right side, see ``Cuts``; ``nan`` for none.
    """
    left, right = (None if isnan(own) else int(own) for own in cut)
    if left is not None and len(digits) - left < most:
        digits = CUT + digits[left:]
    if right is not None and len(digits) - right < most:
        digits = digits[: len(digits) - right] + CUT
    return digits
