"""A comparison as files: numbers, the table, plots; others' figures apart."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from src.reporting.folder import FolderSink
from src.reporting.grounding.contest_report import leave_comparison
from src.reporting.grounding.contest_text import comparison_text
from src.reporting.grounding.plots import Style
from src.reporting.grounding.published import PUBLISHED
from src.reporting.palette import SERIES
from src.scoring.grounding.contest import Contest, compete
from tests.scoring.grounding.contests import method


@pytest.fixture(name="contest", scope="module")
def contest_fixture() -> Contest:
    return compete([
        method("ui_net", "+-+-+-"),
        method("ui_fused + fixed", "+++-++"),
        method("crop_oracle", "++++++", oracle=True),
    ])  # fmt: skip


def test_everything_is_in_the_file(contest: Contest, tmp_path: Path) -> None:
    leave_comparison(contest, "ui_synthetic", FolderSink(tmp_path, "comparison"))
    whole = json.loads((tmp_path / "comparison.json").read_text())
    assert whole["dataset"] == {
        "name": "ui_synthetic", "fingerprints": ["aa"], "samples": 3, "targets": 6,
        "left_out": {"ui_net": 0, "ui_fused + fixed": 0, "crop_oracle": 0},
    }  # fmt: skip
    assert [(own["rank"], own["name"]) for own in whole["methods"]] == [
        (1, "ui_fused + fixed"), (2, "ui_net")
    ]  # fmt: skip
    assert [own["name"] for own in whole["oracles"]] == ["crop_oracle"]
    first = whole["methods"][0]
    assert first["numbers"]["detection_rate_at_0.50"] == pytest.approx(5 / 6)
    low, high = first["numbers"]["detection_rate_at_0.50_interval"]
    assert low <= 5 / 6 <= high
    assert first["parts"]["size=32_to_100"]["targets"] == 6
    assert first["parts"]["size=over_100"]["detection_rate"] is None
    assert first["times_ms"]["locating_p50_ms"] == 2
    assert first["spent"] == {"spent_requests": 3}
    assert whole["pairs"][0]["p"] == 0.5
    assert whole["rules"]["edge"] == "closed"


def test_published_figures_are_marked_and_in_no_ranking(contest: Contest, tmp_path: Path) -> None:
    leave_comparison(contest, "ui_synthetic", FolderSink(tmp_path, "comparison"))
    whole = json.loads((tmp_path / "comparison.json").read_text())
    names = {own["name"] for own in (*whole["methods"], *whole["oracles"])}
    assert not names & {own.method for own in PUBLISHED}
    assert "never ranked" in whole["published"]["note"]
    assert {own["score"] for own in whole["published"]["figures"]} == {
        39.5, 61.6, 49.6, 42.1, 18.9, 48.1, 63.6, 69.6, 70.6, 78.5, 85.0, 65.2, 79.0
    }  # fmt: skip
    assert all(own["source"] for own in whole["published"]["figures"])


def test_the_table_is_the_documents(contest: Contest) -> None:
    words = comparison_text(contest, "ui_synthetic")
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    assert lines[0] == lines[2] == "=" * 60
    assert lines[1] == "Evaluation Results: ui_fused + fixed vs ui_net"
    assert "Dataset: ui_synthetic (3 samples, 6 targets)" in words
    order = ["Methods, by rank", "Oracles:", "By Element Size:", "McNemar", "Failure Analysis:"]
    places = [words.index(word) for word in (*order, "PUBLISHED FIGURES")]
    assert places == sorted(places)
    assert "longer side" in words
    assert "cannot tell" in words


def test_errors_stand_beside_the_rates(tmp_path: Path) -> None:
    contest = compete([method("fails", "+eee"), method("down", "eeee"), method("a", "++--")])
    words = comparison_text(contest, "ui")
    rows = [line.split() for line in words.splitlines() if line.strip()[:1] in ("1", "2", "3")]
    cells = [(own[0], own[1], own[2], *own[5:7]) for own in rows[:3]]
    assert cells == [
        ("1", "a", "0.500", "0.500", "0"),
        ("2", "fails", "0.250", "1.000", "3"),
        ("3", "down", "0.000", "–", "4"),
    ]
    assert "hits of all targets, by which methods are ranked; an error is no hit" in words
    assert "- down: errors 4 (time-out)" in words
    leave_comparison(contest, "ui", FolderSink(tmp_path, "comparison"))
    whole = json.loads((tmp_path / "comparison.json").read_text())
    assert whole["rate"] == "accuracy_at_0.50"
    assert [own["numbers"]["errors"] for own in whole["methods"]] == [0, 3, 4]
    assert (tmp_path / "plots" / "by_size.png").is_file()


def test_a_baseline_that_is_missing_is_asked_for(contest: Contest, tmp_path: Path) -> None:
    assert "Baseline missing" not in comparison_text(contest, "ui")
    looks = replace(
        method("ui_net + robust", "++"), absent_baseline="detector=ui_net transforms=none"
    )
    beside = compete([looks, method("ui_fused", "+-")])
    words = " ".join(comparison_text(beside, "ui").split())
    assert (
        "Baseline missing: ui_net + robust used transforms, and the same method and crop without "
        "them is not in the table; run it beside: detector=ui_net transforms=none" in words
    )
    leave_comparison(beside, "ui", FolderSink(tmp_path, "comparison"))
    whole = json.loads((tmp_path / "comparison.json").read_text())
    assert whole["without_baseline"] == {"ui_net + robust": "detector=ui_net transforms=none"}


def test_a_comparison_of_a_part_says_so() -> None:
    contest = compete([method("a", "++++"), method("b", "++", fingerprint="bb")], common=True)
    words = " ".join(comparison_text(contest, "ui").split())
    assert "The sets differ: compared is what all were asked; left out: a 2" in words


def test_plots_can_be_opened(contest: Contest, tmp_path: Path) -> None:
    leave_comparison(contest, "ui_synthetic", FolderSink(tmp_path, "comparison"))
    plots = {path.stem for path in (tmp_path / "plots").iterdir()}
    assert plots >= {"by_size", "element_size", "click_offset", "accuracy_latency", "confusion_1"}
    for path in (tmp_path / "plots").glob("*.png"):
        with Image.open(path) as picture:
            assert min(picture.size) > 200


def test_a_name_is_not_read_as_a_formula(tmp_path: Path) -> None:
    contest = compete([method("$a_{", "+-"), method("b$", "++")])
    leave_comparison(contest, "$\\frac{", FolderSink(tmp_path, "comparison"))
    assert (tmp_path / "plots" / "by_size.png").is_file()


def test_more_methods_than_colours_are_told_apart() -> None:
    styles = [Style(number) for number in range(3 * len(SERIES))]
    assert len({(own.colour, own.turn) for own in styles}) == len(styles)
