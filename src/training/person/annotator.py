"""Somebody at a desk, asked as a simulated annotator is."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.annotators.traces import annotation_of, trajectory_of
from src.core import Annotation, Picture
from src.training.person.desk import SKIP, Desk, Mask, Offer

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Person:
    """Whoever sits at the page ``/teach``, which the run serves while it lasts.

    Args:
        port: of the page, on this machine alone; 0 for one that is free.
        longest_wait: seconds that somebody who is done waits for the net, at most: its epochs on
            the image before end earlier then.
    """

    port: Annotated[int, Ge(0), Le(65535)] = 8421
    longest_wait: Annotated[float, Ge(0), Le(86_400)] = 60.0
    skipped_seconds: float = field(default=0.0, init=False)
    _desk: Desk | None = field(default=None, init=False)

    @property
    def desk(self) -> Desk:
        """Where pictures lie; only a run that has begun has one."""
        if self._desk is None:
            raise ValueError("nobody sits anywhere yet: sit() first")
        return self._desk

    def sit(self, folder: Path, stopping: Callable[[], bool]) -> None:
        """Take place for a session."""
        self._desk = Desk(folder, stopping)

    def offer(self, step: int, picture: Picture, prediction: Mask | None, after: int) -> None:
        """Show a picture; it is painted while the caller does something else."""
        self.desk.offer(Offer(step, picture, prediction, after))

    def hurries(self) -> bool:
        """Whether somebody has waited long enough."""
        return self.desk.idle_seconds() > self.longest_wait

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:  # noqa: ARG002
        """Clear examples of both classes; nothing painted is an annotation too, a blank one."""
        trace = self.desk.take()
        self.desk.numbers["corrected"] = None
        if trace.kind[-1] == SKIP:
            return Annotation(np.zeros((*truth.shape, 4), np.uint8), trajectory_of(trace))
        return annotation_of(trace, truth.shape)

    def correct(
        self,
        truth: Mask,
        prediction: Mask,
        rng: np.random.Generator,  # noqa: ARG002  # a person draws by hand
    ) -> Annotation | None:
        """What was painted over a prediction; ``None`` where it looks right."""
        trace = self.desk.take()
        annotation = annotation_of(trace, truth.shape)
        wrong = (annotation.foreground & ~prediction) | (annotation.background & prediction)
        self.desk.numbers["corrected"] = float(wrong.mean())
        self.skipped_seconds = trace.seconds
        if trace.kind[-1] == SKIP or not annotation.rgba.any():
            return None
        return annotation
