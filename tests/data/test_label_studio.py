"""What people painted in Label Studio, as the truth to learn from."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import Dataset, InputError
from src.data.label_studio import LabelStudio
from src.geometry.masks import decode, foreground, to_rles
from tests.conftest import real_data
from tests.data.studio_tasks import brush, square, task, write_image, write_tasks


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """Three tasks: two regions, an empty annotation, and one that nobody looked at."""
    regions = brush(square(2, 3), "a", "fish"), brush(square(5, 6), "b", "shark")
    write_tasks(
        tmp_path,
        task("/data/upload/3/1a2b3c4d-one.png", *regions, source="annotations"),
        task("/data/upload/3/1a2b3c4e-two.png", source="annotations"),
        task("/data/upload/3/1a2b3c4f-three.png", brush(square(0, 0))),
    )
    for name in ("one", "two", "three"):
        write_image(tmp_path / "images" / f"{name}.png")
    return tmp_path


def test_annotated_tasks_are_samples_and_others_are_not(exported: Path) -> None:
    dataset = LabelStudio(str(exported))
    assert isinstance(dataset, Dataset)
    one, two = dataset.samples()
    assert [one.name, two.name] == ["one", "two"]
    assert np.array_equal([decode(rle) for rle in to_rles(one.truth)], [square(2, 3), square(5, 6)])
    assert not foreground(two.truth).any()
    assert np.array_equal(one.picture.pixels, np.asarray(Image.open(exported / "images/one.png")))


def test_only_regions_of_the_wanted_names_are_the_truth(exported: Path) -> None:
    dataset = LabelStudio(str(exported), labels=["shark"])
    truth = next(iter(dataset.samples())).truth
    (mask,) = to_rles(truth)
    assert np.array_equal(decode(mask), square(5, 6))
    assert truth.class_names == ("shark",)
    assert truth.classes is not None
    assert truth.classes.tolist() == [0]
    assert dataset.fingerprint != LabelStudio(str(exported)).fingerprint


def test_the_id_of_a_truth_is_the_hash_of_its_results(exported: Path) -> None:
    results = json.loads((exported / "tasks.json").read_bytes())[0]["annotations"][0]["result"]
    text = f"None 128 {json.dumps(results, sort_keys=True)}"
    truth_id = LabelStudio(str(exported)).entries[0].truth_id
    assert truth_id == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_the_truth_says_what_was_looked_for(exported: Path) -> None:
    one, empty = (sample.truth for sample in LabelStudio(str(exported)).samples())
    assert one.class_names == empty.class_names == ("fish", "shark")
    assert one.classes is not None
    assert one.classes.tolist() == [0, 1]


def test_predictions_can_stand_in_for_annotations(exported: Path) -> None:
    assert [e.name for e in LabelStudio(str(exported), source="predictions").entries] == ["three"]


def test_originals_of_another_ending_are_found_by_their_stem(exported: Path) -> None:
    for name in ("one", "two"):
        Image.open(exported / f"images/{name}.png").save(
            write_image(exported / "originals" / f"{name}.tif")
        )
    dataset = LabelStudio(str(exported / "tasks.json"), images=str(exported / "originals"))
    assert [sample.name for sample in dataset.samples()] == ["one", "two"]


def test_a_genuine_annotation_without_sizes_is_read_with_its_image(tmp_path: Path) -> None:
    folder = real_data("labelstudio_brush")
    file = folder / "image_segmentation_annotation.json"
    name = json.loads(file.read_bytes())["data"]["image"].rpartition("/")[2]
    shutil.copy(folder / "astro-visuals.jpg", tmp_path / name)
    expected = np.asarray(Image.open(folder / "image_segmentation_lOA7F7sUZJ_expected_alpha.png"))
    for options, least in (({}, 128), ({"alpha": 1}, 1)):
        dataset = LabelStudio(str(file), images=str(tmp_path), **options)
        (sample,) = dataset.samples()
        assert sample.truth.class_names == ("Planet",)
        assert np.array_equal(foreground(sample.truth), expected >= least)


def test_another_alpha_is_another_truth(exported: Path) -> None:
    ids = {LabelStudio(str(exported), alpha=alpha).fingerprint for alpha in (1, 128)}
    assert len(ids) == 2
    with pytest.raises(InputError, match=r"dataset.alpha must be from 1 to 255, got 0"):
        LabelStudio(str(exported), alpha=0)


def spoil(exported: Path, how: str) -> None:
    if how == "no image":
        (exported / "images/two.png").unlink()
    elif how == "another size":
        write_image(exported / "images/one.png", (31, 40))
    elif how == "nothing annotated":
        write_tasks(exported, task("one.png"))
    elif how == "one image twice":
        tasks = json.loads((exported / "tasks.json").read_bytes())
        write_tasks(exported, *tasks, task("one.png", source="annotations"))
    elif how == "annotated twice":
        twice = task("one.png", source="annotations")
        twice["annotations"] *= 2
        write_tasks(exported, twice)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("no image", r"task 2 \(1a2b3c4e-two.png\): its image is not below .*dataset.images"),
        ("another size", "was labelled on another size than that of .*one.png, 40×31"),
        ("nothing annotated", "has no annotations: label it"),
        ("one image twice", "both have an image called one"),
        ("annotated twice", "has 2 annotations: set several=newest"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(exported: Path, how: str, sentence: str) -> None:
    spoil(exported, how)
    with pytest.raises(InputError, match=sentence):
        LabelStudio(str(exported))


def test_a_name_that_no_region_has_is_refused(exported: Path) -> None:
    with pytest.raises(InputError, match="no region is called 'whale'; there are fish, shark"):
        LabelStudio(str(exported), labels=["whale"])


def test_unusable_tasks_can_be_skipped_and_are_counted(exported: Path) -> None:
    spoil(exported, "no image")
    dataset = LabelStudio(str(exported), on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["one"]
    assert len(dataset.skipped) == 1
