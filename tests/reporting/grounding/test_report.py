"""What a run on questions leaves: answers, a page that runs nothing, pictures of mistakes."""

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from src.core import Answers, Sample, Scorecard
from src.reporting.folder import FolderSink
from src.reporting.grounding.console import looks_sentence, size_table
from src.reporting.grounding.mistakes import Mistakes
from src.reporting.grounding.report import GroundingReport
from src.scoring.grounding import Grounding
from tests.scoring.grounding.screens import Element, answered, row_of, screen

EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
SAVE, MENU = (10.0, 10.0, 50.0, 30.0), (100.0, 10.0, 140.0, 30.0)


def watched(
    report: GroundingReport, *pairs: tuple[Sample, Answers], scorer: Grounding | None = None
) -> Scorecard:
    own = scorer or Grounding(resamples=100)
    rows = []
    for sample, answers in pairs:
        rows.append(row_of(own, sample, answers))
        report.observe(sample, answers, rows[-1])
    return own.summarise(rows)


def evil() -> tuple[Sample, Answers]:
    """A screen whose name, texts and ids are somebody else's idea of a joke."""
    elements = [Element(EVIL, SAVE, EVIL, EVIL), Element("menu", MENU)]
    sample = screen(elements, [EVIL, ("menu", 110.0, 20.0)], name=f"../{EVIL}", theme=EVIL)
    others = {0: [SAVE, MENU]}
    return sample, answered(sample, (200.0, 100.0, 280.0, 180.0), None, alternatives=others)


class Tags(HTMLParser):
    """All tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


@pytest.fixture(name="folder")
def folder_fixture(tmp_path: Path) -> Path:
    report = GroundingReport(pictures=2)
    card = watched(report, evil())
    sink = FolderSink(tmp_path / "out", f"run {EVIL}")
    report.finish(card, sink)
    sink.flush()
    return tmp_path / "out"


def test_no_text_becomes_a_tag_of_the_page(folder: Path) -> None:
    page = (folder / "failures.html").read_text()
    tags = Tags(page).seen
    assert "script" not in {tag for tag, _ in tags}
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
    pictures = [attributes["src"] or "" for tag, attributes in tags if tag == "img"]
    assert pictures
    assert all(picture.startswith("data:image/png;base64,") for picture in pictures)
    assert "&lt;script&gt;" in page


def test_the_page_needs_nothing_but_itself(folder: Path) -> None:
    page = (folder / "failures.html").read_text()
    assert "default-src &#x27;none&#x27;" in page
    assert not re.findall(r"(?:src|href)\s*=\s*\"(?!data:)", page)
    assert not re.findall(r"https?://|url\(", page)


def test_files_stay_below_their_folder(folder: Path) -> None:
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    crops = [path.name for path in files if path.parent.name == "failures"]
    assert {name.split("_")[0] for name in crops} == {"elsewhere", "nothing"}
    assert all(re.fullmatch(r"[\w.-]+", name) for name in crops)
    assert not [*folder.parent.glob("*.png")]


def test_every_answer_is_a_row(folder: Path) -> None:
    with (folder / "tables" / "answers.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == ["found", "nothing"]
    first, second = rows
    assert [float(first[name]) for name in ("x", "y", "x1", "y2")] == [240, 140, 200, 180]
    assert json.loads(first["alternatives"])[0] == {
        "point": [30, 20], "box": [*SAVE], "score": None
    }  # fmt: skip
    assert (first["parsing_ms"], first["locating_ms"], first["attempts"]) == ("10.0", "2.0", "1")
    assert (second["x"], second["x1"], second["alternatives"]) == ("", "", "[]")


def text(part: object) -> str:
    console = Console(file=io.StringIO(), width=150)
    console.print(part)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_the_terminal_says_which_side_size_is_and_by_which_edge() -> None:
    report = GroundingReport()
    samples = [screen([Element("a", SAVE)], [("a", 30.0, 20.0)], name=str(n)) for n in range(4)]
    card = watched(report, *((own, answered(own, SAVE)) for own in samples))
    words = text(size_table(card))
    assert "longer side" in words
    assert "edge closed" in words
    assert "Wilson" in words
    assert re.search(r"32–100 px.*1\.000 \[0\.510, 1\.000\]", words)


def test_answers_of_changed_pictures_ask_for_the_baseline(tmp_path: Path) -> None:
    report, sample = GroundingReport(), screen([Element("a", SAVE), Element("b", MENU)])
    said = answered(sample, SAVE, SAVE)
    plain = watched(report, (sample, said))
    assert looks_sentence(plain) is None
    seen = tuple(replace(own, transform_used="grey") for own in said.answers[:1])
    card = watched(report, (sample, replace(said, answers=seen + said.answers[1:])))
    sentence = (
        "transforms: 1 of 2 answers came from a changed picture, 1 of them hits by point; what the "
        "unchanged one earns alone is not recorded here: run the same with transforms=none"
    )
    assert sentence in report.printed(card)
    report.finish(card, FolderSink(tmp_path, "run"))
    assert sentence in (tmp_path / "failures.html").read_text()


def test_the_terminal_shows_words_of_others_as_they_are() -> None:
    sample = screen([Element("a", SAVE, type="[bold]x[/nothing]")], name="one")
    card = watched(GroundingReport(), (sample, answered(sample, SAVE)))
    assert "type: [bold]x[/nothing]" in "".join(
        text(own) for own in GroundingReport().printed(card)
    )


def test_the_worst_of_each_kind_is_kept_and_no_more() -> None:
    kept = Mistakes(pictures=2)
    scorer = Grounding(resamples=0)
    for number in range(5):
        sample = screen([Element("a", SAVE)], name=str(number))
        far = 60.0 + 40 * (number % 3)
        row = row_of(scorer, sample, answered(sample, (far, 100.0, far + 10, 110.0)))
        kept.observe(sample, row)
    questions = {name: np.zeros(0, str) for name in ("name", "question", "kind")}
    (worst,) = kept.of(questions).values()
    assert [own.name for own in worst] == ["2", "1"]


def test_a_kind_that_only_the_whole_run_knows_takes_its_pictures_along() -> None:
    kept = Mistakes(pictures=2)
    sample = screen([Element("a", SAVE)], name="one")
    kept.observe(sample, row_of(Grounding(), sample, answered(sample, (200.0, 150.0))))
    known = {"name": ["one"], "question": ["a/0"], "kind": ["coordinates_off"]}
    found = kept.of({name: np.array(own) for name, own in known.items()})
    assert [*found] == ["coordinates_off"]


@pytest.mark.parametrize("point", [(-500.0, -500.0), (5000.0, 90.0), (299.9, 199.9)])
def test_an_answer_outside_the_screenshot_can_be_shown(
    point: tuple[float, float], tmp_path: Path
) -> None:
    report = GroundingReport(pictures=1)
    sample = screen([Element("a", SAVE)], name="one")
    report.finish(watched(report, (sample, answered(sample, point))), FolderSink(tmp_path, "run"))
    assert [*(tmp_path / "failures").glob("*.png")]


def test_a_screenshot_without_pixels_can_be_shown(tmp_path: Path) -> None:
    report = GroundingReport(pictures=1)
    sample = screen([Element("a", SAVE)], name="one")
    blank = np.broadcast_to(np.uint8(0), (200, 300, 3))
    sample = replace(sample, picture=replace(sample.picture, pixels=blank))
    card = watched(report, (sample, answered(sample, (90.0, 90.0))))
    report.finish(card, FolderSink(tmp_path, "run"))
    assert [*(tmp_path / "screens").glob("*.png")]
