"""A recorded run, a folder of pictures: masks and a table, by the door and by the experiment."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from src.data.synthetic.nuclei import Nuclei
from src.predict import app
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]


@pytest.fixture(name="pictures")
def pictures_fixture(workplace: Path) -> Path:
    """Ten unlabelled pictures."""
    folder = workplace / "pictures"
    folder.mkdir()
    for number, sample in enumerate(Nuclei(count=10, size=64, seed=4).samples()):
        Image.fromarray(sample.picture.pixels).save(folder / f"p{number}.png")
    return folder


def door(*words: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, list(words))
    return answer.exit_code, answer.output


def test_a_recorded_run_gives_masks_and_a_table(run: Run, pictures: Path, workplace: Path) -> None:
    assert run("+experiment=smoke", "dataset.count=2", "tracking.run_name=recorded").code == 0
    code, output = door("recorded", str(pictures), "--out", "masks", "--write", "labels,coco")
    assert code == 0, output
    assert "objects on 10 pictures" in output
    assert len(list((workplace / "masks" / "labels").glob("*.png"))) == 10
    with (workplace / "masks" / "images.csv").open(newline="") as file:
        assert [line["image"] for line in csv.DictReader(file)] == [f"p{n}" for n in range(10)]
    code, output = door("recorded", str(pictures), "--out", "masks", "--write", "labels,coco")
    assert "10 pictures were done before and kept" in output


def test_the_experiment_is_the_same(run: Run, pictures: Path, workplace: Path) -> None:
    given = ("+experiment=predict", f"prediction.images={pictures}", "detector=otsu")
    answer = run(*given, "prediction.out=by_run", "prediction.write=[labels]")
    assert answer.code == 0, answer.err
    code, _ = door("--detector", "otsu", str(pictures), "--out", "by_door", "--write", "labels")
    assert code == 0
    for file in ("images.csv", "objects.csv", "labels/p3.png", "prediction.json"):
        one, other = (workplace / folder / file for folder in ("by_run", "by_door"))
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pictures"], "give RUN FOLDER, or --detector NAME FOLDER"),
        (["absent", "pictures"], "There is no run 'absent'"),
        (["--detector", "otsu", "nowhere"], "FOLDER: "),
        (["--detector", "otsu", "pictures", "--write", "pdf"], "--write must be some of labels"),
        (["--detector", "absent", "pictures"], "detector/absent"),
        (["--detector", "otsu", "pictures", "--override", "detector.polarity=red"], "polarity"),
    ],
)
def test_bad_input_is_one_sentence(pictures: Path, words: list[str], sentence: str) -> None:
    assert pictures.is_dir()
    code, output = door(*words, "--out", "out")
    assert code == 2
    assert output.startswith("error: ")
    assert sentence in output
    assert len(output.strip().splitlines()) == 1
    assert not Path("out").exists()
