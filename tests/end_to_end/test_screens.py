"""A set of screenshots that cannot be used ends a run with one sentence and code 2."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    SIGN,
    coco,
    document,
    element,
    sample,
    task,
    write_document,
    write_labels,
    write_pictures,
)
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]

WRONG: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "missing key": ([element(BUTTON, bbox=...)], {}, "element 'button': has no 'bbox'"),
    "outside": ([element(BUTTON, bbox=[0.1, 0.1, 1.5, 0.3]), FIELD], {}, "leaves 0–1"),
    "reversed": ([element(BUTTON, bbox=[0.5, 0.1, 0.2, 0.3]), FIELD], {}, "x2 <= x1"),
    "NaN": ([element(BUTTON, bbox=[0, 0, float("nan"), 1])], {}, "must be finite numbers"),
    "sizes": (
        [element(BUTTON, id=str(n), bbox=[0.6, 0.6 + n / 10, 0.2, 0.1]) for n in range(3)],
        {}, "3 of 3 boxes leave the picture",
    ),
    "duplicate id": ([BUTTON, BUTTON], {}, "another element of this sample has the same id"),
    "missing picture": ([BUTTON], {"image": "images/b.png"}, "b.png is missing"),
    "another size": ([BUTTON], {"height": 31}, "40×31, but"),
    "polygon of two": ([element(SIGN, polygon=[[0.7, 0.1], [0.9, 0.4]])], {}, "2 corners"),
    "refusal with a box": ([element(ABSENT, bbox=[0, 0, 1, 1]), BUTTON], {}, "is a refusal"),
    "click outside": ([element(BUTTON, click_point=[0.9, 0.9])], {}, "is not on the element"),
}  # fmt: skip


def refused(answer: Answer, *words: str) -> None:
    assert answer.code == 2
    assert len(answer.err.strip().splitlines()) == 1
    assert "Traceback" not in answer.err + answer.out
    for word in words:
        assert word in answer.err


@pytest.mark.parametrize(("elements", "changed", "words"), WRONG.values(), ids=WRONG)
def test_bad_annotations_end_with_one_sentence(
    run: Run, workplace: Path, elements: list[dict[str, Any]], changed: dict[str, Any], words: str
) -> None:
    write_pictures(workplace / "set", "a")
    write_document(workplace / "set", document(sample("a", *elements, **changed)))
    answer = run("dataset=ui", "dataset.root=set", "tracking=folder", "tracking.folder=results")
    refused(answer, "set/annotations.json", "sample 'a'", words)


def test_another_version_ends_with_one_sentence(run: Run, workplace: Path) -> None:
    write_document(workplace / "set", document(version="2.0"))
    refused(run("dataset=ui", "dataset.root=set"), "set/annotations.json", "has version '2.0'")


@pytest.mark.parametrize("option", ["ui_screenspot", "ui_coco", "ui_yolo", "ui_osworld_g"])
def test_the_other_files_do_so_too(run: Run, workplace: Path, option: str) -> None:
    home = workplace / "set"
    write_pictures(home, "a")
    if option == "ui_screenspot":
        (home / "ground_truth.json").write_text(json.dumps([task(bbox=[1, 2])]))
    elif option == "ui_coco":
        (home / "annotations.json").write_text(json.dumps(coco("a", categories=...)))
    elif option == "ui_yolo":
        write_labels(home, "a", "0 0.5")
    else:
        write_document(home, document(sample("a", element(BUTTON, raw_box_coordinates=[1] * 4))))
    words = {
        "ui_screenspot": "task a-0: bbox must be four finite numbers",
        "ui_coco": "has no list 'categories'",
        "ui_yolo": "a.txt, line 1: '0 0.5' is not a class and four numbers",
        "ui_osworld_g": "element 'button': bbox and raw_box_coordinates are 22.0 px apart",
    }
    refused(run(f"dataset={option}", "dataset.root=set"), words[option])


def test_settings_are_checked_before_anything_is_read(run: Run) -> None:
    refused(
        run("dataset=ui", "dataset.root=set", "dataset.click.repeats=0"), "dataset.click.repeats"
    )
    refused(run("dataset=ui", "dataset.root=set", "dataset.click.kind=often"), "click.kind")
