"""Lines of text of a screenshot, by RapidOCR."""

from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import InputError
from src.detectors.ocr import text_engine
from src.detectors.ui.relief import Pixels
from src.geometry.boxes import Boxes

LEAST_SIDE = 8
"""Px; a smaller picture holds no text, and RapidOCR cannot enlarge it."""


@dataclass(frozen=True, eq=False)
class TextLines:
    """Lines of text, where they are or also what they say.

    Args:
        boxes: of the lines, a little wider than their ink.
        scores: of the line being text, or of its words where they were read.
        texts: what the lines say; ``None`` where nobody read them.
    """

    boxes: Boxes
    scores: npt.NDArray[np.float64]
    texts: tuple[str, ...] | None = None

    @classmethod
    def none(cls, *, read: bool) -> "TextLines":
        """A picture without text."""
        return cls(np.zeros((0, 4)), np.zeros(0), () if read else None)


@dataclass(frozen=True, eq=False)
class TextReader:
    """Finds lines of text, and reads them where asked, which takes several times as long.

    Args:
        longest: px; the longer side of a larger picture is shrunk to it.
        shortest: px; the shorter side of a smaller picture is enlarged to it.
        threads: of one picture; the lines do not depend on it.
    """

    longest: Annotated[int, Ge(64), Le(10_000)] = 2000
    shortest: Annotated[int, Ge(32), Le(10_000)] = 736
    threads: Annotated[int, Ge(1), Le(256)] = 1

    def __post_init__(self) -> None:
        for name in ("rapidocr", "onnxruntime"):
            if find_spec(name) is None:
                raise InputError(
                    f"detector: lines of text need the package {name}, which is not installed: "
                    "pip install 'brushwork[grounding]'"
                )

    def __getstate__(self) -> dict[str, Any]:
        # A session of onnxruntime cannot be sent to another process.
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    def lines(self, pixels: Pixels, *, read: bool) -> TextLines:
        """The lines of a picture of three channels, red first."""
        if min(pixels.shape[:2]) < LEAST_SIDE:
            return TextLines.none(read=read)
        # Whatever is not said here stays as it was in the call before.
        seen = self._engine(
            np.ascontiguousarray(pixels[..., ::-1]),
            use_det=True,
            use_cls=False,
            use_rec=read,
            text_score=0.0,
        )
        if seen.boxes is None or not len(seen.boxes):
            return TextLines.none(read=read)
        corners = np.asarray(seen.boxes, np.float64).reshape(-1, 4, 2)
        boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
        texts = tuple(seen.txts) if read else None
        return TextLines(boxes, np.asarray(seen.scores, np.float64), texts)

    @cached_property
    def _engine(self) -> Any:
        """Built when the first picture comes."""
        return text_engine(
            "detector", longest=self.longest, shortest=self.shortest, threads=self.threads
        )
