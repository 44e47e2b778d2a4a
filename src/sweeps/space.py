"""What a sweep may vary, as Hydra writes it and as Optuna draws from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from hydra.errors import OverrideParseException
from hydra_plugins.hydra_optuna_sweeper._impl import OptunaSweeperImpl, create_params_from_overrides
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from src.core import InputError

Distribution = CategoricalDistribution | FloatDistribution | IntDistribution


@dataclass(frozen=True)
class Space:
    """The keys that vary, and those that the command line holds fast.

    Args:
        distributions: key to what its values are drawn from.
        fixed: overrides that every trial gets.
    """

    distributions: Mapping[str, Distribution]
    fixed: tuple[str, ...]

    @classmethod
    def of(cls, params: Mapping[str, Any], arguments: Sequence[str]) -> "Space":
        """From ``hydra.sweeper.params`` and the command line, whose word is the last."""
        words = [f"{key}={value}" for key, value in params.items()]
        try:
            varied, held, deleted = create_params_from_overrides([*words, *arguments])
        except (OverrideParseException, ValueError, AssertionError) as error:
            raise InputError(f"hydra.sweeper.params: {str(error).splitlines()[0]}") from error
        distributions = {
            key: distribution
            for key, distribution in varied.items()
            if key not in held and isinstance(distribution, Distribution)
        }
        if not distributions:
            raise InputError(
                "a sweep with Optuna needs keys to vary: add +sweep=NAME, or write "
                "KEY=interval(LOW,HIGH) or KEY=choice(A,B)"
            )
        return cls(distributions, (*(f"{key}={value}" for key, value in held.items()), *deleted))

    @property
    def example(self) -> dict[str, Any]:
        """One value for every key."""
        return {
            key: distribution.choices[0]
            if isinstance(distribution, CategoricalDistribution)
            else distribution.low
            for key, distribution in self.distributions.items()
        }

    @property
    def choices(self) -> dict[str, list[Any]]:
        """Every value of every key, for a grid; refused where a key has no end of values."""
        return {
            key: _choices(key, distribution) for key, distribution in self.distributions.items()
        }

    @property
    def size(self) -> int:
        """How many points a grid has."""
        return prod(len(values) for values in self.choices.values())

    def overrides(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """What Hydra is told of one trial."""
        return (*(f"{key}={value}" for key, value in values.items()), *self.fixed)


def _choices(key: str, distribution: Distribution) -> list[Any]:
    try:
        return list(OptunaSweeperImpl._to_grid_sampler_choices(distribution))
    except ValueError as error:
        raise InputError(
            f"hydra/sweeper/sampler=grid needs a list of values for {key}: "
            f"write {key}=choice(A,B) or range(LOW,HIGH,STEP)"
        ) from error
