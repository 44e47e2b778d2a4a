"""Somebody out of many: people differ in hand, habits, attention, patience and opinion."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Annotated, Any, Self

import numpy as np
from annotated_types import Ge

from src.annotators.hand import Hand
from src.annotators.policies._opinion import own_opinion
from src.annotators.policies._patches import as_masks
from src.annotators.policies._wrapper import Wrapper
from src.annotators.policies.inattentive import InattentiveAnnotator
from src.annotators.policies.top_errors import TopErrorsAnnotator
from src.core.annotation import Annotation
from src.core.protocols import Annotator
from src.geometry.distance import Mask

Ends = Sequence[float]
"""The least and the largest value among people."""

FACTORS = ("jitter", "paint_speed", "travel_speed", "generous", "balance", "half_area")
"""What is drawn evenly on a logarithmic scale."""


@dataclass(frozen=True)
class Traits:
    """What makes a person; factors are on what the hand and the other person have.

    Args:
        jitter, paint_speed, travel_speed: factors, of the hand.
        generous, balance: factors, of how much of an object is painted, and of the other class.
        overlooks, half_area: see ``InattentiveAnnotator``.
        patience: share of the clear errors, the largest first, after which it is good enough.
        offset, waver: px, see ``own_opinion``.
    """

    jitter: float
    paint_speed: float
    travel_speed: float
    generous: float
    balance: float
    overlooks: float
    half_area: float
    patience: float
    offset: float
    waver: float

    @classmethod
    def draw(cls, ends: dict[str, Ends], rng: np.random.Generator) -> Self:
        """One person; each trait by itself, since too few people were measured to relate them."""
        return cls(**{own.name: _drawn(own.name, ends[own.name], rng) for own in fields(cls)})


@dataclass(frozen=True)
class PopulationAnnotator(Wrapper):
    """One person out of a population: another seed is somebody else.

    Args:
        seed: which person.
        jitter, paint_speed, travel_speed, generous, balance, overlooks, half_area, patience,
            offset, waver: least and largest value among people, see ``Traits``.
    """

    seed: Annotated[int, Ge(0)] = 1
    jitter: Ends = (0.564, 1.77)
    paint_speed: Ends = (0.654, 1.53)
    travel_speed: Ends = (0.891, 1.10)
    generous: Ends = (0.804, 1.39)
    balance: Ends = (0.606, 1.69)
    overlooks: Ends = (0.364, 0.416)
    half_area: Ends = (7.76, 11.6)
    patience: Ends = (0.958, 1.0)
    offset: Ends = (-0.115, 0.115)
    waver: Ends = (0.545, 0.665)

    def __post_init__(self) -> None:
        super().__post_init__()
        for own in fields(Traits):
            _check(own.name, getattr(self, own.name))
        for name in ("overlooks", "patience"):
            if not 0 <= getattr(self, name)[0] <= getattr(self, name)[1] <= 1:
                raise ValueError(f"{name} must lie within 0 and 1, got {getattr(self, name)}")
        _ = self.person

    @cached_property
    def traits(self) -> Traits:
        """What this person is like."""
        ends = {own.name: getattr(self, own.name) for own in fields(Traits)}
        return Traits.draw(ends, np.random.default_rng(self.seed))

    @property
    def run_tags(self) -> dict[str, str]:
        """What a run should remember of whoever painted."""
        return {f"person.{name}": f"{value:.4g}" for name, value in asdict(self.traits).items()}

    @cached_property
    def person(self) -> Annotator:
        """The other person with these traits, all but the opinion."""
        traits, hand = self.traits, _hand(self.hand, self.traits)
        patient = TopErrorsAnnotator(
            hand=hand, base=_habits(self.base, traits), count=1, share=traits.patience
        )
        return InattentiveAnnotator(
            hand=hand, base=patient, chance=traits.overlooks, half_area=traits.half_area
        )

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Paint clear examples of what this person takes for the truth."""
        mask, _ = as_masks(truth)
        return self.person.initial(self._seen(mask, rng), rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Correct the errors that this person sees; ``None`` when there is no clear one."""
        mask, seen = as_masks(truth, prediction)
        return self.person.correct(self._seen(mask, rng), seen, rng)

    def _seen(self, truth: Mask, rng: np.random.Generator) -> Mask:
        return own_opinion(truth, self.traits.offset, self.traits.waver, rng)


def _hand(typical: Hand, traits: Traits) -> Hand:
    return replace(
        typical,
        jitter_rate=typical.jitter_rate * traits.jitter,
        travel_speed=typical.travel_speed * traits.travel_speed,
        min_paint_speed=typical.min_paint_speed * traits.paint_speed,
        max_paint_speed=typical.max_paint_speed * traits.paint_speed,
    )


def _habits(base: Annotator, traits: Traits) -> Annotator:
    """The other person with own habits, as far as there are such; some have none."""
    person: Any = base
    changes: dict[str, Any] = {}
    if hasattr(person, "generous"):
        changes["generous"] = min(person.generous * traits.generous, 1.0)
    if hasattr(person, "balance"):
        changes["balance"] = max(person.balance * traits.balance, 1.0)
    changed: Annotator = replace(person, **changes)
    return changed


def _drawn(name: str, ends: Ends, rng: np.random.Generator) -> float:
    low, high = ends
    if name in FACTORS:
        return math.exp(rng.uniform(math.log(low), math.log(high)))
    return float(rng.uniform(low, high))


def _check(name: str, ends: Ends) -> None:
    if len(ends) != 2 or not -math.inf < ends[0] <= ends[1] < math.inf:
        raise ValueError(f"{name} must be the least and the largest value, got {list(ends)}")
    if name in FACTORS and not ends[0] > 0:
        raise ValueError(f"{name} must be above 0, got {list(ends)}")
    if name == "waver" and ends[0] < 0:
        raise ValueError(f"waver must not be negative, got {list(ends)}")
