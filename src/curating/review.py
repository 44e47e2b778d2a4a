"""What a person decided, kept inside the annotations themselves, so that nothing can tear apart."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from src.core import InputError
from src.curating.proposals import Box, Point, Proposal
from src.data.ui.records import Annotations, ElementRecord, ScreenshotRecord
from src.geometry.boxes import iou

ACCEPTED, EDITED, REJECTED, SKIPPED, ADDED = "accepted", "edited", "rejected", "skipped", "added"
VERDICTS = (ACCEPTED, EDITED, REJECTED, SKIPPED, ADDED)

KEY = "review"
"""The key of the file under which decisions stand; programs that do not know it carry it along."""


@dataclass(frozen=True)
class Decision:
    """One thing that a person did.

    Args:
        sample: id of the screenshot.
        proposal: what it was about; empty for an element that nobody proposed.
        element: id of the element that came of it; empty where none did.
        iou: of the proposed box with the one that was kept.
    """

    sample: str
    verdict: str
    by: str = ""
    proposal: str = ""
    element: str = ""
    iou: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Only what is known."""
        return {name: value for name, value in self.__dict__.items() if value not in ("", None)}


@dataclass(frozen=True)
class Review:
    """Annotations with the decisions that led to them; every change gives a new one."""

    annotations: Annotations
    decisions: tuple[Decision, ...] = ()

    @classmethod
    def of(cls, annotations: Annotations) -> "Review":
        """Go on where the file says that somebody stopped."""
        kept = annotations.given.get(KEY, {})
        rows = kept.get("decisions", ()) if isinstance(kept, Mapping) else None
        try:
            return cls(annotations, tuple(Decision(**row) for row in rows))  # type: ignore[union-attr]
        except TypeError as error:
            raise InputError(
                f"the key {KEY!r} of the annotations was not written by annotate: remove it"
            ) from error

    @property
    def kept(self) -> Annotations:
        """What is written: elements and decisions in one file."""
        rows = [decision.as_json() for decision in self.decisions]
        given = {**self.annotations.given, KEY: {"decisions": rows}}
        return replace(self.annotations, given=given)

    def sample(self, id: str) -> ScreenshotRecord:
        """The screenshot of this id."""
        return next(sample for sample in self.annotations.samples if sample.id == id)

    def decided(self, sample: str) -> frozenset[str]:
        """Keys of the proposals about which somebody has decided."""
        own = (decision for decision in self.decisions if decision.sample == sample)
        return frozenset(decision.proposal for decision in own if decision.proposal)

    def taken(self, sample: str, proposal: Proposal, element: "Drawn") -> "Review":
        """With an element from a proposal: accepted as it was, or edited."""
        same = float(iou([proposal.box], [element.box])[0, 0])
        untouched = element == Drawn.of(proposal)
        verdict = ACCEPTED if untouched else EDITED
        name = self._free_id(sample)
        decision = Decision(sample, verdict, proposal.by, proposal.key, name, round(same, 6))
        return self._with(sample, element, name)._and(decision)

    def left(self, sample: str, proposal: Proposal, verdict: str) -> "Review":
        """With a proposal that was rejected or skipped."""
        return self._and(Decision(sample, verdict, proposal.by, proposal.key))

    def added(self, sample: str, element: "Drawn") -> "Review":
        """With an element that nobody had proposed."""
        name = self._free_id(sample)
        return self._with(sample, element, name)._and(Decision(sample, ADDED, element=name))

    def undone(self) -> "Review":
        """Without the last decision and the element that came of it."""
        if not self.decisions:
            return self
        last = self.decisions[-1]
        sample = self.sample(last.sample)
        elements = tuple(own for own in sample.elements if own.id != last.element)
        return replace(self._replaced(replace(sample, elements=elements)),
                       decisions=self.decisions[:-1])  # fmt: skip

    def counts(self) -> dict[str, Counter[str]]:
        """Who proposed → verdict → how often; what nobody proposed under ``nobody``."""
        counted: dict[str, Counter[str]] = {}
        for decision in self.decisions:
            counted.setdefault(decision.by or "nobody", Counter())[decision.verdict] += 1
        return counted

    def _with(self, sample: str, element: "Drawn", id: str) -> "Review":
        own = self.sample(sample)
        record = element.record(id, own.width, own.height)
        return self._replaced(replace(own, elements=(*own.elements, record)))

    def _and(self, decision: Decision) -> "Review":
        return replace(self, decisions=(*self.decisions, decision))

    def _replaced(self, sample: ScreenshotRecord) -> "Review":
        samples = tuple(sample if own.id == sample.id else own for own in self.annotations.samples)
        return replace(self, annotations=replace(self.annotations, samples=samples))

    def _free_id(self, sample: str) -> str:
        taken = {element.id for element in self.sample(sample).elements}
        names = (f"elem_{number:03d}" for number in range(1, 1 << 20))
        return next(name for name in names if name not in taken)


@dataclass(frozen=True)
class Drawn:
    """An element as a person leaves it; pixels."""

    box: Box
    text: str = ""
    type: str = ""
    click: Point | None = None

    @classmethod
    def of(cls, proposal: Proposal) -> "Drawn":
        """As it was proposed."""
        return cls(proposal.box, proposal.text, proposal.type, proposal.click)

    def record(self, id: str, width: int, height: int) -> ElementRecord:
        """Normalised, inside the picture; the centre where nobody marked a click."""
        sides = np.array([width, height, width, height], float)
        x1, y1, x2, y2 = (float(side) for side in np.clip(np.array(self.box) / sides, 0, 1))
        click = None
        if self.click is not None:
            click = (self.click[0] / width, self.click[1] / height)
        return ElementRecord(id, (x1, y1, x2, y2), self.text, self.type, click)
