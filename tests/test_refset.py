"""The command line of reference sets: quick answers, one sentence on bad input."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from src.data.refsets import About, ReferenceSet
from src.data.refsets.labels import Bibs
from src.refset import app
from tests.data.refsets import origin
from tests.data.refsets.conftest import race_fixture, templates_fixture
from tests.data.refsets.making import label, nothing, photo

__all__ = ["race_fixture", "templates_fixture"]


def call(refset: ReferenceSet | Path, *words: str, answer: str | None = None) -> Result:
    """What a person at the terminal gets."""
    folder = refset if isinstance(refset, Path) else refset.folder
    return CliRunner().invoke(app, [*words, "--set", str(folder)], input=answer)


def told(result: Result) -> str:
    """The one sentence of a refused command."""
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr


def rows(result: Result) -> dict[str, str]:
    """The lines of a table with two columns."""
    assert result.exit_code == 0, result.output
    parts = [line.rsplit(maxsplit=1) for line in result.stdout.splitlines() if line.split()[1:]]
    return {name.strip(): value for name, value in parts}


@pytest.fixture(name="photos")
def photos_fixture(tmp_path: Path) -> Path:
    home = tmp_path / "photos"
    home.mkdir()
    for number in range(3):
        (home / f"{number}.png").write_bytes(photo(number))
    return home


def test_prepare_makes_a_set_and_a_detector_suggests(photos: Path, tmp_path: Path) -> None:
    place = tmp_path / "set"
    words = ("prepare", str(photos), "--dimensions", "masks", "--source", "synthetic")
    first = call(place, *words, "--detector", "otsu", "--override", "detector.min_area=3")
    assert first.exit_code == 0, first.output
    assert "3 photos copied, 0 were there" in first.stdout
    assert "3 suggestions for 3 photos by otsu" in first.stdout
    again = call(place, "prepare", str(photos), "--detector", "otsu", "--override",
                 "detector.min_area=3")  # fmt: skip
    assert "0 photos copied, 3 were there" in again.stdout
    assert "0 suggestions for 0 photos" in again.stdout
    refset = ReferenceSet.open(place)
    look = refset.ghosts("0", "masks")
    assert look is not None
    assert look.source.backend == "otsu"
    assert (look.source.configuration or {})["min_area"] == 3
    assert (look.source.configuration or {})["_target_"] == "src.detectors.otsu.Otsu"
    fresh = call(place, "prepare", str(photos), "--detector", "otsu", "--override",
                 "detector.min_area=3", "--refresh")  # fmt: skip
    assert "3 suggestions for 3 photos" in fresh.stdout


def test_a_dataset_gives_photos_and_its_truth_labels(tmp_path: Path) -> None:
    place = tmp_path / "set"
    words = ("--dataset", "nuclei", "--override", "dataset.count=3", "--override",
             "dataset.size=64")  # fmt: skip
    made = call(place, "prepare", *words, "--dimensions", "masks", "--source", "synthetic")
    assert "3 photos copied, 0 were there" in made.stdout, made.output
    dry = call(place, "import", *words, "--dry-run")
    assert "would be dataset=nuclei: 3 photos, 0 of them new; labels: 3 added" in dry.stdout
    assert rows(call(place, "stats"))["unlabelled"] == "3"
    assert call(place, "import", *words).exit_code == 0
    assert rows(call(place, "stats"))["complete"] == "3"
    assert "0 photos copied, 3 were there" in call(place, "prepare", *words).stdout
    assert "v1: 3 photos (3 complete)" in call(place, "freeze", "--name", "v1").stdout


def test_photos_come_from_one_place(race: ReferenceSet, photos: Path) -> None:
    for words in (("prepare",), ("prepare", str(photos), "--dataset", "nuclei"), ("import",)):
        assert "say either PATH or --dataset NAME" in told(call(race, *words))
    assert "--dataset must be one of bbbc038" in told(call(race, "import", "--dataset", "cars"))
    small = ("--override", "dataset.count=1", "--override", "dataset.size=64")
    assert "nuclei-0000: truth: has no boxes with classes" in told(
        call(race, "import", "--dataset", "nuclei", *small)
    )
    assert "--override 'seed=2' changes nothing" in told(
        call(race, "prepare", str(photos), "--override", "seed=2")
    )
    assert "Could not override 'dataset.colour'" in told(
        call(race, "import", "--dataset", "nuclei", "--override", "dataset.colour=red")
    )


def test_a_detector_that_cannot_start_is_said_aloud(photos: Path, tmp_path: Path) -> None:
    words = ("prepare", str(photos), "--dimensions", "masks")
    absent = call(tmp_path / "set", *words, "--detector", "stored")
    assert "set detector.find.folder: it has no default" in told(absent)
    assert "--detector must be one of" in told(call(tmp_path / "set", *words, "--detector", "eye"))
    assert not (tmp_path / "set").exists()
    assert "--refresh needs --detector" in told(call(tmp_path / "set", *words, "--refresh"))


def test_a_detector_whose_answers_have_no_place_is_said(race: ReferenceSet, photos: Path) -> None:
    result = call(race, "prepare", str(photos), "--detector", "otsu")
    assert "the detector does not say what it finds: say --as" in told(result)
    result = call(race, "prepare", str(photos), "--detector", "otsu", "--as", "bibs")
    assert result.exit_code == 0, result.output


def test_stats_count(race: ReferenceSet) -> None:
    label(race, "0")
    label(race, "1", nothing())
    found = rows(call(race, "stats"))
    assert (found["photos"], found["complete"], found["negative"]) == ("4", "1", "1")
    assert (found["unlabelled"], found["bibs done"], found["links"]) == ("2", "2", "1")


def test_stats_warn_when_the_set_has_expired(race: ReferenceSet) -> None:
    import datetime

    About("old", race.dimensions, expiry=datetime.date(2001, 1, 1)).write(race.folder)
    result = call(race, "stats")
    assert (result.exit_code, "expired on 2001-01-01" in result.stderr) == (0, True)


def test_status_log_and_restore(race: ReferenceSet) -> None:
    sha = label(race, "0")
    label(race, "0", {"bibs": Bibs(())})
    assert "complete" in call(race, "status", sha[:12]).stdout
    lines = call(race, "log", "race/0.png").stdout.splitlines()
    assert len(lines) == 6
    assert call(race, "restore", "0", "1").exit_code == 0
    assert len(race.labels("0").documents["bibs"].boxes) == 1  # type: ignore[union-attr]
    assert "no photo of the set is called 'nobody'" in told(call(race, "status", "nobody"))
    assert "there is no revision 99" in told(call(race, "restore", "0", "99"))
    assert "restore needs PHOTO and REVISION" in told(call(race, "restore", "0"))


def test_labels_are_reset_after_a_question_and_come_back(race: ReferenceSet, photos: Path) -> None:
    label(race, "0")
    refused = call(race, "prepare", str(photos), "--reset-labels", answer="n\n")
    assert (refused.exit_code, race.state("0")) == (1, "complete")
    done = call(race, "prepare", str(photos), "--reset-labels", "--yes")
    assert race.state("0") == "unlabelled"
    command = done.stdout.partition("python -m src.refset ")[2].split("\n")[0].split()
    assert CliRunner().invoke(app, command).exit_code == 0
    assert race.state("0") == "complete"


def test_freeze_verify_list_and_diff(race: ReferenceSet) -> None:
    label(race, "0")
    assert "Nothing is frozen yet" in call(race, "frozen-list").stdout
    result = call(race, "freeze", "--name", "v1")
    assert "v1: 1 photos (1 complete), fingerprint " in result.stdout
    label(race, "1", nothing())
    result = call(race, "freeze", "--name", "v2", "--all")
    assert "warning: 2 of its photos are not labelled at all" in result.stderr
    assert [line.split()[0] for line in call(race, "frozen-list").stdout.splitlines()] == [
        "name", "v1", "v2",
    ]  # fmt: skip
    lines = call(race, "diff", "v1", "v2").stdout.splitlines()
    assert lines[0] == "3 added, 0 removed, 0 relabelled, 1 the same"
    assert "v1 is as it was" in call(race, "verify", "v1").stdout
    place = race.objects.path(race.photo("0").sha)
    place.chmod(0o644)
    place.write_bytes(place.read_bytes()[:-1] + b"!")
    faulty = call(race, "verify", "v1")
    assert (faulty.exit_code, "changed: photo race/0.png" in faulty.stdout) == (1, True)
    assert "--name: v1 is taken" in told(call(race, "freeze", "--name", "v1"))
    assert "--name: 'a/b' must be" in told(call(race, "freeze", "--name", "a/b"))
    assert "has no frozen set 'v9'" in told(call(race, "verify", "v9"))


def test_gc_and_scan(race: ReferenceSet) -> None:
    race.objects.put(bytes(2**20))
    assert "1 objects would be removed, 1.0 MiB" in call(race, "gc", "--dry-run").stdout
    assert "1 objects removed" in call(race, "gc").stdout
    assert "0 objects removed" in call(race, "gc").stdout
    assert "0 photos have lost their file" in call(race, "scan").stdout


def test_import_and_export_of_the_documented_files(race: ReferenceSet, tmp_path: Path) -> None:
    shape = origin.Shape(photos=6, labelled=4, bibs=5, faces=7, links=4, empty_links=1, people=9)
    files = origin.generated(shape)
    folder = origin.write(tmp_path / "in", files)
    dry = call(race, "import", str(folder), "--dry-run")
    assert "would be files: 6 photos, 6 of them new" in dry.stdout
    assert race.statistics().photos == 4
    assert call(race, "import", str(folder)).exit_code == 0
    result = call(race, "export", str(tmp_path / "out"), "--identities", "names")
    assert "6 files in" in result.stdout
    out = origin.read(tmp_path / "out")
    assert out["face_ground_truth.json"] == files["face_ground_truth.json"]
    (folder / "bib_ground_truth.json").write_text(json.dumps({"version": 4, "photos": {}}))
    assert "line 1, version: is 4" in told(call(race, "import", str(folder)))


def test_an_import_may_make_the_set(tmp_path: Path) -> None:
    shape = origin.Shape(photos=3, labelled=2, bibs=2, faces=2, links=2, empty_links=0, people=8)
    folder = origin.write(tmp_path / "in", origin.generated(shape))
    words = ("import", str(folder), "--dimensions", "bibs,faces,links", "--title", "Spring run")
    assert "nowhere does not exist" in told(call(tmp_path / "nowhere", *words, "--dry-run"))
    made = call(tmp_path / "set", *words)
    assert "files: 3 photos, 3 of them new" in made.stdout, made.output
    assert ReferenceSet.open(tmp_path / "set").about.title == "Spring run"


def test_a_set_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    assert "does not exist" in told(call(tmp_path / "nowhere", "stats"))
    assert "is no reference set" in told(call(tmp_path, "stats"))
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.png").write_bytes(photo(1))
    result = call(tmp_path / "new", "prepare", str(tmp_path / "photos"))
    assert "is no reference set yet: say --dimensions" in told(result)


def test_a_copied_set_is_the_same_set(race: ReferenceSet, tmp_path: Path) -> None:
    label(race, "0")
    fingerprint = call(race, "freeze", "--name", "v1").stdout.split()[-1]
    race.close()
    copy = shutil.copytree(race.folder, tmp_path / "elsewhere")
    assert call(copy, "verify").exit_code == 0
    assert call(copy, "freeze", "--name", "v2").stdout.split()[-1] == fingerprint
    assert np.array_equal(ReferenceSet.open(copy).pixels("0"), race.pixels("0"))
