"""The tables of all photos together, and what their stages took."""

from collections.abc import Sequence

import numpy as np

from src.core import Row, Table
from src.core.row import joined
from src.scoring.race.boxes import BOXES
from src.scoring.race.row import MEASURES, STAGES
from src.scoring.race.sums import LINKS
from src.scoring.statistics import mean_defined

PEOPLE = "people"
"""The table of faces, by pseudonym."""


def mean_times(rows: Sequence[Row]) -> dict[str, float]:
    """Mean time of every stage over the photos, and of all stages in seconds; none without any."""
    times = np.array([[row[stage] for stage in STAGES] for row in rows]).reshape(-1, len(STAGES))
    if np.isnan(times).all():
        return {}
    means = dict(zip(STAGES, mean_defined(times).tolist(), strict=True))
    return means | {"cpu_s_per_photo": float(np.nansum(times, axis=1).mean() / 1000)}


def measures_faces(rows: Sequence[Row]) -> bool:
    """Whether faces were measured at all; a detector without that has no groups to judge."""
    return any(row[MEASURES] for row in rows)


def all_boxes(rows: Sequence[Row]) -> Table:
    """Every box of every photo, the photo's place in front."""
    return _joined([row.tables[BOXES] for row in rows])


def all_links(rows: Sequence[Row]) -> Table:
    """Every link of the photos whose links are scored."""
    none: Table = {
        "side": np.zeros(0, "U1"),
        "bib": np.zeros(0, np.int64),
        "face": np.zeros(0, np.int64),
        "kind": np.zeros(0, "U1"),
    }
    return _joined([row.tables.get(LINKS, none) for row in rows])


def _joined(tables: Sequence[Table]) -> Table:
    if not tables:
        return {}
    first = next(iter(tables[0]))
    photo = np.repeat(np.arange(len(tables)), [len(table[first]) for table in tables])
    return {"photo": photo, **joined([*tables])}
