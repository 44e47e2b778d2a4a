import io
from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image, ImageOps

from src.core import InputError
from src.data.formats.images import read_pixels
from src.data.formats.raster import load, measure
from tests.data.pictures import Array, cut, deep_png, photograph, save

GREY = photograph(1, (9, 7))
COLOUR = photograph(2, (9, 7, 3))
DEEP = np.random.default_rng(3).integers(0, 65536, (9, 7)).astype(np.uint16)
DEEP_COLOUR = np.random.default_rng(4).integers(0, 65536, (9, 7, 3)).astype(np.uint16)


@pytest.mark.parametrize("extension", [".png", ".tif"])
@pytest.mark.parametrize("pixels", [GREY, COLOUR, DEEP, DEEP_COLOUR])
def test_lossless_formats_keep_every_bit(tmp_path: Path, pixels: Array, extension: str) -> None:
    found = read_pixels(save(tmp_path / f"a{extension}", pixels))
    assert found.dtype == pixels.dtype
    assert np.array_equal(found, pixels)


@pytest.mark.parametrize("extension", [".png", ".tif"])
@pytest.mark.parametrize("pixels", [COLOUR, DEEP_COLOUR])
def test_alpha_is_dropped(tmp_path: Path, pixels: Array, extension: str) -> None:
    translucent = np.dstack([pixels, pixels[..., 0]])
    assert np.array_equal(read_pixels(save(tmp_path / f"a{extension}", translucent)), pixels)


def test_grey_with_alpha_is_grey(tmp_path: Path) -> None:
    Image.fromarray(GREY).convert("LA").save(tmp_path / "a.png")
    assert np.array_equal(read_pixels(tmp_path / "a.png"), GREY)


def test_deep_grey_with_alpha_is_refused_rather_than_cut_to_8_bit(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(deep_png(DEEP_COLOUR[..., :2]))
    with pytest.raises(InputError, match=r"a\.png is 16-bit grey with alpha"):
        read_pixels(path)


def test_a_palette_becomes_its_colours(tmp_path: Path) -> None:
    palette = Image.fromarray(COLOUR).quantize(16)
    palette.save(tmp_path / "a.png")
    assert np.array_equal(read_pixels(tmp_path / "a.png"), np.asarray(palette.convert("RGB")))


@pytest.mark.parametrize("extension", ["png", "tif"])
def test_one_bit_becomes_0_and_255(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a.{extension}"
    Image.fromarray(GREY > 99).save(path)
    assert np.array_equal(read_pixels(path), np.where(GREY > 99, 255, 0))


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_jpeg_gives_8_bit_grey_or_colour(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "a.jpg"
    Image.fromarray(COLOUR).convert(mode).save(path)
    pixels = read_pixels(path)
    assert pixels.dtype == np.uint8
    assert pixels.shape == ((9, 7) if mode == "L" else (9, 7, 3))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_camera_held_sideways_is_turned_as_viewers_turn_it(
    tmp_path: Path, orientation: int
) -> None:
    path = tmp_path / "a.jpg"
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(COLOUR).save(path, exif=exif)
    with Image.open(path) as image:
        upright = np.asarray(ImageOps.exif_transpose(image))
    assert np.array_equal(read_pixels(path), upright)
    assert measure(load(path), path) == upright.shape[:2]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_a_tiff_of_fractions_is_float32(tmp_path: Path, dtype: type) -> None:
    pixels = read_pixels(save(tmp_path / "a.tif", (GREY / 256).astype(dtype)))
    assert pixels.dtype == np.float32
    assert np.allclose(pixels, GREY / 256, atol=1e-3)


def test_wide_integers_become_16_bit_where_they_fit_and_fractions_where_not(tmp_path: Path) -> None:
    assert read_pixels(save(tmp_path / "a.tif", GREY.astype(np.uint32))).dtype == np.uint16
    assert read_pixels(save(tmp_path / "b.tif", GREY.astype(np.int32) - 300)).dtype == np.float32


def test_pixels_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.tif has pixels that are not finite"):
        read_pixels(save(tmp_path / "a.tif", np.full((3, 3), np.nan, np.float32)))


@pytest.mark.parametrize("compression", ["tiff_lzw", "packbits", "tiff_adobe_deflate", "zstd"])
def test_compressed_tiff_is_read(tmp_path: Path, compression: str) -> None:
    path = tmp_path / "a.tif"
    Image.fromarray(DEEP).save(path, compression=compression)
    assert np.array_equal(read_pixels(path), DEEP)


def test_tiff_planes_white_as_zero_and_orientation_are_put_right(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    planes = np.moveaxis(COLOUR, -1, 0)
    tifffile.imwrite(path, planes, photometric="rgb", planarconfig="separate")
    assert np.array_equal(read_pixels(path), COLOUR)
    tifffile.imwrite(path, 255 - GREY, photometric="miniswhite")
    assert np.array_equal(read_pixels(path), GREY)
    tifffile.imwrite(path, GREY, extratags=[(274, 3, 1, 6, True)])
    assert np.array_equal(read_pixels(path), np.rot90(GREY, -1))
    assert measure(load(path), path) == (7, 9)


def test_a_stack_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    tifffile.imwrite(path, np.stack([GREY] * 5), photometric="minisblack")
    with pytest.raises(InputError, match=r"a\.tif holds a stack of the shape \(5, 9, 7\)"):
        read_pixels(path)


@pytest.mark.parametrize("extension", [".png", ".tif", ".jpg"])
@pytest.mark.parametrize("fraction", [0.02, 0.3, 0.9])
def test_a_truncated_file_is_named_without_and_with_decoding(
    tmp_path: Path, extension: str, fraction: float
) -> None:
    path = cut(save(tmp_path / f"a{extension}", photograph(1, (64, 64, 3))), fraction)
    with pytest.raises(InputError, match=rf"a\{extension} is truncated or damaged"):
        measure(load(path), path)
    with pytest.raises(InputError, match=rf"a\{extension} is truncated or damaged"):
        read_pixels(path)


def test_a_flipped_bit_in_a_png_is_found_without_decoding(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", photograph(1, (64, 64)))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    with pytest.raises(InputError, match=r"a\.png is truncated or damaged"):
        measure(bytes(data), path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", r"a\.png is empty"), (b"hello", r"a\.png is not a PNG, TIFF or JPEG image")],
)
def test_what_is_no_image_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        read_pixels(path)


def test_an_absent_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.png cannot be read"):
        read_pixels(tmp_path / "a.png")


def test_the_content_decides_not_the_extension(tmp_path: Path) -> None:
    stream = io.BytesIO()
    Image.fromarray(GREY).save(stream, "PNG")
    (tmp_path / "a.jpg").write_bytes(stream.getvalue())
    assert np.array_equal(read_pixels(tmp_path / "a.jpg"), GREY)
