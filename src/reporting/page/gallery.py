"""Every sample with its score and overlay, to be sorted and filtered in the browser."""

import base64
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from src.core import Scorecard
from src.reporting.page.parts import legend, paragraph, section

MOST_COLUMNS = 24
"""Numbers of a sample that the page holds; the whole table is recorded."""

MOST_WORDS = 40
"""Different words of a column that can be chosen from."""

MOST_BYTES = 48 * 2**20
"""Of pictures on one page; beyond, only the worst samples have one."""

TOOLS = """<div id="tools">
<label>sort by <select id="by"></select></label>
<select id="way" aria-label="Direction"><option value="up">lowest first</option>
<option value="down">highest first</option></select>
<label>from <input id="least" type="number" step="any"></label>
<label>to <input id="most" type="number" step="any"></label>
<label>name <input id="words" type="search"></label>
<label>only <select id="group"><option value="">all</option></select></label>
<output id="count"></output></div>
<div id="view" tabindex="0" aria-label="Samples"><div id="sheet"></div></div>"""


def gallery_section(described: Mapping[str, Any] | None) -> str:
    """Where the page shows the samples."""
    if described is None:
        return ""
    lost = sum(not picture for picture in described["images"])
    note = f"{lost} samples have no picture here: the worst come first." if lost else ""
    return section("Every sample", legend(), TOOLS, paragraph(note, "quiet"), anchor="gallery")


def described_gallery(
    card: Scorecard | None, pictures: Mapping[int, bytes], score: str | None
) -> dict[str, Any] | None:
    """Names, numbers, words and pictures of all samples; ``None`` where there are none.

    Args:
        pictures: place in the rows to a WebP file.
        score: column that orders the samples at first; ``None`` for the first.
    """
    if card is None or not len(card):
        return None
    numbers = _numeric(card)
    if not numbers:
        return None
    first = score if score in numbers else numbers[0]
    columns = list(dict.fromkeys([first, *_quoted(card, numbers), *numbers]))[:MOST_COLUMNS]
    values = [[_plain(value) for value in card.rows[name].tolist()] for name in columns]
    return {
        "names": [str(name) for name in card.rows["name"]],
        "columns": [*columns, "name"],
        "score": first,
        "rows": [list(row) for row in zip(*values, map(str, card.rows["name"]), strict=True)],
        "groups": _groups(card),
        "images": _embedded(pictures, values[0]),
    }


def _numeric(card: Scorecard) -> list[str]:
    return [name for name, column in card.rows.items() if column.dtype.kind in "fiub"]


def _quoted(card: Scorecard, numbers: Sequence[str]) -> list[str]:
    return [name for name in card.main if name in numbers]


def _groups(card: Scorecard) -> dict[str, list[str]]:
    """Columns of words, of which there are few: tags, outcomes."""
    own = {}
    for name, column in card.rows.items():
        if name in ("name", "id") or column.dtype.kind not in "US":
            continue
        words = [str(word) for word in column]
        if 1 < len(set(words)) <= MOST_WORDS:
            own[name] = words
    return own


def _embedded(pictures: Mapping[int, bytes], scores: Sequence[float | None]) -> list[str]:
    """Every picture, or those of the worst as far as there is room."""
    keys = [math.inf if score is None else float(score) for score in scores]
    images, room = [""] * len(scores), MOST_BYTES
    for place in np.argsort(keys, kind="stable").tolist():
        picture = pictures.get(place)
        if picture is None or len(picture) > room:
            continue
        room -= len(picture)
        images[place] = base64.b64encode(picture).decode("ascii")
    return images


def _plain(value: Any) -> Any:
    """JSON has no number for what is undefined."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
