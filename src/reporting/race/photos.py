"""Every photo of a card in plain values: its boxes and links, and people by pseudonyms."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from src.core import Scorecard, Table
from src.scoring.race.boxes import BOXES, CORNERS
from src.scoring.race.row import RIGHTNESS, STATUS
from src.scoring.race.sums import LINKS
from src.scoring.race.tables import PEOPLE
from src.scoring.race.words import FACE, TRUTH

HUNDREDTH = 2
"""Digits after the point of a corner in px."""


def photo_results(card: Scorecard) -> list[Mapping[str, Any]]:
    """One entry per photo, in the order of the rows."""
    if not card.rows:
        return []
    boxes, links, people = (card.tables[name] for name in (BOXES, LINKS, PEOPLE))
    ends = [
        np.searchsorted(own["photo"], np.arange(len(card) + 1)) for own in (boxes, links, people)
    ]
    results: list[Mapping[str, Any]] = []
    for photo in range(len(card)):
        places = [range(own[photo], own[photo + 1]) for own in ends]
        persons = {people["face"][place]: str(people["person"][place]) for place in places[2]}
        results.append(
            {
                "photo": str(card.rows["name"][photo]),
                "id": str(card.rows["id"][photo]),
                "status": str(card.rows[STATUS][photo]) or None,
                RIGHTNESS: _plain(card.rows[RIGHTNESS][photo]),
                "boxes": [_box(boxes, place, persons) for place in places[0]],
                "links": [dict(_values(links, place)) for place in places[1]],
            }
        )
    return results


def _box(boxes: Table, place: int, persons: Mapping[Any, str]) -> dict[str, Any]:
    own = dict(_values(boxes, place))
    own["box"] = [round(own.pop(corner), HUNDREDTH) for corner in CORNERS]
    if own["side"] == TRUTH and own["class"] == FACE:
        own["person"] = persons.get(boxes["id"][place])
    return own


def _values(table: Table, place: int) -> Iterator[tuple[str, Any]]:
    for name, column in table.items():
        if name != "photo":
            yield name, _plain(column[place])


def _plain(value: Any) -> Any:
    """As JSON has it; ``None`` where a number is not defined."""
    plain = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(plain, float) and np.isnan(plain) else plain
