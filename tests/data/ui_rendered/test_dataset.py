"""``dataset=ui_rendered``: pages that are rendered once and kept."""

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError, element_of
from src.data.ui_rendered import browser
from src.data.ui_rendered.corpus import Recipe, generate_pages, pages_of, write_pages
from src.data.ui_rendered.dataset import UiRendered
from src.data.ui_rendered.page import HELD_OUT
from tests.data.ui.screens import BUTTON, FIELD, document, write_document, write_set
from tests.data.ui.screens import sample as described
from tests.data.ui_rendered.chromium import skip_without_chromium
from tests.evaluation.same import differences

PAGES = {"train": 2, "val": 1, "test": 1}


@pytest.fixture(name="folder", scope="module")
def folder_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    skip_without_chromium()
    return write_pages(tmp_path_factory.mktemp("pages") / "set", Recipe(PAGES, 4)).folder


def test_pages_have_the_split_that_they_were_made_for(folder: Path) -> None:
    entries = UiRendered(str(folder)).entries
    assert [entry.split for entry in entries] == ["train", "train", "val", "test"]
    assert all({"theme", "platform"} == entry.tags.keys() for entry in entries)


def test_questions_are_of_one_level_and_the_truth_is_of_both(folder: Path) -> None:
    for level in ("control", "leaf"):
        for sample in UiRendered(str(folder), level=level, most=5).samples():
            levels = dict(
                zip(*(sample.truth.extra[k].tolist() for k in ("element", "level")), strict=True)
            )
            asked = {element_of(question.id) for question in sample.picture.questions}
            assert 0 < len(asked) <= 5
            assert {levels[element] for element in asked} == {level}
            assert set(levels.values()) == {"control", "leaf"}


def test_types_take_turns_in_being_asked_for(folder: Path) -> None:
    for sample in UiRendered(str(folder), most=6).samples():
        extra = sample.truth.extra
        types = dict(zip(extra["element"].tolist(), extra["type"].tolist(), strict=True))
        possible = {
            kind
            for kind, level, counts in zip(
                extra["type"], extra["level"], sample.truth.counts, strict=True
            )
            if level == "control" and counts
        }
        asked = [types[element_of(question.id)] for question in sample.picture.questions]
        assert len(set(asked)) >= min(len(asked), len(possible)) - 1


def test_every_element_tells_its_component_and_whether_training_had_it(folder: Path) -> None:
    dataset = UiRendered(str(folder))
    for sample in dataset.samples():
        extra = sample.truth.extra
        for component, kept in zip(extra["component"], extra["held_out"], strict=True):
            assert (kept == "yes") == any(component in own for own in HELD_OUT.values())
    assert "yes" in dataset.read(dataset.entries[-1]).truth.extra["held_out"]


def test_words_ask_for_some_of_the_controls(folder: Path) -> None:
    dataset = UiRendered(str(folder), ask="instruction", most=None)
    told = [
        question.instruction
        for sample in dataset.samples()
        for question in sample.picture.questions
    ]
    assert len(told) > 20
    assert all(words and words.endswith(".") for words in told)


def test_a_copy_in_another_process_reads_the_same_pages_and_is_small(folder: Path) -> None:
    dataset = UiRendered(str(folder))
    sent = pickle.dumps(dataset)
    assert len(sent) < 6000
    copy = pickle.loads(sent)  # noqa: S301
    for entry in dataset.entries:
        assert differences(copy.read(entry), dataset.read(entry)) == []


def test_pages_are_rendered_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    skip_without_chromium()
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    recipe = Recipe({"train": 1}, 11, "phone")
    first = pages_of(recipe, processes=1)
    monkeypatch.setattr("src.data.ui_rendered.corpus.version", lambda: pytest.fail("again"))
    assert pages_of(recipe, processes=1) == first
    other = Recipe({"train": 1}, 12, "phone")
    assert other.fingerprint != recipe.fingerprint


def test_a_count_is_shared_out_among_the_splits(tmp_path: Path) -> None:
    skip_without_chromium()
    written = generate_pages(tmp_path / "set", 5, seed=2, platform="phone")
    assert written.screens == 5
    splits = [entry.split for entry in UiRendered(str(tmp_path / "set")).entries]
    assert splits == ["train"] * 3 + ["val", "test"]


def test_without_chromium_one_sentence_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda _: None)
    monkeypatch.delenv("BRUSHWORK_CHROMIUM", raising=False)
    with pytest.raises(InputError, match="install Debian's package chromium"):
        write_pages(tmp_path / "set", Recipe({"train": 1}, 0))
    assert not (tmp_path / "set").exists()


def test_without_playwright_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_without_chromium()
    monkeypatch.setitem(__import__("sys").modules, "playwright.sync_api", None)
    with pytest.raises(InputError, match=r"brushwork\[grounding\]"), browser.Browser():
        pass


def test_without_a_cache_it_says_where_pages_could_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", "")
    with pytest.raises(InputError, match=r"BRUSHWORK_CACHE is empty.*dataset.root"):
        UiRendered()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"level": "window"}, "dataset.level must be one of"),
        ({"platform": "watch"}, "dataset.platform must be one of"),
        ({"pages": {"dev": 3}}, "dataset.pages must be splits"),
        ({"pages": {"train": 0}}, "dataset.pages must be splits"),
        ({"root": "nowhere"}, "dataset.root: .* does not exist"),
    ],
)
def test_what_cannot_be_rendered_is_told(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        UiRendered(**wrong)  # type: ignore[arg-type]


@pytest.fixture(name="walked")
def walked_fixture(tmp_path: Path) -> Path:
    """Two pages of which nobody had to render anything."""
    button = {**BUTTON, "level": "control"}
    pages = [described(name, button, {**FIELD, "level": "control"}, split="val") for name in "ab"]
    return write_set(tmp_path, *pages)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (described("b", id=..., split="val"), "sample 'images/b.png': has no 'id': add it"),
        ("b", "a sample must be an object, not 'b'"),
        (7, "a sample must be an object, not 7"),
    ],
)
def test_a_broken_sample_is_one_sentence(walked: Path, wrong: object, said: str) -> None:
    given = json.loads((walked / "annotations.json").read_text())
    given["samples"][1] = wrong
    file = write_document(walked, given)
    with pytest.raises(InputError, match=f"^{re.escape(str(file))}.*{re.escape(said)}"):
        UiRendered(str(walked))
    copy = pickle.loads(pickle.dumps(UiRendered(str(walked), on_error="skip")))  # noqa: S301
    assert [page.name for page in copy.samples()] == ["a"]


@pytest.mark.parametrize(
    ("chosen", "asked"),
    [
        ({}, {"button", "field"}),
        ({"types": ["button"]}, {"button"}),
        ({"without": ["button"]}, {"field"}),
        ({"types": ["button"], "most": 1}, {"button"}),
        ({"types": ["field"], "most": 1}, {"field"}),
    ],
)
def test_a_user_chooses_the_types_that_are_asked_for(
    walked: Path, chosen: dict[str, Any], asked: set[str]
) -> None:
    dataset = UiRendered(str(walked), **chosen)
    for page in dataset.samples():
        assert {element_of(question.id) for question in page.picture.questions} == asked
        assert len(page.truth) == 2
    assert (dataset.fingerprint == UiRendered(str(walked)).fingerprint) == (not chosen)


def test_pages_that_are_asked_as_usual_are_what_they_were(walked: Path) -> None:
    assert (
        UiRendered(str(walked)).asking.settings
        == "click original all None [] 1 human 0.18 1 True control 12"
    )


def test_types_that_no_page_has_are_refused(walked: Path) -> None:
    with pytest.raises(InputError, match=r"no element can be clicked .*dataset\.types=\['knob'\]"):
        UiRendered(str(walked), types=["knob"])


def test_a_file_without_pages_is_one_sentence(tmp_path: Path) -> None:
    write_document(tmp_path, document(samples=[]))
    with pytest.raises(InputError, match=r"annotations\.json: has no samples"):
        UiRendered(str(tmp_path))


def test_another_set_is_refused_as_pages(tmp_path: Path) -> None:
    from src.data.ui_rendered.generating import generate

    generate("synthetic", 1, tmp_path / "drawn", processes=1)
    with pytest.raises(InputError, match="dataset=ui reads sets that were not rendered"):
        UiRendered(str(tmp_path / "drawn"))
