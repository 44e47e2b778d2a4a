import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.reporting.playback import write_video
from src.reporting.playback.scene import Pixels
from src.reporting.playback.video import ffmpeg

imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")


def greys(count: int, shape: tuple[int, int] = (33, 47)) -> Iterator[Pixels]:
    """Frames that grow brighter."""
    for number in range(count):
        yield np.full((*shape, 3), 20 + 10 * number, np.uint8)


def played(file: Path) -> tuple[Pixels, str]:
    """The frames as a decoder sees them, and what it says of the file; sides must be even."""
    command = [ffmpeg(), "-i", str(file), "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.uint8), done.stderr.decode()


def test_every_frame_is_in_the_video(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "video.mp4"
    assert write_video(file, greys(13), fps=6) == 13
    pixels, _ = played(file)
    frames = pixels.reshape(13, 34, 48)[:, 4:28, 4:40]
    np.testing.assert_allclose(frames.mean(axis=(1, 2)), 20 + 10 * np.arange(13), atol=3)


def test_video_is_one_that_browsers_play(tmp_path: Path) -> None:
    file = tmp_path / "video.mp4"
    write_video(file, greys(7), fps=6)
    _, said = played(file)
    assert "h264" in said
    assert "yuv420p" in said
    assert "48x34" in said
    assert "6 fps" in said
    content = file.read_bytes()
    assert content.index(b"moov") < content.index(b"mdat")


def test_one_frame_is_enough(tmp_path: Path) -> None:
    assert write_video(tmp_path / "video.mp4", greys(1), fps=6) == 1


def test_no_frame_is_not(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        write_video(tmp_path / "video.mp4", [], fps=6)


def test_frames_of_two_sizes_are_refused(tmp_path: Path) -> None:
    frames = [*greys(3), *greys(1, (10, 10))]
    with pytest.raises(ValueError, match=r"frame 3 is \(10, 10, 3\), the first \(33, 47, 3\)"):
        write_video(tmp_path / "video.mp4", frames, fps=6)


def test_failure_leaves_the_earlier_video(tmp_path: Path) -> None:
    def failing() -> Iterator[Pixels]:
        yield from greys(3)
        raise KeyboardInterrupt

    file = tmp_path / "video.mp4"
    file.write_bytes(b"earlier")
    with pytest.raises(KeyboardInterrupt):
        write_video(file, failing(), fps=6)
    assert file.read_bytes() == b"earlier"
    assert list(tmp_path.iterdir()) == [file]


def test_complaint_of_the_encoder_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("src.reporting.playback.video.ENCODING", ("-c:v", "no_such_codec"))
    frames = greys(40, (400, 400))
    with pytest.raises(InputError, match=r"ffmpeg made no video: .+"):
        write_video(tmp_path / "video.mp4", frames, fps=6)
    assert list(tmp_path.iterdir()) == []


def test_absent_ffmpeg_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> str:
        raise RuntimeError("No ffmpeg exe could be found")

    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", absent)
    with pytest.raises(InputError, match="pip install imageio-ffmpeg"):
        write_video(tmp_path / "video.mp4", greys(2), fps=6)
