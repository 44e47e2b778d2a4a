"""The table of keys: one for the page and for the document."""

from itertools import pairwise
from pathlib import Path

from src.studio.keys import keys, markdown

DOCUMENT = Path("docs/STUDIO.md")
TOGETHER = {
    "boxes": ("label", "view"),
    "bibs": ("boxes", "label", "view"),
    "faces": ("boxes", "label", "view"),
    "masks": ("label", "view"),
}
"""Where else keys act at the same time; links leave most of those of boxes alone."""
BY_SELECTION = {"nudge", "nudge-far"}
"""They act on what is selected, the others with the same keys where nothing is."""


def test_the_document_shows_the_table() -> None:
    assert markdown(keys()) in DOCUMENT.read_text()


def test_no_key_does_two_things_at_once() -> None:
    rows = [row for row in keys() if row["id"] not in BY_SELECTION]
    for where, others in TOGETHER.items():
        here = [row for row in rows if row["where"] in (where, *others, "everywhere")]
        taken = sorted(key for row in here for key in row["keys"])
        assert [key for key, after in pairwise(taken) if key == after] == []


def test_ids_are_known_once() -> None:
    ids = [row["id"] for row in keys()]
    assert len(set(ids)) == len(ids)
