"""What every report promises, with the rows of its own scorer."""

import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from src.composing.builder import build
from src.composing.conf import options
from src.core import Report, Scorecard, Scorer
from src.reporting.folder import FolderSink
from tests.conformance.options import configuration, every
from tests.conformance.rows import row_of, rows_of
from tests.conformance.worlds import World, world_of

DEFAULT = "pixels"
"""The scorer of a report that is beside none."""


class Case(NamedTuple):
    """A report that has seen nothing yet, the scorer whose rows it is for, and its samples."""

    report: Report
    scorer: Scorer
    world: World


@pytest.fixture(name="option", params=every("report"))
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="case")
def case_fixture(option: str, home: Path) -> Case:
    return made(option, home)


def made(option: str, home: Path, pictures: int = 1) -> Case:
    """As a run makes both; beside every scorer its report, by the same name."""
    scorer = option if option in options("scorer") else DEFAULT
    config = configuration("report", option, home, f"scorer={scorer}", f"pictures={pictures}")
    return Case(build(config, "report"), build(config, "scorer"), world_of(scorer))


def watched(case: Case) -> Scorecard:
    """The card of some samples that the report has seen, one of them without an object."""
    world = case.world
    answers: list[Any] = [(sample, world.answers["partial"](sample)) for sample in world.samples]
    answers += [(world.nothing_there, world.answers["nothing"](world.nothing_there))]
    rows = []
    for sample, prediction in answers:
        rows.append(row_of(case.scorer, sample, prediction))
        case.report.observe(sample, prediction, rows[-1])
    return case.scorer.summarise(rows)


def text_of(report: Report, card: Scorecard) -> str:
    """What a terminal would show."""
    console = Console(file=io.StringIO(), width=200)
    for part in report.printed(card):
        console.print(part)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_it_is_a_report(case: Case) -> None:
    assert isinstance(case.report, Report)


def test_what_it_leaves_can_be_opened(case: Case, tmp_path: Path) -> None:
    card = watched(case)
    sink = FolderSink(tmp_path, "run")
    case.report.finish(card, sink)
    sink.flush()
    assert json.loads((tmp_path / "report.json").read_text())["run"] == "run"
    pictures = [path for path in files(tmp_path) if path.suffix == ".png"]
    assert pictures
    for path in pictures:
        with Image.open(path) as picture:
            assert np.asarray(picture).size


def test_what_it_prints_can_be_printed_before_and_after_it_ends(case: Case, tmp_path: Path) -> None:
    card = watched(case)
    before = text_of(case.report, card)
    case.report.finish(card, FolderSink(tmp_path, "run"))
    assert text_of(case.report, card) == before


def test_it_can_end_without_having_seen_anything(case: Case, tmp_path: Path) -> None:
    rows = rows_of(case.scorer, case.world, "partial")
    card = case.scorer.summarise(rows)
    case.report.finish(card, FolderSink(tmp_path, "run"))
    text_of(case.report, card)


def test_a_card_of_nothing_is_no_error(case: Case, tmp_path: Path) -> None:
    card = case.scorer.summarise([])
    case.report.finish(card, FolderSink(tmp_path, "run"))
    text_of(case.report, card)


def test_the_same_samples_leave_the_same_bytes(option: str, home: Path, tmp_path: Path) -> None:
    left = []
    for name in ("one", "two"):
        case = made(option, home)
        case.report.finish(watched(case), FolderSink(tmp_path / name, "run"))
        folder = tmp_path / name
        left.append({path.relative_to(folder): path.read_bytes() for path in files(folder)})
    assert left[0] == left[1]


def test_no_pictures_of_samples_where_none_are_wanted(
    option: str, home: Path, tmp_path: Path
) -> None:
    case = made(option, home, pictures=0)
    case.report.finish(watched(case), FolderSink(tmp_path, "run"))
    assert not [path for path in files(tmp_path) if "sample-" in path.name]


def test_several_opinions_can_be_shown(case: Case, tmp_path: Path) -> None:
    if not case.world.opinions:
        pytest.skip(f"{type(case.scorer).__name__} is not about several tools")
    rows = []
    for sample in case.world.samples:
        prediction = case.world.together(sample, ("one", "partial"), ("two", "shifted"))
        rows.append(row_of(case.scorer, sample, prediction))
        case.report.observe(sample, prediction, rows[-1])
    case.report.finish(case.scorer.summarise(rows), FolderSink(tmp_path, "run"))
    assert files(tmp_path)
