import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from src.core import Dataset, InputError
from src.data.rootpainter import RootPainter
from tests.conftest import real_data
from tests.data.pictures import Array, cut, photograph, save

RED, GREEN = (255, 0, 0, 180), (0, 255, 0, 180)


def painted() -> Array:
    """Two strokes of foreground, one of background, as the painter saves them."""
    rgba = np.zeros((20, 24, 4), np.uint8)
    rgba[2:5, 2:9] = rgba[10:12, 4:8] = RED
    rgba[15:18] = GREEN
    return rgba


def fill(images: Path, project: Path) -> None:
    """Four photographs; three are annotated, one of them for validation."""
    for number, place in enumerate(("train", "train", "val", None), start=1):
        save(images / f"{number}.jpg", photograph(number))
        if place is not None:
            save(project / "annotations" / place / f"{number}.png", painted())
    (project / "segmentations").mkdir()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in a sync folder, as RootPainter makes it."""
    home = tmp_path / "projects" / "towers"
    fill(tmp_path / "datasets" / "soil", home)
    save(tmp_path / "datasets" / "other" / "x.png", photograph(99))
    about = {"name": "towers", "dataset": "soil", "location": "projects/towers", "file_names": []}
    (home / "towers.seg_proj").write_text(json.dumps(about))
    return home


@pytest.mark.parametrize("place", [".", "towers.seg_proj", "../.."])
def test_project_file_and_sync_folder_lead_to_the_same_samples(project: Path, place: str) -> None:
    dataset = RootPainter(str(project / place))
    assert isinstance(dataset, Dataset)
    assert [(e.name, e.split) for e in dataset.entries] == [
        ("1", "train"),
        ("2", "train"),
        ("3", "val"),
    ]


@pytest.mark.parametrize("images", ["datasets", "datasets/soil"])
def test_a_flat_project_carries_its_own_images(tmp_path: Path, images: str) -> None:
    fill(tmp_path / images, tmp_path)
    assert len(list(RootPainter(str(tmp_path)).samples())) == 3


def test_paint_is_truth_and_the_rest_does_not_count(project: Path) -> None:
    truth = next(RootPainter(str(project)).samples()).truth
    red, green = painted()[..., 0] > 0, painted()[..., 1] > 0
    assert np.array_equal(truth.foreground(), red)
    assert np.array_equal(truth.ignored(), ~red & ~green)
    assert truth.counts.tolist() == [True, True, False]


def test_without_alpha_it_is_the_same_truth(project: Path) -> None:
    save(project / "annotations" / "train" / "1.png", painted()[..., :3])
    invisible = painted()
    invisible[..., 3] = 0
    save(project / "annotations" / "train" / "2.png", invisible)
    truths = [sample.truth for sample in RootPainter(str(project)).samples()]
    assert np.array_equal(truths[0].labels, truths[2].labels)
    assert np.array_equal(truths[1].labels, truths[2].labels)


def test_what_is_painted_twice_was_not_annotated(project: Path) -> None:
    both = painted()
    both[3, 3, 1] = 255
    save(project / "annotations" / "train" / "1.png", both)
    assert next(RootPainter(str(project)).samples()).truth.ignored()[3, 3]


def test_an_image_that_is_painted_all_over_has_nothing_to_ignore(project: Path) -> None:
    everything = painted()
    everything[~everything.any(axis=2)] = GREEN
    save(project / "annotations" / "train" / "1.png", everything)
    truth = next(RootPainter(str(project)).samples()).truth
    assert truth.counts.tolist() == [True, True]


def test_an_annotation_that_was_wiped_counts_nowhere(project: Path) -> None:
    save(project / "annotations" / "train" / "1.png", np.zeros((20, 24, 4), np.uint8))
    assert next(RootPainter(str(project)).samples()).truth.ignored().all()


def test_images_without_annotation_are_counted(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        RootPainter(str(project))
    assert "2 train, 1 val, 0 test, 1 images without annotation" in caplog.text


def test_the_fingerprint_notices_a_stroke_and_a_change_of_split(project: Path) -> None:
    fingerprints = [RootPainter(str(project)).fingerprint]
    save(project / "annotations" / "train" / "1.png", np.flipud(painted()))
    fingerprints.append(RootPainter(str(project)).fingerprint)
    (project / "annotations" / "train" / "1.png").rename(project / "annotations" / "val" / "1.png")
    fingerprints.append(RootPainter(str(project)).fingerprint)
    assert len(set(fingerprints)) == 3


BAD_ANNOTATIONS: dict[str, tuple[Any, str]] = {
    "truncated": (lambda p: cut(p / "annotations/train/1.png"), r"train/1\.png is truncated"),
    "size": (
        lambda p: save(p / "annotations/train/1.png", painted()[:-1]),
        r"train/1\.png is 24×19 but .*1\.jpg is 24×20",
    ),
    "no image": (
        lambda p: (p / "../../datasets/soil/1.jpg").unlink(),
        r"train/1\.png has no image",
    ),
    "twice": (
        lambda p: save(p / "annotations/val/1.png", painted()),
        r"'1' is annotated twice, in .*train/1\.png and .*val/1\.png",
    ),
    "two images": (
        lambda p: save(p / "../../datasets/soil/1.png", photograph(1)),
        r"1\.jpg, 1\.png in .*soil have the same stem",
    ),
}


@pytest.mark.parametrize("case", BAD_ANNOTATIONS)
def test_a_bad_annotation_stops_with_its_name_or_is_skipped(project: Path, case: str) -> None:
    spoil, sentence = BAD_ANNOTATIONS[case]
    spoil(project)
    with pytest.raises(InputError, match=sentence):
        RootPainter(str(project))
    dataset = RootPainter(str(project), on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["2", "3"]
    assert list(dataset.skipped) == ["1"]


def test_a_grey_annotation_is_found_on_reading(project: Path) -> None:
    save(project / "annotations" / "train" / "1.png", painted()[..., 0])
    with pytest.raises(InputError, match=r"train/1\.png is grey"):
        list(RootPainter(str(project)).samples())


def test_the_dataset_must_be_known(project: Path) -> None:
    file = project / "towers.seg_proj"
    file.write_text("{")
    with pytest.raises(InputError, match=r"towers\.seg_proj is not JSON "):
        RootPainter(str(project))
    file.write_text('{"dataset": "gone"}')
    with pytest.raises(InputError, match="towers uses dataset 'gone', there is other, soil in"):
        RootPainter(str(project))
    file.unlink()
    with pytest.raises(InputError, match="does not say which dataset it uses, there is other, s"):
        RootPainter(str(project))
    assert len(RootPainter(str(project), images="../../datasets/soil")) == 3


def test_what_is_no_project_is_refused(project: Path) -> None:
    sync = project.parent.parent
    with pytest.raises(InputError, match=r"datasets is no RootPainter project.* has other, soil"):
        RootPainter(str(sync / "datasets"))
    (sync / "projects" / "second" / "annotations").mkdir(parents=True)
    with pytest.raises(InputError, match=r"has the projects second, towers: set dataset\.root"):
        RootPainter(str(sync))


def test_a_project_without_images_is_refused(tmp_path: Path) -> None:
    save(tmp_path / "annotations" / "train" / "1.png", painted())
    with pytest.raises(InputError, match=r"has no folder datasets: set dataset\.images"):
        RootPainter(str(tmp_path))


def test_a_project_without_paint_is_refused(project: Path) -> None:
    for annotation in (project / "annotations").rglob("*.png"):
        annotation.unlink()
    with pytest.raises(InputError, match="annotations holds no annotation in train or val"):
        RootPainter(str(project))


def test_real_scribbles_keep_both_colours(tmp_path: Path) -> None:
    real = real_data("scribbles_medscribble")
    for scribble in sorted((real / "scribbles").glob("*_annot0.png"))[:5]:
        name = scribble.stem.removesuffix("_annot0")
        with Image.open(real / "images" / f"{name}.png") as image:
            save(tmp_path / "datasets" / f"{name}.png", np.asarray(image))
        with Image.open(scribble) as image:
            save(tmp_path / "annotations" / "train" / f"{name}.png", np.asarray(image))
    for sample in RootPainter(str(tmp_path)).samples("train"):
        truth = sample.truth
        assert truth.foreground().any()
        assert (~truth.foreground() & ~truth.ignored()).any()
