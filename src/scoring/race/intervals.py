"""How sure the numbers of race photos are: photos drawn again, with half a photo not seen."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.core import Interval, Scorecard
from src.core.directions import plain_name
from src.scoring.intervals import SHARE, Span, effective_count, ends_of
from src.scoring.race.grouping import NAMES
from src.scoring.race.sums import CLUSTERING, SUMS, fractions
from src.scoring.race.tables import PEOPLE

Values = npt.NDArray[np.float64]

SPANS = {"edit_distance": Span(0.0)}
"""What is no share of something: letters that differ have no end."""


def photo_sizes(card: Scorecard) -> dict[str, Values]:
    """Metric to (photos,) how much of it each photo is: what it is a share of, or its faces."""
    sums = {name: np.asarray(card.rows[name], np.float64) for name in SUMS}
    sizes = {name: whole for name, (_, whole) in fractions(sums).items()}
    faces = np.bincount(np.asarray(card.tables[PEOPLE]["photo"], np.int64), minlength=len(card))
    sizes |= {f"{CLUSTERING}/{name}": faces.astype(np.float64) for name in NAMES}
    return {name: own for name, own in sizes.items() if name in card.metrics}


def race_intervals(
    card: Scorecard, drawn: Mapping[str, Values], sizes: Mapping[str, Values], level: float
) -> dict[str, Interval]:
    """Metric to its interval; none where fewer than two photos have anything of it.

    Args:
        drawn: metric to its values on photos drawn again.
    """
    if not drawn:
        return {}
    draws = np.stack([*drawn.values()], axis=1)
    own = np.stack([sizes[name] for name in drawn], axis=1)
    ends = ends_of(
        draws,
        np.array([card.metrics[name] for name in drawn]),
        np.broadcast_to(own.sum(axis=0), draws.shape),
        own,
        [SPANS.get(plain_name(name), SHARE) for name in drawn],
        level,
    )
    return {name: end for name, end in zip(drawn, ends, strict=True) if end is not None}


def photos_behind(sizes: Mapping[str, Values]) -> tuple[dict[str, int], dict[str, float]]:
    """Metric to how many photos it stands on, and to how many of equal weight weigh as much."""
    counts = {name: int(np.count_nonzero(own)) for name, own in sizes.items()}
    equal = {name: float(effective_count(own[:, None])[0]) for name, own in sizes.items()}
    return counts, equal
