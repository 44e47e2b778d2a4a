"""An image file as it is stored, before anyone says what its values mean."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFile

from src.core import InputError
from src.data.files.foreign import read_bytes, spoken
from src.data.formats import tiff
from src.data.formats.png import ORIENTATION, png_orientation

EXTENSIONS = (".png", ".tif", ".tiff", ".jpg", ".jpeg")

_MAGIC = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"\x93NUMPY": "NPY",
    **dict.fromkeys(tiff.MAGIC, "TIFF"),
}


@dataclass(frozen=True, eq=False)
class Raster:
    """Values as stored, turned upright.

    Args:
        values: (h, w) or (h, w, channels); bool where the file has one bit per pixel.
        palette: (n, 3) uint8 colours that the values index, ``None`` without a palette.
    """

    values: npt.NDArray[Any]
    palette: npt.NDArray[np.uint8] | None = None


def load(path: Path) -> bytes:
    """The bytes of an image file that is there, readable and not empty."""
    data = read_bytes(path)
    if not data:
        raise InputError(f"{spoken(path)} is empty: copy it again or set dataset.on_error=skip")
    return data


def measure(data: bytes, path: Path) -> tuple[int, int]:
    """Height and width, after the cheapest check that finds a truncated file.

    A PNG has its checksums verified, a TIFF its offsets compared with its length, a JPEG,
    which has neither, is decoded at an eighth of its size.
    """
    encoding = _encoding(data, path)
    try:
        if encoding == "TIFF":
            return tiff.measure(data)
        if encoding == "NPY":
            values = _array(data)
            return values.shape[0], values.shape[1]
        with Image.open(io.BytesIO(data), formats=[encoding]) as image:
            _refuse_film(image, encoding)
            width, height = image.size
            if encoding == "PNG":
                image.verify()
                return (width, height) if png_orientation(data) >= 5 else (height, width)
            image.draft(None, (max(1, width // 8), max(1, height // 8)))
            image.load()
            sideways = image.getexif().get(ORIENTATION, 1) >= 5
            return (width, height) if sideways else (height, width)
    except Exception as error:  # decoders raise nearly anything on damaged bytes
        raise _unusable(path, error) from error


def decode(data: bytes, path: Path) -> Raster:
    """The stored values of a PNG, TIFF, JPEG or NPY; ``path`` is only named in errors."""
    encoding = _encoding(data, path)
    try:
        if encoding == "NPY":
            return Raster(_array(data))
        if encoding == "TIFF":
            values = tiff.decode(data)
            return _decode(data, encoding) if values is None else Raster(_native(values))
        raster = _decode(data, encoding)
        turn = png_orientation(data) if encoding == "PNG" else 1
        return raster if turn == 1 else Raster(tiff.upright(raster.values, turn), raster.palette)
    except Exception as error:  # decoders raise nearly anything on damaged bytes
        raise _unusable(path, error) from error


def _decode(data: bytes, encoding: str) -> Raster:
    with Image.open(io.BytesIO(data), formats=[encoding]) as image:
        _refuse_film(image, encoding)
        if encoding == "PNG" and image.mode in ("RGB", "RGBA"):
            return Raster(_png_colours(image, data))
        if encoding == "JPEG":
            orientation = image.getexif().get(ORIENTATION, 1)
            colours = image if image.mode == "L" else image.convert("RGB")
            return Raster(tiff.upright(np.asarray(colours), orientation))
        if image.mode in ("P", "PA"):
            return _indexed(image)
        if image.mode in ("1", "L", "LA", "I", "F", "RGB", "RGBA") or image.mode.startswith("I;16"):
            return Raster(_native(np.asarray(image)))
        return Raster(np.asarray(image.convert("RGB")))


def _refuse_film(image: Image.Image, encoding: str) -> None:
    """Of a film somebody has to say which frame is meant; a JPEG's second is a preview."""
    frames = getattr(image, "n_frames", 1) if encoding == "PNG" else 1
    if frames > 1:
        raise InputError(f"holds {frames} frames: save one picture per file")


def _indexed(image: Image.Image) -> Raster:
    indices = np.asarray(image.getchannel("P") if image.mode == "PA" else image)
    palette = np.array(image.getpalette("RGB"), np.uint8).reshape(-1, 3)
    if indices.max(initial=0) >= len(palette):
        raise InputError(f"has {len(palette)} colours and uses a further one: save it anew")
    return Raster(indices, palette)


def _png_colours(image: ImageFile.ImageFile, data: bytes) -> npt.NDArray[Any]:
    """Pillow keeps the high byte of 16-bit colours; a second pass fetches the low one."""
    layout = str(image.tile[0].args)
    high = np.asarray(image)
    if not layout.endswith(";16B"):
        return high
    if layout.startswith("LA"):
        raise InputError("is 16-bit grey with alpha, which cannot be read: save it without alpha")
    with Image.open(io.BytesIO(data), formats=["PNG"]) as again:
        swapped = layout.replace(";16B", ";16L")
        again.tile = [again.tile[0]._replace(args=swapped)]
        low = np.asarray(again)
    both: npt.NDArray[np.uint16] = high.astype(np.uint16) << 8 | low
    return both


def _array(data: bytes) -> npt.NDArray[Any]:
    """An array that numpy saved; one of objects could run code and is refused."""
    stream = io.BytesIO(data)
    shape, kind = _claimed(stream)
    if len(shape) not in (2, 3) or kind.kind not in "buif" or (len(shape) == 3 and shape[2] > 4):
        raise InputError(
            f"must hold (h, w) or (h, w, c) numbers of 4 channels at most, not {shape} {kind}"
        )
    tiff.refuse_size(shape, kind, len(data))
    stream.seek(0)
    return _native(np.load(stream, allow_pickle=False))


def _claimed(stream: io.BytesIO) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and type that an array says that it has, before room is made for it."""
    version = np.lib.format.read_magic(stream)
    readers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    if version not in readers:
        raise InputError(f"is an array of numpy's format {version}: save it anew")
    shape, _, kind = readers[version](stream)
    return shape, kind


def _native(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def _encoding(data: bytes, path: Path) -> str:
    for magic, encoding in _MAGIC.items():
        if data.startswith(magic):
            return encoding
    raise InputError(
        f"{spoken(path)} is not a PNG, TIFF or JPEG image, nor an array that numpy saved: "
        "replace it or set dataset.on_error=skip"
    )


def _unusable(path: Path, error: Exception) -> InputError:
    named, reason = spoken(path), spoken(" ".join(str(error).split()))[:300]
    if isinstance(error, InputError):
        return InputError(f"{named} {error}")
    if isinstance(error, Image.DecompressionBombError | Image.DecompressionBombWarning):
        return InputError(f"{named} is too large ({reason}): cut it into tiles")
    return InputError(
        f"{named} is truncated or damaged ({reason}): copy it again or set dataset.on_error=skip"
    )
