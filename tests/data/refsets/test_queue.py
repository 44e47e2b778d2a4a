"""Pages of photos, whatever is asked for."""

import pytest

from src.core import InputError
from src.data.refsets import ReferenceSet, queue
from src.data.refsets.queue import Filter, page
from tests.data.refsets.making import label, nothing


def names(refset: ReferenceSet, wanted: Filter, limit: int = 2) -> list[list[str]]:
    """All pages, by what the photos are called."""
    pages, after = [], 0
    with refset.database.reading() as connection:
        while True:
            found = page(connection, refset.dimensions, wanted, after, limit)
            pages.append([photo.name for photo in found.photos])
            if found.next is None:
                return pages
            after = found.next


def test_pages_hold_every_photo_once(race: ReferenceSet) -> None:
    assert names(race, Filter(), 3) == [
        ["race/0.png", "race/1.png", "race/2.png"],
        ["race/3.png"],
    ]
    assert names(race, Filter(), 4) == [[f"race/{number}.png" for number in range(4)]]


def test_a_page_that_took_too_long_ends_early_and_loses_nothing(
    race: ReferenceSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "SPAN", 1)
    monkeypatch.setattr(queue, "PATIENCE", -1.0)
    label(race, "2", nothing())
    wanted = Filter("bibs", "done")
    assert names(race, wanted) == [[], [], ["race/2.png"], []]


def test_photos_before_one_come_back_from_there(
    race: ReferenceSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    label(race, "1", nothing())
    row = race.photo("3").row
    for span in (1, 5_000):
        monkeypatch.setattr(queue, "SPAN", span)
        with race.database.reading() as connection:
            asked = (connection, race.dimensions, Filter("bibs", open=True))
            first = page(*asked, row, 1, back=True)
            assert first.next is not None
            rest = page(*asked, first.next, 5, back=True)
            nothing_before = page(*asked, race.photo("0").row, 5, back=True)
        assert [photo.name for photo in (*first.photos, *rest.photos)] == [
            "race/2.png",
            "race/0.png",
        ]
        assert (rest.next, nothing_before.photos, nothing_before.next) == (None, [], None)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"step": "dogs"}, "step must be one of"),
        ({"state": "done"}, "state must be one of complete"),
        ({"part": "half"}, "part must be one of iteration, full"),
        ({"tag": "x"}, "tag must be one of"),
        ({"below": 0.5}, "name it"),
        ({"disagree": True}, "name it"),
        ({"open": True}, "name it"),
    ],
)
def test_what_cannot_be_asked_for_is_told(said: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Filter(**said)  # type: ignore[arg-type]
