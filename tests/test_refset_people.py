"""The verbs export, import and person at the terminal."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from src.data.refsets import About, ReferenceSet
from src.data.refsets.frozen.freezing import freeze
from src.refset import app
from tests.data.refsets.exchange.sets import NAME, race_set
from tests.data.refsets.exchange.test_privacy import tells
from tests.data.refsets.making import photo


def call(folder: Path, *words: str, answer: str | None = None) -> Result:
    return CliRunner().invoke(app, [*words, "--set", str(folder)], input=answer)


def told(result: Result) -> str:
    """The one sentence of a refused command."""
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture(name="home")
def home_fixture(tmp_path: Path) -> Path:
    with race_set(tmp_path / "set") as refset:
        return refset.folder


def test_export_says_what_the_format_cannot_hold(home: Path, tmp_path: Path) -> None:
    said = call(home, "export", str(tmp_path / "out"), "--format", "yolo")
    assert said.exit_code == 0, said.output
    for lost in ("numbers (2)", "links (1)", "identities (2)", "the log"):
        assert lost in said.stdout
    assert "is not empty" in told(call(home, "export", str(tmp_path / "out"), "--format", "yolo"))


def test_import_shows_first_what_it_would_change(home: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    assert call(home, "export", out, "--format", "coco").exit_code == 0
    said = call(home, "import", out, "--format", "coco", "--dry-run")
    assert "would be coco: 3 photos, 0 of them new; labels: 0 added, 0 replaced" in said.stdout
    shutil.rmtree(tmp_path / "out/images")
    (tmp_path / "out/annotations.json").write_text("{")
    assert "is not JSON" in told(call(home, "import", out, "--format", "coco"))


def test_files_are_exported_without_names(home: Path, tmp_path: Path) -> None:
    assert call(home, "export", str(tmp_path / "out")).exit_code == 0
    assert not tells(tmp_path / "out", NAME)
    named = call(home, "export", str(tmp_path / "named"), "--identities", "names")
    assert named.exit_code == 0
    assert tells(tmp_path / "named", NAME)
    assert "about photos" in told(call(home, "export", str(tmp_path / "no"), "--no-place"))


def test_people_are_listed_renamed_and_handed_over(home: Path, tmp_path: Path) -> None:
    assert NAME in call(home, "person", "list").stdout
    assert "in 1 photos" in call(home, "person", "rename", NAME, "Ann").stdout
    assert "nobody in the set" in told(call(home, "person", "merge", NAME, "Ann"))
    assert "1 photos" in call(home, "person", "merge", "anonymous_3", "Ann").stdout
    said = call(home, "person", "export", "Ann", str(tmp_path / "ann"))
    assert said.exit_code == 0, said.output
    assert json.loads((tmp_path / "ann/person.json").read_text())["called before"] == [
        NAME,
        "anonymous_3",
    ]


def test_forgetting_asks_and_says_what_is_withdrawn(home: Path, tmp_path: Path) -> None:
    with ReferenceSet.open(home) as refset:
        old = freeze(refset, "v1").frozen.head.fingerprint
    assert call(home, "person", "forget", NAME, answer="n\n").exit_code == 1
    assert tells(home, NAME)
    uri = f"sqlite:///{tmp_path / 'none.db'}"
    said = call(home, "person", "forget", NAME, "--yes", "--uri", uri)
    assert said.exit_code == 0, said.output
    assert NAME not in said.output
    assert f"frozen set v1 is withdrawn in part; its fingerprint {old[:16]}…" in said.stdout
    assert not tells(home, NAME)
    assert call(home, "verify").exit_code == 0


def test_a_set_that_shows_people_is_frozen_only_with_a_reason(tmp_path: Path) -> None:
    with ReferenceSet.create(tmp_path / "set", About("t", ("masks",))) as refset:
        refset.add(photo(1), "1.png")
    refused = told(call(tmp_path / "set", "freeze", "--name", "v1", "--all"))
    assert "source and legal_basis" in refused
