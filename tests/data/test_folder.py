import hashlib
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from src.core import Dataset, InputError
from src.data.folder import Folder
from src.data.split import Split
from tests.conftest import real_data
from tests.data.pictures import Array, cut, photograph, save, two_squares


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Twelve images with a binary mask each."""
    for number in range(1, 13):
        save(tmp_path / "images" / f"field{number}.png", photograph(number))
        save(tmp_path / "masks" / f"field{number}.png", two_squares())
    return tmp_path


def replace_mask(root: Path, mask: Array, name: str = "field3") -> None:
    save(root / "masks" / f"{name}.png", mask)


def test_samples_come_in_natural_order_with_pixels_and_components(root: Path) -> None:
    dataset = Folder(str(root))
    assert isinstance(dataset, Dataset)
    assert [entry.name for entry in dataset.entries] == [f"field{n}" for n in range(1, 13)]
    sample = next(dataset.samples())
    assert np.array_equal(sample.picture.pixels, photograph(1))
    assert len(sample.truth) == 2


def test_extensions_may_differ_and_other_files_are_ignored(root: Path) -> None:
    (root / "masks" / "field1.png").rename(root / "masks" / "field1.PNG")
    save(root / "masks" / "field2.tif", two_squares())
    (root / "masks" / "field2.png").unlink()
    (root / "images" / "ABOUT.txt").write_text("origin: a test")
    (root / "images" / ".hidden.png").write_text("not an image")
    assert len(Folder(str(root))) == 12


def test_jpeg_images_have_png_masks(tmp_path: Path) -> None:
    save(tmp_path / "images" / "a.jpg", photograph(1))
    save(tmp_path / "labels" / "a.png", two_squares())
    (sample,) = Folder(str(tmp_path)).samples()
    assert sample.picture.shape == (20, 24)


def test_ids_are_the_hash_of_the_content(root: Path) -> None:
    entry = Folder(str(root)).entries[0]
    image = root / "images" / "field1.png"
    assert entry.id == hashlib.sha256(image.read_bytes()).hexdigest()[:16]


def test_a_renamed_file_keeps_its_id_and_split(root: Path) -> None:
    before = {entry.id: entry.split for entry in Folder(str(root)).entries}
    for kind in ("images", "masks"):
        (root / kind / "field7.png").rename(root / kind / "another name.png")
    dataset = Folder(str(root))
    assert {entry.id: entry.split for entry in dataset.entries} == before
    assert "another name" in {entry.name for entry in dataset.entries}


def test_splits_stay_when_images_are_added(root: Path) -> None:
    before = {entry.id: entry.split for entry in Folder(str(root)).entries}
    for number in range(20, 30):
        save(root / "images" / f"{number}.png", photograph(number))
        save(root / "masks" / f"{number}.png", two_squares())
    after = {entry.id: entry.split for entry in Folder(str(root)).entries}
    assert len(after) == 22
    assert before.items() <= after.items()


def test_the_fingerprint_notices_a_changed_mask_but_no_new_place(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = Folder(str(root)).fingerprint
    elsewhere = tmp_path_factory.mktemp("copy") / "data"
    shutil.copytree(root, elsewhere)
    assert Folder(str(elsewhere)).fingerprint == before
    replace_mask(elsewhere, np.fliplr(two_squares()))
    assert Folder(str(elsewhere)).fingerprint != before


def test_samples_of_one_split_are_the_entries_of_that_split(root: Path) -> None:
    dataset = Folder(str(root))
    for split in ("train", "val", "test"):
        expected = [entry.name for entry in dataset.entries if entry.split == split]
        assert [sample.name for sample in dataset.samples(split)] == expected


def test_a_split_file_decides(root: Path) -> None:
    lines = ["name,split", *(f"field{n},{'test' if n > 9 else 'train'}" for n in range(1, 13))]
    (root / "split.csv").write_text("\n".join(lines))
    dataset = Folder(str(root), split=Split(file=str(root / "split.csv")))
    assert [entry.split for entry in dataset.entries] == ["train"] * 9 + ["test"] * 3


def test_home_is_expanded(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(root.parent))
    assert len(Folder(f"~/{root.name}")) == 12


def lose(root: Path, name: str) -> None:
    (root / name).unlink()


BAD_PAIRS: dict[str, tuple[Any, str]] = {
    "truncated image": (lambda r: cut(r / "images/field3.png"), r"images/field3\.png is trunc"),
    "truncated mask": (lambda r: cut(r / "masks/field3.png"), r"masks/field3\.png is truncated"),
    "empty file": (lambda r: (r / "images/field3.png").write_bytes(b""), r"field3\.png is empty"),
    "text": (lambda r: (r / "masks/field3.png").write_text("x"), r"field3\.png is not a PNG"),
    "no mask": (lambda r: lose(r, "masks/field3.png"), r"images/field3\.png has no mask"),
    "no image": (lambda r: lose(r, "images/field3.png"), r"masks/field3\.png has no image"),
    "two images": (
        lambda r: save(r / "images/field3.tif", photograph(3)),
        r"field3\.png, field3\.tif in .*images have the same stem",
    ),
    "size": (
        lambda r: replace_mask(r, two_squares(255, (20, 25))),
        r"masks/field3\.png is 25×20 but .*images/field3\.png is 24×20",
    ),
    "constant": (
        lambda r: replace_mask(r, np.zeros((20, 24), np.uint8)),
        r"masks/field3\.png is 0 everywhere: .*constant_masks=accept",
    ),
    "broken link": (
        lambda r: (lose(r, "images/field3.png"), (r / "images/field3.png").symlink_to("gone")),
        r"images/field3\.png cannot be read",
    ),
}


@pytest.mark.parametrize("case", BAD_PAIRS)
def test_a_bad_pair_stops_with_its_name_or_is_skipped_and_counted(root: Path, case: str) -> None:
    spoil, sentence = BAD_PAIRS[case]
    spoil(root)
    with pytest.raises(InputError, match=sentence):
        Folder(str(root))
    dataset = Folder(str(root), on_error="skip")
    assert len(dataset) == 11
    assert list(dataset.skipped) == ["field3"]
    assert len(list(dataset.samples())) == 11


def test_a_file_that_is_damaged_later_is_skipped_on_reading(root: Path) -> None:
    dataset = Folder(str(root), on_error="skip")
    cut(root / "images" / "field3.png")
    assert len(list(dataset.samples())) == 11
    assert "field3" in dataset.skipped
    with pytest.raises(InputError, match=r"field3\.png is truncated"):
        dataset.read(dataset.entries[2])


def test_nothing_left_is_an_error_even_when_skipping(root: Path) -> None:
    dataset = Folder(str(root), on_error="skip")
    for image in (root / "images").iterdir():
        cut(image)
    with pytest.raises(InputError, match=r"no sample is left to read.*field1\.png is truncated"):
        Folder(str(root), on_error="skip")
    with pytest.raises(InputError, match="no sample is left to read"):
        list(dataset.samples())


def test_an_accepted_constant_mask_holds_nothing(root: Path) -> None:
    replace_mask(root, np.zeros((20, 24), np.uint8))
    dataset = Folder(str(root), constant_masks="accept")
    assert len(dataset.read(dataset.entries[2]).truth) == 0


def test_a_mask_of_0_and_1_is_a_label_image_among_label_images(root: Path) -> None:
    for number in range(1, 13):
        replace_mask(root, two_squares(1), f"field{number}")
    assert len(next(Folder(str(root)).samples()).truth) == 2
    labels = two_squares(1)
    labels[10:] *= 2
    replace_mask(root, labels)
    dataset = Folder(str(root))
    assert dataset.kind == "labels"
    assert len(next(dataset.samples()).truth) == 1


def test_masks_of_both_kinds_need_a_word_from_the_user(root: Path) -> None:
    replace_mask(root, two_squares(7))
    with pytest.raises(InputError, match=r"field12\.png looks binary and .*field3\.png like a lab"):
        Folder(str(root))
    assert Folder(str(root), kind="binary").kind == "binary"


def test_the_folder_of_masks_must_be_plain(root: Path) -> None:
    (root / "labels").mkdir()
    with pytest.raises(InputError, match=r"has both masks and labels.*set dataset\.masks"):
        Folder(str(root))
    assert len(Folder(str(root), masks="masks")) == 12
    shutil.rmtree(root / "labels")
    (root / "masks").rename(root / "manual1")
    with pytest.raises(InputError, match="neither masks nor labels, its folders are images, man"):
        Folder(str(root))
    with pytest.raises(InputError, match="has no folder 'manual2', its folders are images, manual"):
        Folder(str(root), masks="manual2")


def test_an_empty_or_absent_place_is_named(root: Path) -> None:
    with pytest.raises(InputError, match=r"dataset\.root: .*/nowhere does not exist"):
        Folder(str(root / "nowhere"))
    with pytest.raises(InputError, match=r"field1\.png is a file, a folder is needed"):
        Folder(str(root / "images" / "field1.png"))
    (root / "raw").mkdir()
    (root / "raw" / "notes.txt").touch()
    with pytest.raises(InputError, match=r"raw holds no PNG, TIFF or JPEG file, .* notes\.txt"):
        Folder(str(root), images="raw")


@pytest.mark.parametrize("key", ["kind", "constant_masks", "on_error"])
def test_a_misspelt_choice_is_refused(root: Path, key: str) -> None:
    arguments: dict[str, Any] = {key: "whatever"}
    with pytest.raises(InputError, match=rf"dataset\.{key} must be one of .* got 'whatever'"):
        Folder(str(root), **arguments)


def test_real_roots_are_binary_masks() -> None:
    dataset = Folder(str(real_data("roots_segroot_tiles")))
    assert dataset.kind == "binary"
    assert len(dataset) == 8
    for sample in dataset.samples():
        assert sample.picture.pixels.shape == (600, 600, 3)
        assert len(sample.truth) > 1


def test_real_nuclei_are_label_images() -> None:
    root = real_data("nuclei_dsb2018_train")
    dataset = Folder(str(root))
    assert dataset.kind == "labels"
    for sample in dataset.samples():
        with Image.open(root / "labels" / f"{sample.name}.png") as image:
            assert len(sample.truth) == np.asarray(image).max()


def test_real_vessels_are_one_bit_masks() -> None:
    dataset = Folder(str(real_data("vessels_drive")), masks="manual1")
    assert dataset.kind == "binary"
    assert all(0.05 < sample.truth.foreground().mean() < 0.2 for sample in dataset.samples())


def test_real_soft_masks_are_refused_until_a_threshold_is_given() -> None:
    root = str(real_data("scribbles_medscribble"))
    with pytest.raises(InputError, match="looks like a soft mask"):
        Folder(root)
    assert len(list(Folder(root, kind="binary", threshold=127).samples())) > 20


def test_another_way_of_reading_is_another_truth(tmp_path: Path) -> None:
    soft = np.zeros((8, 8), np.uint8)
    soft[2:5, 2:6], soft[3, 3] = 100, 255
    for kind, values in (("images", soft), ("masks", soft)):
        (tmp_path / kind).mkdir()
        Image.fromarray(values).save(tmp_path / kind / "one.png")
    readings = [
        Folder(str(tmp_path), kind=kind, threshold=threshold).fingerprint
        for kind, threshold in (("binary", 0), ("binary", 127), ("labels", 0))
    ]
    assert len(set(readings)) == 3


def test_the_same_picture_twice_is_read_twice_and_said(
    root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(root / "images" / "field1.png", root / "images" / "field3.png")
    entries = {entry.name: entry for entry in Folder(str(root)).entries}
    first, twin = entries["field1"], entries["field3"]
    assert (first.id, first.split) == (twin.id, twin.split)
    assert "field3" in caplog.text
