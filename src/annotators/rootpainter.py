"""The simulated user of RootPainter: paints clear examples first, then corrects predictions."""

import logging
from dataclasses import dataclass
from functools import cached_property

import numpy as np

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

    The arguments are explained where they act: ``Hand``, ``Painter``, ``InitialPhase``,
    ``Ambiguity`` and ``CorrectivePhase``.
    """

    travel_speed: float = 800.0
    travel_step: float = 8.0
    min_paint_speed: float = 30.0
    max_paint_speed: float = 200.0
    jitter_rate: float = 0.04
    jitter_sigmas: float = 3.0
    careful_slowdown: float = 2.0
    angular_noise: float = 0.1
    dab_spacing: float = 0.5
    size_noise: float = 0.5
    clearance: int = 1
    balance: float = 10.0
    generous: float = 0.6
    majority_radius: int = 20
    majority_dabs: int = 100
    lone_share: float = 0.25
    stroke_dabs: int = 60
    ambiguous_rim: float = 2.0
    ambiguous_spur: int = 16
    ambiguous_gap: int = 40
    line_spacing: float = 0.85
    thin_ratio: float = 2.0
    neighbourhood: int = 20
    boundary_radius: int = 2
    boundary_erosion: int = 1
    stall_share: float = 0.05
    stall_rounds: int = 3

    def __post_init__(self) -> None:
        if not self.dab_spacing > 0:
            raise ValueError(f"dab_spacing must be above 0, got {self.dab_spacing}")
        _ = self.hand, self.initial_phase, self.corrective_phase

    @cached_property
    def hand(self) -> Hand:
        """How this person moves the mouse."""
        return Hand(
            travel_speed=self.travel_speed,
            travel_step=self.travel_step,
            min_paint_speed=self.min_paint_speed,
            max_paint_speed=self.max_paint_speed,
            jitter_rate=self.jitter_rate,
            jitter_sigmas=self.jitter_sigmas,
            careful_slowdown=self.careful_slowdown,
            angular_noise=self.angular_noise,
        )

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
        )

    @cached_property
    def corrective_phase(self) -> CorrectivePhase:
        """How this person corrects a prediction."""
        return CorrectivePhase(
            ambiguity=Ambiguity(self.ambiguous_rim, self.ambiguous_spur, self.ambiguous_gap),
            size_noise=self.size_noise,
            line_spacing=self.line_spacing,
            thin_ratio=self.thin_ratio,
            neighbourhood=self.neighbourhood,
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
        return Painter(_mask(truth, "truth"), self.hand, rng, self.dab_spacing)


def _mask(values: Mask, name: str) -> Mask:
    mask = np.asarray(values)
    if mask.ndim != 2:
        raise ValueError(f"{name} must be (height, width), got shape {mask.shape}")
    return mask.astype(bool)


def _finished(painter: Painter) -> Annotation:
    if painter.spilled:
        logger.info("erased %d spilled pixels", painter.spilled)
    return painter.annotation()
