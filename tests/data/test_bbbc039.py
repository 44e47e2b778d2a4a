"""BBBC039: the red channel of a mask tells touching nuclei apart, and is no id."""

import logging
from pathlib import Path

import numpy as np
import pytest
from skimage.measure import label

from src.core import InputError
from src.data.bbbc039 import Bbbc039
from src.data.folder import Folder
from src.data.formats.masks import read_touching
from tests.data.pictures import Array, photograph, save

NAMES = ("plate_A02_s1", "plate_A02_s2", "plate_A03_s1")


def nuclei() -> Array:
    """Two nuclei alone, and two that touch: red 1, 1, 2 and 3."""
    red = np.zeros((20, 24), np.uint8)
    red[1:5, 1:5] = red[12:16, 1:5] = 1
    red[5:10, 10:14], red[5:10, 14:18] = 2, 3
    return np.stack([red, 0 * red, 0 * red, np.full_like(red, 255)], axis=2)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for number, name in enumerate(NAMES):
        save(tmp_path / "images" / f"{name}.tif", photograph(number, (20, 24)).astype(np.uint16))
        save(tmp_path / "masks" / f"{name}.png", nuclei())
    return tmp_path


def test_four_nuclei_are_four(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    for sample in Bbbc039(str(root)).samples():
        assert sample.truth.labels is not None
        assert len(sample.truth) == 4
        np.testing.assert_array_equal(sample.truth.labels, label(nuclei()[..., 0], background=0))
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_as_ids_they_would_be_three_and_a_warning_says_so(
    root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InputError, match=r"values \[1,0,0\], .* and they are colours"):
        Folder(str(root))
    with caplog.at_level(logging.WARNING):
        assert len(next(Folder(str(root), kind="labels").samples()).truth) == 3
    assert "1 of 3 ids have several pieces" in caplog.text
    assert "dataset=bbbc039" in caplog.text


def test_the_published_splits_are_kept(root: Path) -> None:
    for file, name in zip(("training", "validation", "test"), NAMES, strict=True):
        (root / "metadata").mkdir(exist_ok=True)
        (root / "metadata" / f"{file}.txt").write_text(f"{name}.png\n")
    splits = [entry.split for entry in Bbbc039(str(root)).entries]
    assert splits == ["train", "val", "test"]
    other = Bbbc039(str(root), metadata=None)
    assert other.fingerprint != Bbbc039(str(root)).fingerprint


def test_a_mask_in_two_lists_is_refused(root: Path) -> None:
    (root / "metadata").mkdir()
    for file in ("training", "test"):
        (root / "metadata" / f"{file}.txt").write_text(f"{NAMES[0]}.png\n")
    with pytest.raises(InputError, match="is in train and in test"):
        Bbbc039(str(root))


def test_another_reading_is_another_truth(root: Path) -> None:
    ours, theirs = Bbbc039(str(root), metadata=None), Folder(str(root), kind="labels")
    assert ours.fingerprint != theirs.fingerprint


def test_grey_masks_are_read_alike(tmp_path: Path) -> None:
    grey = save(tmp_path / "grey.png", nuclei()[..., 0])
    colour = save(tmp_path / "colour.png", nuclei())
    np.testing.assert_array_equal(read_touching(grey), read_touching(colour))
    with pytest.raises(InputError, match="fractions"):
        read_touching(save(tmp_path / "soft.tif", np.full((4, 4), 0.5, np.float32)))
