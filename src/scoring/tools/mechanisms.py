"""Mechanisms of action from profiles: the nearest treatment with another compound tells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import InputError, Row
from src.scoring.tools.pairs import Compared

Numbers = npt.NDArray[np.float64]

ACCURACY = "mechanism_accuracy"

LOW, HIGH = 1, 99
"""Percentiles of the controls that become 0 and 1 (Ljosa et al. 2013)."""


@dataclass(frozen=True)
class Mechanisms:
    """Which tags of fields tell what was done to the cells.

    Args:
        mechanism: tag of the mechanism of action; ``None``: mechanisms are not told.
        compound: tag of the compound; all its treatments are left out when one of them is told.
        treatment: tag of compound and concentration; fields that share it are one profile, the
            median of theirs. Fields without it are treatments of their own.
        control: compound of the untreated fields. Where there are such, every feature is scaled
            so that their 1st and 99th percentiles are 0 and 1; they are told by nobody.
    """

    mechanism: str | None = None
    compound: str = "compound"
    treatment: str = "treatment"
    control: str = "DMSO"

    def accuracies(self, rows: Sequence[Row], tools: Iterable[str]) -> dict[str, float]:
        """``TOOL/mechanism_accuracy`` of every tool; nothing where mechanisms are not told."""
        if self.mechanism is None:
            return {}
        return {f"{tool}/{ACCURACY}": self.accuracy(rows, tool) for tool in tools}

    def accuracy(self, rows: Sequence[Row], tool: str) -> float:
        """Share of treatments whose nearest neighbour has their mechanism; ``nan`` of none."""
        told = Treatments.of(self, rows, tool)
        right = nearest_is_right(told.profiles, told.compounds, told.mechanisms)
        return float(right.mean()) if len(right) else float("nan")


@dataclass(frozen=True, eq=False)
class Treatments:
    """Profiles by treatment: (treatments, features), and what each was."""

    profiles: Numbers
    compounds: tuple[str, ...]
    mechanisms: tuple[str, ...]

    @classmethod
    def of(cls, tags: Mechanisms, rows: Sequence[Row], tool: str) -> Self:
        """Mean of the objects of each field, then the median of the fields of each treatment."""
        fields = np.array([_profile(row, tool) for row in rows])
        compounds = [_tag(row, tags.compound) for row in rows]
        treated = [place for place, name in enumerate(compounds) if name != tags.control]
        controls = np.array([name == tags.control for name in compounds], bool)
        if controls.any():
            low, high = np.nanpercentile(fields[controls], [LOW, HIGH], axis=0)
            with np.errstate(invalid="ignore", divide="ignore"):
                fields = (fields - low) / (high - low)
        fields = fields[:, np.isfinite(fields[treated]).all(axis=0)]
        groups: dict[str, list[int]] = {}
        for place in treated:
            groups.setdefault(rows[place].tags.get(tags.treatment, f"#{place}"), []).append(place)
        first = [places[0] for places in groups.values()]
        return cls(
            np.array([np.median(fields[places], axis=0) for places in groups.values()]),
            tuple(compounds[place] for place in first),
            tuple(_tag(rows[place], str(tags.mechanism)) for place in first),
        )


def nearest_is_right(
    profiles: Numbers, compounds: Sequence[str], mechanisms: Sequence[str]
) -> npt.NDArray[np.bool_]:
    """(treatments,) whether the nearest one by the cosine, of other compounds, has the mechanism.

    Leave-one-compound-out with one neighbour, as published for BBBC021 by Ljosa et al. 2013.
    """
    if len(profiles) == 0:
        return np.zeros(0, np.bool_)
    length = np.linalg.norm(profiles, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        cosine = (profiles @ profiles.T) / np.outer(length, length)
    own = np.array(compounds)
    cosine[own[:, None] == own] = -np.inf
    cosine[np.isnan(cosine)] = -np.inf
    nearest = cosine.argmax(axis=1)
    kinds = np.array(mechanisms)
    return np.asarray((kinds[nearest] == kinds) & np.isfinite(cosine.max(axis=1)))


def _profile(row: Row, tool: str) -> list[float]:
    measured = Compared.of_tables(row.tables).measured[tool]
    return [float(column.mean()) if len(column) else float("nan") for column in measured.values()]


def _tag(row: Row, name: str) -> str:
    if name not in row.tags:
        known = ", ".join(sorted(row.tags)) or "none"
        raise InputError(f"scorer.mechanisms: {row.name} has no tag {name!r}; there are {known}")
    return row.tags[name]
