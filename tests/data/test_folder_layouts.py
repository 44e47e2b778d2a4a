"""What people have: suffixes in one folder, classes in masks, stacks and many channels."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tifffile

from src.core import InputError
from src.data.folder import Folder
from src.data.formats.class_masks import read_class_mask
from src.data.formats.planes import read_chosen
from src.detectors.stored import InFolder, Stored
from tests.data.pictures import photograph, save, two_squares


@pytest.mark.parametrize("suffix", ["_mask", "_label", "_seg", "-Mask", "_labels"])
def test_masks_may_lie_beside_their_images(tmp_path: Path, suffix: str) -> None:
    for number in range(3):
        save(tmp_path / f"a{number}.png", photograph(number))
        save(tmp_path / f"a{number}{suffix}.tif", two_squares())
    dataset = Folder(str(tmp_path))
    assert [entry.name for entry in dataset.entries] == ["a0", "a1", "a2"]
    sample = next(dataset.samples())
    assert np.array_equal(sample.picture.pixels, photograph(0))
    assert len(sample.truth) == 2


def test_suffixes_and_ome_count_between_folders(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    tifffile.imwrite(tmp_path / "images" / "a0.ome.tif", photograph(1))
    save(tmp_path / "images" / "b_seg.png", photograph(2))
    save(tmp_path / "masks" / "a0_mask.png", two_squares())
    save(tmp_path / "masks" / "b_seg.png", two_squares())
    assert [entry.name for entry in Folder(str(tmp_path)).entries] == ["a0", "b_seg"]


def test_images_may_lie_above_their_masks(tmp_path: Path) -> None:
    save(tmp_path / "a.png", photograph(1))
    save(tmp_path / "masks" / "a.png", two_squares())
    assert len(Folder(str(tmp_path))) == 1


def test_images_without_masks_are_sent_elsewhere(tmp_path: Path) -> None:
    save(tmp_path / "a.png", photograph(1))
    with pytest.raises(InputError, match=r"images and no masks: .* python -m src\.predict"):
        Folder(str(tmp_path))
    save(tmp_path / "b_mask.png", two_squares())
    with pytest.raises(InputError, match=r"a\.png has no mask: .* the stem 'a'"):
        Folder(str(tmp_path))


def classes_mask() -> Any:
    """Two roots and two stones."""
    mask = np.zeros((20, 24), np.uint8)
    mask[2:5, 2:5], mask[2:5, 10:14] = 1, 1
    mask[10:14, 2:5], mask[10:14, 10:12] = 2, 2
    return mask


def coloured(mask: Any) -> Any:
    return np.array([[0, 0, 0], [255, 0, 0], [0, 255, 0]], np.uint8)[mask]


@pytest.fixture(name="make")
def make_fixture(tmp_path: Path) -> Callable[[Any], str]:
    """A folder of one image and this mask."""

    def made(mask: Any) -> str:
        save(tmp_path / "images" / "a.png", photograph(1))
        save(tmp_path / "masks" / "a.png", mask)
        return str(tmp_path)

    return made


def test_classes_are_refused_with_the_values_found(make: Callable[[Any], str]) -> None:
    with pytest.raises(InputError, match=r"values 1, 2 besides 0, and 1 is in 2 pieces: name them"):
        Folder(make(classes_mask()))
    with pytest.raises(
        InputError, match=r"values \[0,255,0\], \[255,0,0\] besides 0, and they are"
    ):
        Folder(make(coloured(classes_mask())))
    assert len(next(Folder(make(classes_mask()), kind="labels").samples()).truth) == 2
    assert len(next(Folder(make(classes_mask()), kind="binary").samples()).truth) == 4


@pytest.mark.parametrize("colours", [False, True])
def test_named_classes_are_known_of_every_instance(
    make: Callable[[Any], str], colours: bool
) -> None:
    mask = coloured(classes_mask()) if colours else classes_mask()
    classes: Any = (
        {"root": [255, 0, 0], "stone": [0, 255, 0]} if colours else {"root": 1, "stone": 2}
    )
    root = make(mask)
    truth = next(Folder(root, classes=classes).samples()).truth
    assert truth.class_names == ("root", "stone")
    assert truth.classes is not None
    assert truth.classes.tolist() == [0, 0, 1, 1]
    dataset = Folder(root, classes=classes, target="stone")
    alone = next(dataset.samples()).truth
    assert np.array_equal(alone.foreground(), classes_mask() == 2)
    assert alone.class_names is None
    assert dataset.fingerprint != Folder(root, classes=classes).fingerprint


def test_stored_classes_are_known_too(make: Callable[[Any], str]) -> None:
    root, classes = make(classes_mask()), {"root": 1, "stone": 2}
    sample = next(Folder(root, classes=classes).samples())
    find = InFolder(f"{root}/masks", lambda path: read_class_mask(path, classes))
    found = Stored(find).detect(sample.picture)
    assert found.class_names == ("root", "stone")
    assert np.array_equal(found.labels, sample.truth.labels)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"classes": {"root": 1}}, r"a\.png holds 2, which dataset\.classes does not name"),
        ({"classes": {"root": 0}}, "is 0, which is the background"),
        ({"classes": {"root": 1, "stone": 1}}, "needs different values"),
        ({"classes": {"root": [1, 2]}}, r"a colour such as \[255,0,0\], got \[1, 2\]"),
        ({"classes": {"root": 1, "stone": 2}, "target": "soil"}, "must be one of root, stone"),
        ({"target": "root"}, "needs dataset.classes"),
        ({"plane": "min"}, "a number, several, or max"),
    ],
)
def test_wrong_names_are_told(
    make: Callable[[Any], str], settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        Folder(make(classes_mask()), **settings)


@pytest.fixture(name="stack")
def stack_fixture(tmp_path: Path) -> Path:
    """Five channels of three planes beside a mask."""
    values = np.random.default_rng(1).integers(0, 9, (3, 5, 20, 24)).astype(np.uint16)
    (tmp_path / "images").mkdir()
    tifffile.imwrite(
        tmp_path / "images" / "a.ome.tif",
        values,
        metadata={"axes": "ZCYX"},
        photometric="minisblack",
    )
    save(tmp_path / "masks" / "a.png", two_squares())
    return tmp_path


def test_channels_and_planes_are_chosen(stack: Path) -> None:
    values = tifffile.imread(stack / "images" / "a.ome.tif")
    dataset = Folder(str(stack), channels=[0, 3], plane=1)
    pixels = next(dataset.samples()).picture.pixels
    assert np.array_equal(pixels[..., 0], values[1, 0])
    assert np.array_equal(pixels[..., 1], values[1, 3])
    assert not pixels[..., 2].any()
    brightest = next(Folder(str(stack), channels=[4], plane="max").samples()).picture.pixels
    assert np.array_equal(brightest, values[:, 4].max(axis=0))
    assert dataset.entries[0].id != Folder(str(stack), channels=[0], plane=1).entries[0].id


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, r"is a stack of 3 planes \(ZCYX\): set dataset\.plane"),
        ({"plane": 1}, r"has 5 channels: set dataset\.channels"),
        ({"plane": 3, "channels": [0]}, r"dataset\.plane must be a place in it, got 3"),
        ({"plane": 0, "channels": [5]}, r"has 5 channels, counted from 0: dataset\.channels has 5"),
    ],
)
def test_what_is_not_chosen_is_one_sentence(
    stack: Path, settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        Folder(str(stack), **settings)


@pytest.mark.parametrize(
    ("channels", "sentence"),
    [
        (2, r"has 2 channels: set dataset\.channels to up to three, such as \[0,1\]"),
        (3, r"holds a stack .*, or choose by dataset\.channels"),
        (4, r"has 4 channels: set dataset\.channels to up to three, such as \[0,3\]"),
    ],
)
def test_channels_of_a_microscope_are_neither_colours_nor_alpha(
    tmp_path: Path, channels: int, sentence: str
) -> None:
    values = np.zeros((channels, 20, 24), np.uint16)
    values[-1] = 7
    (tmp_path / "images").mkdir()
    file = tmp_path / "images" / "a.ome.tif"
    tifffile.imwrite(file, values, metadata={"axes": "CYX"}, photometric="minisblack")
    save(tmp_path / "masks" / "a.png", two_squares())
    with pytest.raises(InputError, match=sentence):
        Folder(str(tmp_path))
    chosen = next(Folder(str(tmp_path), channels=[channels - 1]).samples())
    assert (chosen.picture.pixels == 7).all()


def test_an_axis_without_a_name_is_what_was_asked_for(tmp_path: Path) -> None:
    values = np.arange(7 * 4 * 5, dtype=np.uint8).reshape(7, 4, 5)
    tifffile.imwrite(tmp_path / "a.tif", values, photometric="minisblack")
    assert np.array_equal(read_chosen(tmp_path / "a.tif", plane=2), values[2])
    assert np.array_equal(read_chosen(tmp_path / "a.tif", channels=[6]), values[6])
