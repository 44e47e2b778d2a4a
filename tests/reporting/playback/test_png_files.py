import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.reporting.playback import write_frames
from src.reporting.playback.png_files import PngEncoder
from src.reporting.playback.scene import Pixels


def decoded(png: bytes) -> Pixels:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image)


@pytest.mark.parametrize("shape", [(1, 1, 3), (7, 5, 3), (64, 33, 3)])
def test_every_frame_is_read_back_equal(shape: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(0)
    encoder = PngEncoder()
    frame = rng.integers(0, 256, shape, np.uint8)
    for _ in range(10):
        frame[rng.integers(shape[0])] = rng.integers(0, 256)
        np.testing.assert_array_equal(decoded(encoder.encode(frame)), frame)


def test_a_frame_of_another_size_begins_anew() -> None:
    encoder = PngEncoder()
    for side in (8, 4, 9):
        frame = np.full((side, 6, 3), side, np.uint8)
        np.testing.assert_array_equal(decoded(encoder.encode(frame)), frame)


def test_files_are_numbered_from_0(tmp_path: Path) -> None:
    frames = [np.full((4, 4, 3), value, np.uint8) for value in range(12)]
    assert write_frames(tmp_path / "frames", frames) == 12
    names = sorted(file.name for file in (tmp_path / "frames").iterdir())
    assert names == [f"frame_{number:03d}.png" for number in range(12)]
    np.testing.assert_array_equal(
        decoded((tmp_path / "frames" / "frame_007.png").read_bytes()), frames[7]
    )
