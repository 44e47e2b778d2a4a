"""The examples of docs/EXTENDING.md: taken as they stand, run in a copy of the project."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from src.tracking.archive import Archive
from src.tracking.archive.results import whole
from src.tracking.store import connect
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "EXTENDING.md"
SECTION = re.compile(r"^## (?P<title>.+)\n(?P<body>(?:(?!^## ).*\n)*)", re.MULTILINE)
FILE = re.compile(r"^`(?P<path>\S+)`\n\n```(?:python|yaml)\n(?P<text>.*?)^```", re.M | re.S)
COMMAND = re.compile(r"^```bash\n(?P<command>.*?)^```", re.M | re.S)
PATIENCE_SECONDS = 300

NEW = {
    "dataset": "discs",
    "detector": "brightest",
    "scorer": "footprint",
    "report": "footprint",
    "gate": "every_sample",
    "annotator": "tapping",
    "clock": "metronome",
}
"""Group to the option that the page adds."""


@dataclass(frozen=True)
class Section:
    """What a section of the page has to be copied: files by path, and a command."""

    files: dict[str, str]
    commands: tuple[str, ...]

    @classmethod
    def of(cls, body: str) -> "Section":
        files = {found["path"]: found["text"] for found in FILE.finditer(body)}
        commands = (found["command"].replace("\\\n", " ") for found in COMMAND.finditer(body))
        return cls(files, tuple(commands))


SECTIONS = {
    found["title"]: Section.of(found["body"])
    for found in SECTION.finditer(PAGE.read_text(encoding="utf-8"))
}
FILES = {path: text for section in SECTIONS.values() for path, text in section.files.items()}


@dataclass(frozen=True)
class Project:
    """A copy of the project with all that the page adds, and a store of its own."""

    folder: Path

    @property
    def store(self) -> str:
        return f"sqlite:///{self.folder}/mlflow.db"

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command in the copy; its own ``src`` comes first."""
        return subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, "MLFLOW_TRACKING_URI": self.store, "COLUMNS": "160"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """``python …`` with the interpreter of this test."""
        return self.call(sys.executable, *words)

    def run(self, title: str) -> str:
        """The command of a section; what it printed."""
        (command,) = SECTIONS[title].commands
        program, *words = shlex.split(command)
        assert program == "python"
        answer = self.python(*words)
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout

    def metrics(self, printed: str) -> dict[str, float]:
        """The recorded numbers of the run that printed its name."""
        name = printed.partition("run:")[2].split()[0]
        archive = Archive(self.store)
        return dict(whole(archive, archive.find(name)).metrics)


@pytest.fixture(name="project", scope="module")
def project_fixture(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("project")
    for part in ("src", "conf", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for path, text in FILES.items():
        assert not (folder / path).exists(), f"{path} is there already: choose another name"
        (folder / path).write_text(text, encoding="utf-8")
    project = Project(folder)
    connect(project.store).search_experiments()
    return project


def test_the_page_adds_one_part_of_every_kind() -> None:
    described = {path.split("/")[1]: Path(path).stem for path in FILES if path.startswith("conf/")}
    assert described == NEW
    assert all(len(section.commands) == 1 for section in SECTIONS.values())
    code = [path for path in FILES if path.startswith("src/")]
    assert len(code) == len(NEW)


def test_examples_are_short() -> None:
    imports_and_words = ("import ", "from ", '"""')
    for path, text in FILES.items():
        stripped = [line.strip() for line in text.splitlines()]
        lines = [line for line in stripped if line and not line.startswith(imports_and_words)]
        assert len(lines) <= (20 if path.startswith("src/") else 8), path


def test_help_lists_every_new_option_with_its_line(project: Project) -> None:
    listed = project.python("-m", "src.run", "--help").stdout
    for group, option in NEW.items():
        first = FILES[f"conf/{group}/{option}.yaml"].splitlines()[0].removeprefix("# ")
        assert re.search(rf"^  {option} +{re.escape(first)}$", listed, re.MULTILINE), option


def test_a_dataset_is_scored_by_its_tags(project: Project) -> None:
    printed = project.run("A dataset")
    assert "Scorecard of 12 images" in printed
    metrics = project.metrics(printed)
    assert metrics["data/samples"] == 12
    assert min(metrics[f"test/plate-{plate}/f1"] for plate in "AB") > 0.5


def test_a_detector_works_in_several_processes(project: Project) -> None:
    assert 0.5 < project.metrics(project.run("A detector"))["test/f1"] <= 1


def test_a_scorer_shows_its_numbers_its_table_and_its_pictures(project: Project) -> None:
    printed = project.run("A scorer with its report")
    assert "area_error" in printed
    results = project.folder / "results"
    report = json.loads((results / "report.json").read_text(encoding="utf-8"))
    table = pd.read_csv(results / "tables" / "samples.csv")
    assert len(table) == 12
    assert report["metrics"]["test/area_error"] == pytest.approx(-table.nearness.mean())
    assert f"{table.found.sum()} px were found in all" in printed
    assert [*results.glob("overlays/worst_1_disc-*.png")]


def test_a_gate_gives_a_verdict(project: Project) -> None:
    printed = project.run("A gate")
    assert "verdict: PASS" in printed
    assert "every f1 >= 0.6: the worst is" in printed


def test_a_policy_paints(project: Project) -> None:
    metrics = project.metrics(project.run("A policy"))
    assert metrics["learning/initial_strokes"] == 2
    assert 0 < metrics["learning/initial_foreground_pixels"] < 10


def test_a_clock_gives_every_event_its_beat(project: Project) -> None:
    metrics = project.metrics(project.run("A clock"))
    beat = metrics["learning/initial_seconds"] / metrics["learning/initial_events"]
    assert beat == pytest.approx(0.1, rel=0.1)


def test_the_conformance_suites_find_and_pass_them_all(project: Project) -> None:
    chosen = " or ".join(NEW.values())
    answer = project.python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k", chosen
    )
    assert answer.returncode == 0, answer.stdout
    assert int(re.findall(r"(\d+) passed", answer.stdout)[0]) > 10 * len(NEW)


def test_the_code_keeps_the_rules_of_the_project(project: Project) -> None:
    files = [path for path in FILES if path.startswith("src/")]
    for words in (("ruff", "check"), ("ruff", "format", "--check")):
        answer = project.python("-m", *words, *files)
        assert answer.returncode == 0, answer.stdout
    imports = project.call(str(Path(sys.executable).with_name("lint-imports"))).stdout
    assert "Analyzed" in imports
    assert not [path for path in files if path[:-3].replace("/", ".") in imports], imports
