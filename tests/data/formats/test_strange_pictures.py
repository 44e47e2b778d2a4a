"""Pictures of unusual kinds: read with a stated meaning, or refused in one sentence."""

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tifffile
from PIL import Image

from src.core import InputError
from src.data.folder import Folder
from src.data.formats.images import read_pixels
from src.data.formats.masks import read_labels, read_mask
from src.data.formats.raster import load, measure
from src.data.formats.tiff import refuse_size
from tests.data.pictures import _chunk, deep_png, photograph, save, two_squares

pytestmark = pytest.mark.attack("strange pictures and masks", kind="inputs")

FLAT = np.full((8, 16, 3), (200, 30, 60), np.uint8)


@pytest.mark.parametrize("mode", ["CMYK", "YCbCr"])
@pytest.mark.parametrize("compression", ["raw", "tiff_lzw", "jpeg", "tiff_adobe_deflate"])
def test_inks_and_tints_become_red_green_and_blue(
    tmp_path: Path, mode: str, compression: str
) -> None:
    Image.fromarray(FLAT).convert(mode).save(tmp_path / "a.tif", compression=compression)
    assert np.abs(read_pixels(tmp_path / "a.tif").astype(int) - FLAT).max() <= 8


def test_inks_that_tifffile_wrote_are_not_inverted(tmp_path: Path) -> None:
    inks = np.asarray(Image.fromarray(FLAT).convert("CMYK"))
    tifffile.imwrite(tmp_path / "a.tif", inks, photometric="separated")
    assert np.array_equal(read_pixels(tmp_path / "a.tif"), FLAT)


@pytest.mark.parametrize(
    ("values", "options", "sentence"),
    [
        (np.ones((4, 4), np.complex64), {}, "holds complex64 numbers"),
        (np.ones((4, 4, 4), np.uint16), {"photometric": "separated"}, "SEPARATED of 16 bits"),
        (np.ones((4, 4, 3), np.uint8), {"photometric": "cielab"}, "stores colours as CIELAB"),
        (np.full((4, 4), 2**40, np.uint64), {}, "which would be rounded"),
        (np.full((4, 4), 2**25, np.int32), {}, "which would be rounded"),
        (np.full((4, 4), -(2**30), np.int32), {}, "which would be rounded"),
        (np.full((4, 4), 1e300), {}, "not finite in 32 bits"),
    ],
)
def test_what_would_be_read_wrong_is_refused(
    tmp_path: Path, values: Any, options: Any, sentence: str
) -> None:
    tifffile.imwrite(tmp_path / "a.tif", values, **options)
    with pytest.raises(InputError, match=rf"^\S*a\.tif [^\n]*{sentence}[^\n]*$"):
        read_pixels(tmp_path / "a.tif")


def test_complex_masks_are_refused(tmp_path: Path) -> None:
    tifffile.imwrite(tmp_path / "a.tif", two_squares().astype(np.complex64))
    for read in (read_mask, read_labels):
        with pytest.raises(InputError, match="holds complex64 numbers"):
            read(tmp_path / "a.tif")


def test_ids_of_64_bits_stay_themselves_or_are_numbered_anew(tmp_path: Path) -> None:
    labels = two_squares().astype(np.uint64)
    labels[labels > 0] = 2**62 + 1
    tifffile.imwrite(tmp_path / "a.tif", labels)
    assert np.array_equal(read_labels(tmp_path / "a.tif"), labels)
    labels[labels > 0] = 2**64 - 1
    labels[0, 0] = 2**63
    tifffile.imwrite(tmp_path / "a.tif", labels)
    expected = np.where(labels > 0, 2, 0)
    expected[0, 0] = 1
    assert np.array_equal(read_labels(tmp_path / "a.tif"), expected)


def test_colours_of_32_bits_are_no_labels(tmp_path: Path) -> None:
    colours = np.zeros((4, 4, 3), np.uint32)
    colours[0, 0], colours[1, 1] = (2**31, 0, 0), (0, 2**31, 0)
    tifffile.imwrite(tmp_path / "a.tif", colours, photometric="rgb")
    with pytest.raises(InputError, match="colours of uint32: save them with 8 or 16 bits"):
        read_mask(tmp_path / "a.tif")


def claiming(width: int, height: int) -> bytes:
    """A PNG that says that it is large."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def test_a_png_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(claiming(100_000, 100_000))
    with pytest.raises(InputError, match=r"a\.png is too large [^\n]*: cut it into tiles"):
        read_pixels(tmp_path / "a.png")
    with pytest.raises(InputError, match=r"a\.png is too large"):
        measure(load(tmp_path / "a.png"), tmp_path / "a.png")


@pytest.mark.parametrize("kind", ["tif", "npy"])
def test_what_else_claims_to_be_huge_is_refused(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "a.png"
    if kind == "tif":
        tifffile.imwrite(file, np.zeros((4, 4), np.uint8))
        content = bytearray(file.read_bytes())
        with tifffile.TiffFile(file) as made:
            for name in ("ImageWidth", "ImageLength"):
                tag = made.pages[0].tags[name]  # type: ignore[union-attr]
                length = 4 if tag.dtype == 4 else 2
                content[tag.valueoffset : tag.valueoffset + length] = b"\xff" * length
        file.write_bytes(content)
    else:
        np.save(tmp_path / "a.npy", np.zeros((4, 4), np.uint8))
        content = bytearray(
            (tmp_path / "a.npy").read_bytes().replace(b"(4, 4), }      ", b"(99999, 99999)}")
        )
        file.write_bytes(content)
    with pytest.raises(InputError, match=r"a\.png is (too large|truncated)"):
        read_pixels(file)


def test_few_bytes_that_claim_to_be_many_are_refused() -> None:
    refuse_size((16_000, 16_000), np.dtype(np.uint8), stored=200)
    refuse_size((20_000, 20_000, 3), np.dtype(np.uint8), stored=2**20)
    with pytest.raises(InputError, match="is too large"):
        refuse_size((20_000, 20_000), np.dtype(np.uint8), stored=200)
    with pytest.raises(InputError, match="is too large"):
        refuse_size((50_000, 50_000), np.dtype(np.uint8), stored=2**31)


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0), (5, 5, 0)])
def test_a_picture_without_pixels_is_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    np.save(tmp_path / "a.npy", np.zeros(shape, np.uint8))
    for read in (read_pixels, read_mask, read_labels):
        with pytest.raises(InputError, match=r"a\.npy has no pixels"):
            read(tmp_path / "a.npy")


def test_a_film_is_refused(tmp_path: Path) -> None:
    frames = [Image.fromarray(photograph(number)) for number in range(3)]
    frames[0].save(tmp_path / "a.png", save_all=True, append_images=frames[1:])
    with pytest.raises(InputError, match=r"a\.png holds 3 frames: save one picture per file"):
        read_pixels(tmp_path / "a.png")
    with pytest.raises(InputError, match=r"a\.png holds 3 frames"):
        measure(load(tmp_path / "a.png"), tmp_path / "a.png")
    tifffile.imwrite(tmp_path / "a.tif", np.zeros((3, 8, 8), np.uint8), photometric="minisblack")
    with pytest.raises(InputError, match=r"a\.tif holds a stack"):
        read_pixels(tmp_path / "a.tif")


@pytest.mark.parametrize("big", [False, True])
def test_pages_in_a_circle_are_refused(tmp_path: Path, big: bool) -> None:
    for number in range(2):
        tifffile.imwrite(tmp_path / "a.tif", photograph(number), append=number > 0, bigtiff=big)
    with tifffile.TiffFile(tmp_path / "a.tif") as made:
        first, second = (page.offset for page in made.pages)
    content = bytearray((tmp_path / "a.tif").read_bytes())
    count, tags, form = (8, 20, "<Q") if big else (2, 12, "<I")
    number_of_tags = int.from_bytes(content[second : second + count], "little")
    struct.pack_into(form, content, second + count + number_of_tags * tags, first)
    (tmp_path / "a.tif").write_bytes(content)
    with pytest.raises(InputError, match=r"a\.tif has pages in a circle, or more than 1000"):
        read_pixels(tmp_path / "a.tif")


def test_alpha_is_dropped_whatever_the_depth(tmp_path: Path) -> None:
    deep = photograph(1, (6, 7, 4)).astype(np.uint16) * 257
    (tmp_path / "a.png").write_bytes(deep_png(deep))
    assert np.array_equal(read_pixels(tmp_path / "a.png"), deep[..., :3])


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_never_ends_is_not_read(tmp_path: Path, kind: str) -> None:
    for number in range(2):
        save(tmp_path / "images" / f"{number}.png", photograph(number))
        save(tmp_path / "masks" / f"{number}.png", two_squares())
    file = tmp_path / "images" / "1.png"
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero")
    with pytest.raises(InputError, match=r"1\.png is no plain file"):
        Folder(str(tmp_path))
    assert len(Folder(str(tmp_path), on_error="skip")) == 1


@pytest.mark.parametrize("name", [b"\xff.png", b"a\nb.png", b"\xe2\x80\xa8.png"])
def test_a_name_that_is_no_text_is_refused(tmp_path: Path, name: bytes) -> None:
    save(tmp_path / "images" / "a.png", photograph(1))
    save(tmp_path / "masks" / "a.png", two_squares())
    (tmp_path / "images" / "a.png").rename(tmp_path / "images" / os.fsdecode(name))
    with pytest.raises(
        InputError, match=r"^\S*images holds '[^\n]*', whose name is no plain UTF-8"
    ):
        Folder(str(tmp_path))


@pytest.mark.parametrize("root", ["x" * 5000, "a\0b", "\udcff", "~nobody-of-this-name"])
def test_a_root_that_no_folder_can_have_is_refused(root: str) -> None:
    with pytest.raises(InputError, match=r"^dataset\.root: [^\n]{1,900}$"):
        Folder(root)


def test_tiles_that_were_never_stored_are_not_made_up(tmp_path: Path) -> None:
    file = tmp_path / "a.tif"
    tifffile.imwrite(file, np.ones((20, 24), np.uint8), tile=(16, 16))
    content = bytearray(file.read_bytes())
    with tifffile.TiffFile(file) as made:
        tag = made.pages[0].tags["ImageLength"]  # type: ignore[union-attr]
        content[tag.valueoffset + 2] = 0x30
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"a\.tif is truncated or damaged"):
        read_pixels(file)
    with pytest.raises(InputError, match=r"a\.tif is truncated or damaged"):
        measure(load(file), file)
