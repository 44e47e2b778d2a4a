"""validate names everything in one pass; diff tells what became of the targets."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from src.core import InputError
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.difference import diff
from src.data.ui.seen_texts import alike, can_read
from src.data.ui.validate import exit_code, validate
from tests.conftest import real_data
from tests.data.pictures import save
from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    LABEL,
    SIGN,
    document,
    element,
    sample,
    screenshot,
    write_document,
    write_pictures,
    write_set,
)


def kinds(home: Path) -> list[tuple[str, str, str]]:
    return [(one.kind, one.sample, one.element) for one in validate(home, texts=False)]


def test_a_good_set_has_no_findings(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", BUTTON, FIELD, SIGN, ABSENT), sample("b", FIELD))
    assert validate(home, texts=False) == []
    assert exit_code([]) == 0


def test_every_fault_is_named_in_one_pass(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    wrong = [
        element(BUTTON, bbox=[0.1, 0.1, 1.6, 0.4]),
        element(FIELD, bbox=...),
        element(SIGN, click_point=[0, 0]),
        element(FIELD, type=3),
    ]
    given = document(sample("a", *wrong), sample("b", width=9), sample("c"), version="3")
    write_document(tmp_path, given)
    assert kinds(tmp_path) == [
        ("another version", "", ""),
        ("box outside", "a", "button"),
        ("missing key", "a", "field"),
        ("click outside", "a", "sign"),
        ("wrong value", "a", "field"),
        ("duplicate id", "a", "field"),
        ("width or height", "b", ""),
        ("thin target", "b", "button"),
        ("thin target", "b", "label"),
        ("thin target", "b", "sign"),
        ("missing picture", "c", ""),
        ("thin target", "c", "label"),
    ]
    assert exit_code(validate(tmp_path, texts=False)) == 2


EMPTY = {
    "no samples": (document(samples=[]), "no samples", "has no samples, so there is nothing to"),
    "no elements": (document(sample("a", elements=[])), "nothing to ask", "no element can be"),
    "none that counts": (
        document(sample("a", element(FIELD, scored=False))), "nothing to ask", "no element can be",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "kind", "words"), EMPTY.values(), ids=EMPTY)
def test_a_set_of_which_nothing_can_be_asked_is_at_fault(
    tmp_path: Path, given: dict[str, Any], kind: str, words: str
) -> None:
    write_pictures(tmp_path, "a")
    file = write_document(tmp_path, given)
    with pytest.raises(InputError, match=f"^{re.escape(str(file))}: {words}"):
        AnnotatedScreens(str(tmp_path))
    (found,) = validate(tmp_path, texts=False)
    assert (found.kind, exit_code([found])) == (kind, 2)
    assert str(found).startswith(f"{file}: {words}")


def test_refusals_alone_can_be_asked_for_by_words(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", ABSENT))
    assert validate(home, texts=False) == []
    assert len(AnnotatedScreens(str(home), ask="instruction")) == 1


def test_a_picture_outside_the_set_is_told_as_a_run_tells_it(tmp_path: Path) -> None:
    write_pictures(tmp_path, "outside")
    home = write_set(tmp_path / "set", sample("a"))
    write_document(home, document(sample("a", image="../images/outside.png")))
    with pytest.raises(InputError) as stopped:
        AnnotatedScreens(str(home))
    (found,) = [one for one in validate(home, texts=False) if one.severity == "fault"]
    assert str(found) == str(stopped.value)
    assert str(found).count("sample 'a'") == 1
    assert f"sample 'a': its picture is {home}/../images/outside.png, which is not" in str(found)


@pytest.mark.parametrize("wrong", ["40", 40.5, None, ...])
def test_a_size_of_the_wrong_kind_is_not_held_against_the_picture(
    tmp_path: Path, wrong: Any
) -> None:
    home = write_set(tmp_path, sample("a", width=wrong))
    assert kinds(home) == [("missing key" if wrong is ... else "wrong value", "a", "")]


@pytest.mark.parametrize("far", [float("inf"), float("nan"), 1e308])
@pytest.mark.parametrize("key", ["polygon", "raw_box_coordinates"])
def test_a_click_is_not_held_against_corners_that_are_nowhere(
    tmp_path: Path, key: str, far: float
) -> None:
    sign = element(SIGN, polygon=..., click_point=[0.8, 0.3])
    wrong = element(sign, **{key: [far, 3, -far, 12, 28, far]})
    found = {kind for kind, *_ in kinds(write_set(tmp_path, sample("a", wrong)))}
    assert found
    assert found <= {"not finite", "box outside", "contradiction"}


def test_what_looks_wrong_is_a_warning(tmp_path: Path) -> None:
    thin = element(BUTTON, id="line", bbox=[0.1, 0.1, 0.6, 0.25])
    home = write_set(tmp_path, sample("a", BUTTON, element(FIELD, bbox=BUTTON["bbox"]), thin))
    save(home / "images" / "b.png", screenshot("a"))
    write_document(
        home,
        document(
            sample("a", BUTTON, element(FIELD, bbox=BUTTON["bbox"]), thin), sample("b", FIELD)
        ),
    )
    found = validate(home, texts=False)
    assert {one.severity for one in found} == {"warning"}
    assert kinds(home) == [
        ("thin target", "a", "line"),
        ("same box", "a", "field"),
        ("same picture", "b", ""),
    ]
    assert exit_code(found) == 0
    assert str(found[0]) == (
        f"{home}/annotations.json, sample 'a', element 'line': is 4.5 px thin, less than 5 px: can "
        "anybody click on it?"
    )


def test_a_thin_element_of_five_pixels_is_none(tmp_path: Path) -> None:
    five = element(BUTTON, bbox=[0.1, 0.1, 0.6, 0.266666])  # 4.99998 px by six digits
    assert kinds(write_set(tmp_path, sample("a", five))) == []


def written(home: Path, *texts: tuple[str, str]) -> Path:
    """A white screenshot on which the first text of each pair is drawn, and the second claimed."""
    image = Image.new("RGB", (320, 60 * len(texts)), "white")
    font, elements = ImageFont.load_default(22), []
    for n, (drawn, claimed) in enumerate(texts):
        ImageDraw.Draw(image).text((20, 60 * n + 15), drawn, "black", font)
        box = [10 / 320, n / len(texts), 310 / 320, (n + 1) / len(texts)]
        elements.append({"id": str(n), "bbox": box, "text": claimed})
    save(home / "images" / "a.png", np.asarray(image))
    shape = {"width": 320, "height": 60 * len(texts)}
    write_document(home, document(sample("a", *elements, **shape)))
    return home


def test_a_text_that_is_not_on_the_screen_is_named(tmp_path: Path) -> None:
    if not can_read():
        pytest.skip("rapidocr is not installed (extra grounding)")
    home = written(
        tmp_path, ("Save as", "Save as"), ("Two words\nTwo lines", "Two words Two lines"),
        ("Cancel", "Submit query"), ("x", "×"),
    )  # fmt: skip
    (found,) = validate(home)
    assert (found.kind, found.element, found.severity) == ("text not seen", "2", "warning")
    assert "'Submit query' cannot be read on the screen" in str(found)


def test_texts_that_nobody_could_look_for_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("src.data.ui.validate.can_read", lambda: False)
    (found,) = validate(write_set(tmp_path, sample("a", BUTTON)))
    assert (found.kind, found.severity) == ("texts not checked", "warning")
    assert "1 texts were not looked for on the screen: install the extra grounding" in str(found)


@pytest.mark.parametrize(
    ("text", "seen", "same"),
    [
        ("Sign up", "Sign up", True),
        ("Sign up", "SIGNUP now", True),
        ("Straße 5", "Strasse 5", True),
        ("Settings", "Sett1ngs", True),
        ("Settings", "Cancel", False),
        ("OK", "", False),
    ],
)
def test_texts_are_alike_or_not(text: str, seen: str, same: bool) -> None:
    assert alike(text, seen) is same


def versions(tmp_path: Path, old: list[Any], new: list[Any]) -> list[str]:
    for name, samples in (("old", old), ("new", new)):
        write_set(tmp_path / name, *samples)
    return [str(change) for change in diff(tmp_path / "old", tmp_path / "new")]


def test_the_same_set_has_no_changes(tmp_path: Path) -> None:
    rounded = element(BUTTON, bbox=[0.1000001, 0.1, 0.6, 0.4])
    assert versions(tmp_path, [sample("a", BUTTON, ABSENT)], [sample("a", ABSENT, rounded)]) == []


def test_targets_come_go_and_move(tmp_path: Path) -> None:
    moved = element(FIELD, bbox=[0.1, 0.5, 0.9, 0.95])
    told = element(LABEL, text="Log in", click_point=[0.3, 0.25])
    renamed = element(SIGN, id="arrow")
    assert versions(
        tmp_path,
        [sample("a", BUTTON, LABEL, FIELD, SIGN), sample("b", BUTTON)],
        [sample("c", BUTTON), sample("a", LABEL | told, moved, renamed, ABSENT)],
    ) == [
        "came: c: a screenshot with 1 targets",
        "changed: a, label: text was 'Login' and is 'Log in'",
        "changed: a, label: click_point was None and is (12.0, 7.5)",
        "moved: a, field: from [4.0, 15.0, 36.0, 27.0] to [4.0, 15.0, 36.0, 28.5] px, IoU 0.89",
        "renamed: a, arrow: was called 'sign'",
        "came: a, absent: a refusal, 'press the bell'",
        "went: a, button: a bbox, 'Login'",
        "went: b: a screenshot with 1 targets",
    ]


def test_an_element_that_becomes_a_refusal_has_moved(tmp_path: Path) -> None:
    gone = element(ABSENT, id="button", text="Login", type="button")
    changes = versions(tmp_path, [sample("a", BUTTON)], [sample("a", gone)])
    assert changes == [
        "moved: a, button: was a bbox and is a refusal",
        "changed: a, button: instruction was '' and is 'press the bell'",
    ]


def test_another_picture_is_told(tmp_path: Path) -> None:
    for name in ("old", "new"):
        write_set(tmp_path / name, sample("a", BUTTON))
    save(tmp_path / "new" / "images" / "a.png", screenshot("b"))
    (change,) = diff(tmp_path / "old", tmp_path / "new")
    assert str(change) == "changed: a: has another picture"


def test_a_version_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    home = write_set(tmp_path / "old")
    with pytest.raises(InputError, match=r"^NEW: .*none does not exist"):
        diff(home, tmp_path / "none")
    write_document(tmp_path / "new", document(sample("a", element(BUTTON, bbox=...))))
    with pytest.raises(InputError, match=r"new/annotations\.json, sample 'a', element 'button'"):
        diff(home, tmp_path / "new")


@pytest.mark.parametrize(("name", "thin"), [("ui_osworld_g", 3), ("ui_mobile_roboflow19", 4)])
def test_real_sets_have_no_faults(name: str, thin: int) -> None:
    found = validate(real_data(name), texts=False)
    assert [one.kind for one in found] == ["thin target"] * thin
    assert diff(real_data(name), real_data(name)) == []


def test_a_document_that_was_written_is_the_same_to_diff(tmp_path: Path) -> None:
    home = real_data("ui_osworld_g")
    given = json.loads((home / "annotations.json").read_text())
    given["samples"] = given["samples"][::-1]
    file = write_document(tmp_path, given)
    assert diff(home, file) == []
