"""All fits of a group of people, and of each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from src.calibrating.bootstrap import DRAWS, SEED
from src.calibrating.evidence import Evidence, merged
from src.calibrating.fits import Fit
from src.calibrating.laws import LAWS
from src.core import InputError


@dataclass(frozen=True)
class Calibration:
    """What recordings say of hands.

    Args:
        fits: of all people, each of whom counts once.
        people: name to the fits of one person, where there are several.
    """

    fits: tuple[Fit, ...]
    people: dict[str, tuple[Fit, ...]]

    def __getitem__(self, parameter: str) -> Fit:
        return next(fit for fit in self.fits if fit.parameter == parameter)


def calibrate(parts: Sequence[Evidence], draws: int = DRAWS, seed: int = SEED) -> Calibration:
    """Fit every law to what is known."""
    people = merged(parts)
    if not any(one.legs or one.strokes or one.skips for one in people):
        raise InputError("these recordings hold no stroke and no way of a hand")
    alone = {one.person: _fits([one], draws, seed) for one in people} if len(people) > 1 else {}
    return Calibration(_fits(people, draws, seed), alone)


def _fits(people: Sequence[Evidence], draws: int, seed: int) -> tuple[Fit, ...]:
    return tuple(fit for law in LAWS for fit in law.fit(people, draws, seed))
