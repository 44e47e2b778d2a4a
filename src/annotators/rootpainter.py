"""The simulated user of RootPainter: paints clear examples first, then corrects predictions."""

import logging
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from src.annotators.corrective import CorrectivePhase
from src.annotators.errors import Ambiguity
from src.annotators.hand import Hand
from src.annotators.initial import InitialPhase
from src.annotators.painter import Painter
from src.core.annotation import Annotation
from src.geometry.distance import Mask

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RootPainterAnnotator:
    """Someone who annotates as RootPainter's corrective protocol asks.

    The arguments are explained where they act: ``Painter``, ``InitialPhase`` and
    ``CorrectivePhase``.
    """

    hand: Hand = field(default_factory=Hand)
    dab_spacing: Annotated[float, Gt(0), Le(100)] = 0.5
    size_noise: Annotated[float, Ge(0), Le(100)] = 0.5
    fine_brushes: bool = True
    local_margin: bool = True
    clearance: Annotated[int, Ge(0), Le(1000)] = 1
    balance: float = 10.0
    generous: float = 0.5
    majority_radius: Annotated[int, Ge(1), Le(1000)] = 20
    majority_dabs: int = 100
    lone_share: float = 0.25
    stroke_dabs: Annotated[int, Ge(1), Le(100_000)] = 60
    follow_thin: bool = True
    ambiguity: Ambiguity = field(default_factory=Ambiguity)
    line_spacing: Annotated[float, Ge(0.01), Le(100)] = 0.85
    thin_ratio: float = 2.0
    neighbourhood: Annotated[int, Ge(0), Le(1000)] = 20
    chunk_share: Annotated[float, Gt(0), Le(1)] = 0.5
    bounded_brush: bool = True
    boundary_radius: Annotated[int, Ge(1), Le(1000)] = 2
    boundary_erosion: Annotated[int, Ge(0), Le(1000)] = 1
    stall_share: float = 0.05
    stall_rounds: int = 3

    def __post_init__(self) -> None:
        if not self.dab_spacing > 0:
            raise ValueError(f"dab_spacing must be above 0, got {self.dab_spacing}")
        if not self.neighbourhood >= 1:
            raise ValueError(f"neighbourhood must be at least 1, got {self.neighbourhood}")
        _ = self.initial_phase, self.corrective_phase

    @cached_property
    def initial_phase(self) -> InitialPhase:
        """How this person paints without a prediction."""
        return InitialPhase(
            size_noise=self.size_noise,
            clearance=self.clearance,
            balance=self.balance,
            generous=self.generous,
            majority_radius=self.majority_radius,
            majority_dabs=self.majority_dabs,
            lone_share=self.lone_share,
            stroke_dabs=self.stroke_dabs,
            follow_thin=self.follow_thin,
            fine_brushes=self.fine_brushes,
            local_margin=self.local_margin,
        )

    @cached_property
    def corrective_phase(self) -> CorrectivePhase:
        """How this person corrects a prediction."""
        return CorrectivePhase(
            ambiguity=self.ambiguity,
            size_noise=self.size_noise,
            line_spacing=self.line_spacing,
            thin_ratio=self.thin_ratio,
            chunk_share=self.chunk_share,
            bounded_brush=self.bounded_brush,
            fine_brushes=self.fine_brushes,
            local_margin=self.local_margin,
            boundary_radius=self.boundary_radius,
            boundary_erosion=self.boundary_erosion,
            stall_share=self.stall_share,
            stall_rounds=self.stall_rounds,
        )

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Paint clear examples of both classes without seeing a prediction."""
        painter = self._painter(truth, rng)
        self.initial_phase.paint(painter)
        return _finished(painter)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Paint over the errors of a prediction; ``None`` when there is no clear one."""
        painter, seen = self._painter(truth, rng), _mask(prediction, "prediction")
        if seen.shape != painter.canvas.shape:
            raise ValueError(
                f"prediction must be {painter.canvas.shape} as the truth is, got {seen.shape}"
            )
        self.corrective_phase.paint(painter, seen)
        return _finished(painter) if len(painter.recording) else None

    def _painter(self, truth: Mask, rng: np.random.Generator) -> Painter:
        return Painter(_mask(truth, "truth"), self.hand, rng, self.dab_spacing, self.neighbourhood)


def _mask(values: Mask, name: str) -> Mask:
    mask = np.asarray(values)
    if mask.ndim != 2:
        raise ValueError(f"{name} must be (height, width), got shape {mask.shape}")
    return mask.astype(bool)


def _finished(painter: Painter) -> Annotation:
    if painter.spilled:
        logger.info("erased %d spilled pixels", painter.spilled)
    return painter.annotation()
