"""annotations.json as a noun: nothing of a file is lost."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import InputError
from src.data.ui.conversion import in_fractions, in_pixels
from src.data.ui.document import document_faults, read_annotations, write_annotations
from src.data.ui.elements import Element
from src.data.ui.records import Annotations, ElementRecord, ScreenshotRecord
from tests.conftest import real_data
from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    LABEL,
    SIGN,
    sample,
    write_set,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-1, 1) | st.text(max_size=5),
    lambda own: st.lists(own, max_size=3) | st.dictionaries(st.text(max_size=5), own, max_size=3),
    max_leaves=5,
)
UNKNOWN = st.dictionaries(st.text(max_size=6).map(lambda key: f"x_{key}"), JSON, max_size=4)
WORDS = st.text(max_size=6)


@st.composite
def boxes(draw: st.DrawFn) -> list[float]:
    x1, y1 = (draw(st.floats(0, 0.8)) for _ in range(2))
    return [x1, y1, x1 + draw(st.floats(0.01, 0.2)), y1 + draw(st.floats(0.01, 0.2))]


@st.composite
def elements(draw: st.DrawFn, id: str) -> dict[str, Any]:
    own: dict[str, Any] = {"id": id}
    optional: dict[str, Any] = {
        "text": draw(WORDS | st.none()), "type": draw(WORDS), "refined_instruction": draw(WORDS),
        "level": draw(st.sampled_from(["control", "leaf", "", None])),
        "GUI_types": draw(st.lists(WORDS, max_size=2)), "scored": draw(st.booleans()),
        "instruction": draw(WORDS),
    }  # fmt: skip
    own |= {key: value for key, value in optional.items() if draw(st.booleans())}
    if draw(st.booleans()):
        box = draw(boxes())
        own |= {"bbox": box, "click_point": [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]}
        if draw(st.booleans()):
            own |= {"box_type": "polygon", "polygon": [box[:2], [box[2], box[1]], box[2:]]}
            del own["click_point"]
    else:
        own |= {"box_type": "refusal", "bbox": None, "instruction": "press the bell"}
    return dict(draw(st.permutations([*(own | draw(UNKNOWN)).items()])))


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    samples = [
        sample(
            str(n),
            *[draw(elements(str(k))) for k in range(draw(st.integers(1, 3)))],
            **draw(UNKNOWN),
        )
        for n in range(draw(st.integers(0, 2)))
    ]
    return {"version": "1.0", "dataset": "drawn", "samples": samples, **draw(UNKNOWN)}


@given(documents())
def test_reading_and_writing_loses_nothing(given: dict[str, Any]) -> None:
    assert [*document_faults(given, "f")] == []
    written = Annotations.read(given).as_json()
    assert written == given
    assert json.dumps(written) == json.dumps(given)  # order and ways of writing too


@given(documents(), WORDS)
def test_what_nobody_changed_stays_when_something_is(given: dict[str, Any], text: str) -> None:
    read = Annotations.read(given)
    samples = [
        replace(one, elements=tuple(replace(own, text=text or "x") for own in one.elements))
        for one in read.samples
    ]
    written = replace(read, samples=tuple(samples)).as_json()
    for sample_ in written["samples"]:
        for own in sample_["elements"]:
            assert own.pop("text") == (text or "x")
    for sample_ in given["samples"]:
        for own in sample_["elements"]:
            own.pop("text", None)
    assert written == given


def test_a_file_is_read_and_written(tmp_path: Path) -> None:
    home = write_set(tmp_path / "old", sample("a", BUTTON, SIGN, ABSENT))
    read = read_annotations(home)
    place = write_annotations(tmp_path / "new", read)
    assert place == tmp_path / "new" / "annotations.json"
    assert read_annotations(place) == read
    assert json.loads(place.read_text()) == json.loads((home / "annotations.json").read_text())


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    wrong = ElementRecord("a", (0.5, 0.5, 0.1, 0.9))
    shot = ScreenshotRecord("s", "s.png", 40, 30, (wrong,))
    with pytest.raises(InputError, match=r"sample 's', element 'a': bbox .* x2 <= x1"):
        write_annotations(tmp_path / "annotations.json", Annotations("set", (shot,)))
    assert not (tmp_path / "annotations.json").exists()


def test_a_new_element_has_the_keys_that_say_something() -> None:
    record = ElementRecord("a", (0.1, 0.1, 0.2, 0.2), text="OK", type="button")
    expected = {"id": "a", "bbox": [0.1, 0.1, 0.2, 0.2], "text": "OK", "type": "button"}
    assert record.as_json() == expected
    assert ElementRecord.read(expected) == record


def test_a_key_goes_when_its_value_does() -> None:
    record = ElementRecord.read({**BUTTON, "click_point": [0.2, 0.2], "theirs": 1})
    assert "click_point" not in replace(record, click_point=None).as_json()
    assert replace(record, text=None).as_json().keys() == {
        "id",
        "bbox",
        "type",
        "theirs",
        "click_point",
    }


def test_an_element_that_moves_forgets_where_else_it_was() -> None:
    raw = {**SIGN, "raw_box_coordinates": [28, 3, 36, 12, 28, 12], "theirs": 1}
    moved = ElementRecord.read(raw).moved((0.1, 0.1, 0.2, 0.2)).as_json()
    assert moved == {
        "id": "sign", "bbox": [0.1, 0.1, 0.2, 0.2], "type": "icon", "theirs": 1,
    }  # fmt: skip


@pytest.mark.parametrize("given", [BUTTON, LABEL, FIELD, SIGN, ABSENT], ids=lambda own: own["id"])
def test_pixels_and_fractions_are_the_way_back_of_one_another(given: dict[str, Any]) -> None:
    shape = (1080, 1921)
    element_ = in_pixels(ElementRecord.read(given), shape)
    again = in_pixels(in_fractions(element_, shape), shape)
    assert _near(again, element_)


def _near(first: Element, second: Element) -> bool:
    """The same element, give or take what a division loses."""
    places = [
        [*(one.box or ()), *(v for own in one.polygon or () for v in own)]
        for one in (first, second)
    ]
    same = replace(first, box=None, polygon=None) == replace(second, box=None, polygon=None)
    return same and places[0] == pytest.approx(places[1], abs=1e-9)


def test_keys_values_and_order_survive_and_digits_do_not(tmp_path: Path) -> None:
    home = write_set(tmp_path / "old", sample("a", BUTTON))
    file = home / "annotations.json"
    numbers = (
        '"zoom": 0.10, "bbox": [1e-1, 0.10, 6.0e-1, 0.4], "by": 12345678901234567890.5, "all": 1,'
    )
    file.write_text(file.read_text().replace('"bbox": [0.1, 0.1, 0.6, 0.4],', numbers))
    written = write_annotations(tmp_path / "new", read_annotations(file)).read_text()
    before, after = (
        json.loads(own)["samples"][0]["elements"][0] for own in (file.read_text(), written)
    )
    assert [*after.items()] == [*before.items()]
    assert [*after][:5] == ["id", "zoom", "bbox", "by", "all"]
    assert '"zoom": 0.1,' in written


@pytest.mark.parametrize("name", ["ui_osworld_g", "ui_mobile_roboflow19"])
def test_real_files_survive(name: str) -> None:
    file = real_data(name) / "annotations.json"
    given = json.loads(file.read_text())
    assert read_annotations(file).as_json() == given
