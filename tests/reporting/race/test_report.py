"""What a run on race photos shows, and whom it never names."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from src.core import Row, Scorecard
from src.reporting.folder import FolderSink
from src.reporting.race.report import RaceReport
from src.running.document import run_document
from src.scoring.race import Race
from src.tracking.record.scorecards import log_scorecard
from tests.conformance.rows import row_of
from tests.conformance.worlds import world_of

NAMES = ("Ann", "Bob")


@pytest.fixture(name="shown", scope="module")
def shown_fixture() -> tuple[RaceReport, Scorecard, list[Row]]:
    scorer, world, report = Race(resamples=50), world_of("race"), RaceReport(pictures=1)
    rows = []
    for place, sample in enumerate(world.samples):
        found = world.answers["perfect" if place else "partial"](sample)
        rows.append(row_of(scorer, sample, found))
        report.observe(sample, found, rows[-1])
    return report, scorer.summarise(rows), rows


def text_of(report: RaceReport, card: Scorecard) -> str:
    console = Console(file=io.StringIO(), width=200)
    for part in report.printed(card):
        console.print(part)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_the_worst_photo_is_drawn_and_listed(
    shown: tuple[RaceReport, Scorecard, list[Row]], tmp_path: Path
) -> None:
    report, card, _ = shown
    report.finish(card, FolderSink(tmp_path, "run"))
    assert {path.name for path in tmp_path.rglob("*.png")} == {
        "worst_1_sample-0.png",
        "best_1_sample-5.png",
    }
    words = text_of(report, card)
    assert "sample-0" in words
    assert "5 PASS, 1 PARTIAL, 0 MISS" in words
    assert "Photos of me" in words


def test_run_json_holds_every_photo_and_pseudonyms(
    shown: tuple[RaceReport, Scorecard, list[Row]],
) -> None:
    report, card, _ = shown
    config = {"split": "all", "note": "why", "seed": 1}
    tags = {"dataset.fingerprint": "aa", "reference.frozen": "v1"}
    about = {"id": "1f", "name": "run"}
    text = run_document(about, config, tags, card, datetime.now(UTC), report.photos(card))
    whole = json.loads(text)
    assert (whole["run_id"], whole["frozen_set"], whole["note"]) == ("1f", "v1", "why")
    assert whole["metrics"]["bibs/recall"] == card.metrics["bibs/recall"]
    assert whole["metrics"]["clustering/must_links_broken"] is None
    assert len(whole["photos"]) == 6
    first = whole["photos"][0]
    assert first["status"] == "PARTIAL"
    bib = first["boxes"][0]
    assert (bib["side"], bib["class"], bib["kind"], bib["box"]) == (
        "truth",
        "bib",
        "missed",
        [20, 120, 60, 150],
    )
    people = [
        own["person"] for own in first["boxes"] if own["side"] == "truth" and own["class"] == "face"
    ]
    assert people == ["person_1", "person_2"]
    assert {own["kind"] for own in first["links"]} == {"matched", "missed"}
    assert len(whole["host"]) == 16


def test_nothing_that_is_kept_names_or_measures_anybody(
    shown: tuple[RaceReport, Scorecard, list[Row]], tmp_path: Path
) -> None:
    report, card, rows = shown
    assert {name for row in rows for name in row.withheld["identities"]["identity"].tolist()}
    sink = FolderSink(tmp_path, "run")
    log_scorecard(sink, card)
    report.finish(card, sink)
    sink.text("run.json", json.dumps(report.photos(card)))
    sink.text("printed.txt", text_of(report, card))
    sink.flush()
    written = [path.read_text() for path in tmp_path.rglob("*") if path.suffix not in ("", ".png")]
    assert len(written) > 4
    assert not [name for name in NAMES if any(name in text for text in written)]
    for table in (card.rows, *card.tables.values()):
        assert all(np.asarray(column).ndim == 1 for column in table.values())
    assert not any(name in repr(row) for row in rows for name in NAMES)
