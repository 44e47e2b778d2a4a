import logging
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Dataset, InputError
from src.data.bbbc038 import Bbbc038
from src.data.folder import Folder
from tests.conftest import real_data
from tests.data.pictures import Array, cut, photograph, save


def nucleus(row: int, col: int) -> Array:
    mask = np.zeros((20, 24), np.uint8)
    mask[row : row + 5, col : col + 5] = 255
    return mask


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Three images with two touching nuclei each."""
    for name in ("a1", "a2", "a10"):
        save(tmp_path / name / "images" / f"{name}.png", photograph(int(name[1:]), (20, 24, 4)))
        save(tmp_path / name / "masks" / "1.png", nucleus(2, 2))
        save(tmp_path / name / "masks" / "2.png", nucleus(2, 7))
    return tmp_path


def test_each_mask_file_is_one_instance(root: Path) -> None:
    dataset = Bbbc038(str(root))
    assert isinstance(dataset, Dataset)
    assert [entry.name for entry in dataset.entries] == ["a1", "a2", "a10"]
    sample = next(dataset.samples())
    assert sample.picture.pixels.shape == (20, 24, 3)
    assert sample.truth.labels is not None
    assert np.array_equal(sample.truth.labels, (nucleus(2, 2) > 0) * 1 + (nucleus(2, 7) > 0) * 2)


def test_the_later_mask_wins_and_the_overlap_is_logged(
    root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save(root / "a1" / "masks" / "3.png", nucleus(4, 4))
    with caplog.at_level(logging.INFO):
        sample = next(Bbbc038(str(root)).samples())
    assert sample.truth.labels is not None
    assert (sample.truth.labels == 3).sum() == 25
    assert "a1: 15 pixels lie in more than one mask" in caplog.text


def test_a_torn_nucleus_stays_one(root: Path) -> None:
    save(root / "a1" / "masks" / "2.png", nucleus(2, 10) | nucleus(14, 18))
    assert len(next(Bbbc038(str(root)).samples()).truth) == 2


def test_the_truth_id_notices_any_mask(root: Path) -> None:
    before = Bbbc038(str(root)).entries[0]
    save(root / "a1" / "masks" / "2.png", nucleus(3, 7))
    after = Bbbc038(str(root)).entries[0]
    assert before.id == after.id
    assert before.truth_id != after.truth_id


def test_a_renamed_image_keeps_its_id_and_split(root: Path) -> None:
    before = {(entry.id, entry.split) for entry in Bbbc038(str(root)).entries}
    (root / "a1").rename(root / "renamed")
    assert {(entry.id, entry.split) for entry in Bbbc038(str(root)).entries} == before


BAD_IMAGES: dict[str, tuple[Any, str]] = {
    "truncated": (lambda a: cut(a / "images/a1.png"), r"images/a1\.png is truncated"),
    "truncated mask": (lambda a: cut(a / "masks/2.png"), r"a1/masks/2\.png is truncated"),
    "size": (
        lambda a: save(a / "masks/2.png", nucleus(2, 7)[:, :-1]),
        r"masks/2\.png is 23×20 but .*a1\.png is 24×20",
    ),
    "no masks": (lambda a: shutil.rmtree(a / "masks"), "a1 has no folder 'masks'"),
    "no mask": (
        lambda a: [mask.unlink() for mask in (a / "masks").iterdir()],
        "a1/masks holds no PNG file",
    ),
    "two images": (
        lambda a: save(a / "images/b.png", photograph(9)),
        r"a1/images must hold one image, it holds a1\.png, b\.png",
    ),
}


@pytest.mark.parametrize("case", BAD_IMAGES)
def test_a_bad_image_stops_with_its_name_or_is_skipped_and_counted(root: Path, case: str) -> None:
    spoil, sentence = BAD_IMAGES[case]
    spoil(root / "a1")
    with pytest.raises(InputError, match=sentence):
        Bbbc038(str(root))
    dataset = Bbbc038(str(root), on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["a2", "a10"]
    assert list(dataset.skipped) == ["a1"]


def test_an_empty_mask_is_found_on_reading(root: Path) -> None:
    save(root / "a1" / "masks" / "2.png", nucleus(30, 30))
    with pytest.raises(InputError, match=r"a1/masks/2\.png is 0 everywhere"):
        list(Bbbc038(str(root)).samples())
    dataset = Bbbc038(str(root), on_error="skip")
    assert len(list(dataset.samples())) == 2
    assert "a1" in dataset.skipped


def test_the_folder_above_is_pointed_out(root: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no folder of the form <name>/images, it has images"):
        Bbbc038(str(root / "a1"))
    with pytest.raises(InputError, match=r"dataset\.root: .* does not exist"):
        Bbbc038(str(tmp_path / "nowhere"))


def test_real_nuclei_survive_being_split_into_files(tmp_path: Path) -> None:
    merged = Folder(str(real_data("nuclei_dsb2018_train")))
    for entry in merged.entries[:3]:
        sample = merged.read(entry)
        assert sample.truth.labels is not None
        assert sample.truth.ids is not None
        save(tmp_path / entry.name / "images" / "image.png", sample.picture.pixels)
        for number in sample.truth.ids:
            mask = (sample.truth.labels == number).astype(np.uint8) * 255
            save(tmp_path / entry.name / "masks" / f"{number}.png", mask)
    for sample in Bbbc038(str(tmp_path)).samples():
        (original,) = [entry for entry in merged.entries if entry.name == sample.name]
        assert np.array_equal(sample.truth.labels, merged.read(original).truth.labels)
