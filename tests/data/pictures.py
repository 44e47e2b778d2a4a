"""Small image files for the tests of the readers."""

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile
from PIL import Image

Array = npt.NDArray[Any]


def photograph(number: int, shape: tuple[int, ...] = (20, 24, 3)) -> Array:
    """Noise that differs by number."""
    return np.random.default_rng(number).integers(0, 256, shape).astype(np.uint8)


def two_squares(value: int = 255, shape: tuple[int, int] = (20, 24)) -> Array:
    """A binary mask of two components."""
    mask = np.zeros(shape, np.uint8)
    mask[2:6, 2:6] = mask[10:15, 8:14] = value
    return mask


def save(path: Path, values: Array) -> Path:
    """Write by extension, in the array's own depth; TIFF through tifffile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in (".tif", ".tiff"):
        colour = "rgb" if values.ndim == 3 else "minisblack"
        tifffile.imwrite(path, values, photometric=colour)
    elif values.dtype == np.uint16 and values.ndim == 3:
        path.write_bytes(deep_png(values))
    else:
        Image.fromarray(values).save(path)
    return path


def deep_png(values: Array) -> bytes:
    """A 16-bit PNG with 2 to 4 channels, which Pillow cannot write."""
    height, width, channels = values.shape
    rows = values.astype(">u2").reshape(height, -1)
    packed = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows))
    header = struct.pack(">IIBBBBB", width, height, 16, {2: 4, 3: 2, 4: 6}[channels], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + checksum


def cut(path: Path, fraction: float = 0.6) -> Path:
    """Truncate a file."""
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * fraction)])
    return path
