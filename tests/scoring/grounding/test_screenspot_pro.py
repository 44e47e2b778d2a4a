"""Two published logs of ScreenSpot-Pro give the published numbers, all of them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Scorecard
from src.scoring.grounding import Grounding
from src.scoring.grounding.comparison import compare_hits
from src.scoring.grounding.judging import hits
from src.scoring.grounding.tables import PARTS, QUESTIONS
from tests.conftest import real_data
from tests.scoring.grounding.screens import Element, answered, card_of, screen

JOINT = ("platform", "application", "group", "platform+application")
BY = ("size", *JOINT, "ui_type", *(f"{name}+ui_type" for name in JOINT))


@pytest.fixture(name="folder", scope="module")
def folder_fixture() -> Path:
    return real_data("ui_screenspot_pro_preds")


@cache
def tasks(folder: Path) -> list[dict[str, Any]]:
    return json.loads((folder / "ground_truth.json").read_text())  # type: ignore[no-any-return]


@cache
def points(folder: Path, model: str) -> tuple[tuple[float, float] | None, ...]:
    log = json.loads((folder / f"pred_{model}.json").read_text())["predictions"]
    return tuple(None if own["pred"] is None else tuple(own["pred"]) for own in log)


@cache
def card(folder: Path, model: str) -> Scorecard:
    """A log as the scorer sees it; what could not be read is an error."""
    pairs = []
    for task, point in zip(tasks(folder), points(folder, model), strict=True):
        words = {"ui_type": task["ui_type"]}
        element = Element("target", tuple(task["bbox"]), type="", words=words)
        tags = {name: task[name] for name in ("group", "platform", "application")}
        sample = screen([element], name=str(task["i"]), shape=(8, 8), **tags)
        pairs.append((sample, answered(sample, point or "format")))
    return card_of(Grounding(by=BY), *pairs)


def array(folder: Path, model: str) -> np.ndarray:
    return np.array([point or (np.nan, np.nan) for point in points(folder, model)])


def boxes(folder: Path) -> np.ndarray:
    return np.array([task["bbox"] for task in tasks(folder)], float)


@pytest.mark.parametrize(("model", "right"), [("aguvis", 367), ("qwen25vl", 323)])
def test_a_log_scores_as_published(folder: Path, model: str, right: int) -> None:
    metrics = card(folder, model).metrics
    assert (metrics["hits"], metrics["targets"]) == (right, 1581)
    published = json.loads((folder / f"pred_{model}.json").read_text())["published_overall"]
    assert metrics["accuracy"] == pytest.approx(published["action_acc"], abs=1e-12)
    assert metrics["errors"] == published["wrong_format_num"]
    assert metrics["detection_rate"] == right / (1581 - metrics["errors"])


@pytest.mark.parametrize("model", ["aguvis", "qwen25vl"])
def test_every_flag_of_a_log_is_the_recorded_one(folder: Path, model: str) -> None:
    log = json.loads((folder / f"pred_{model}.json").read_text())["predictions"]
    recorded = [own["correctness"] == "correct" for own in log]
    assert card(folder, model).tables[QUESTIONS]["hit"].tolist() == recorded
    assert hits(array(folder, model), boxes(folder)).tolist() == recorded


@pytest.mark.parametrize(("model", "right"), [("aguvis", 372), ("qwen25vl", 325)])
def test_truncated_points_would_score_higher(folder: Path, model: str, right: int) -> None:
    assert hits(np.trunc(array(folder, model)), boxes(folder)).sum() == right


def test_every_slice_of_the_published_file_is_the_same(folder: Path) -> None:
    published = json.loads((folder / "published_metrics_aguvis.json").read_text())
    table = card(folder, "aguvis").tables[PARTS]
    ours = {
        (by, part): (total, right, share)
        for by, part, total, right, share in zip(
            *(table[name].tolist() for name in ("by", "part", "targets", "hits", "accuracy")),
            strict=True,
        )
    }
    names = {"plat": "platform", "app": "application", "group": "group"}
    compared = 0
    for style in published.values():
        for key, numbers in ({"": style} if "action_acc" in style else style).items():
            words = [word.split(":") for word in key.split()]
            chosen = [(names[word], value) for word, value in words if word in names]
            by = "+".join(name for name, _ in chosen)
            part = " ".join(value for _, value in chosen)
            assert ours[by or "all", part][:2] == (
                numbers["num_total"], numbers["num_correct_action"]
            )  # fmt: skip
            assert ours[by or "all", part][2] == pytest.approx(numbers["action_acc"], abs=1e-12)
            for kind in ("text", "icon"):
                own = (f"{by}+ui_type", f"{part} {kind}") if by else ("ui_type", kind)
                # Who publishes 0 for a slice without a target of this kind means none.
                share = ours[own][2] if own in ours else 0.0
                assert share == pytest.approx(numbers[f"{kind}_acc"], abs=1e-12)
            compared += 1
    assert compared == 26 + 3 + 6 + 26 + 1


def test_the_same_targets_tell_two_methods_apart_whose_intervals_overlap(folder: Path) -> None:
    one, two = (card(folder, model) for model in ("aguvis", "qwen25vl"))
    assert one.intervals["accuracy"].overlaps(two.intervals["accuracy"])
    both = [own.tables[QUESTIONS] for own in (one, two)]
    (pair,) = compare_hits(
        ("aguvis", "qwen25vl"),
        np.stack([own["hit"] for own in both]),
        np.stack([own["outcome"] == "error" for own in both]),
    )
    assert (pair.only_first, pair.only_second, pair.errors) == (204, 160, 5)
    assert pair.p == pytest.approx(0.024, abs=5e-4)
    assert pair.better == "aguvis"


def test_size_is_of_the_longer_side(folder: Path) -> None:
    table = card(folder, "aguvis").tables[PARTS]
    small = (table["by"] == "size") & (table["part"] == "under_32")
    sides = boxes(folder)[:, 2:] - boxes(folder)[:, :2]
    assert table["targets"][small] == (sides.max(axis=1) < 32).sum()
    assert (sides.max(axis=1) < 32).mean() == pytest.approx(0.28, abs=0.005)
    assert (sides.min(axis=1) < 32).mean() == pytest.approx(0.74, abs=0.005)
