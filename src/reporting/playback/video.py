"""Frames as an H.264 video."""

import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, cast

from src.core import InputError
from src.reporting.playback.scene import Pixels

ENCODING = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p")
EVEN_SIDES = "pad=ceil(iw/2)*2:ceil(ih/2)*2"
"""Colours are kept at half the resolution, so an odd side gets one more row or column."""

SECONDS_PER_KEYFRAME = 4
"""How far back a player has to look when it jumps."""


def write_video(file: Path, frames: Iterable[Pixels], fps: float) -> int:
    """Write frames of one size as they come, and give how many they are.

    The file appears whole or not at all.
    """
    stream = iter(frames)
    first = next(stream, None)
    if first is None:
        raise ValueError("a video needs at least one frame")
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=file.parent, prefix=".video-") as folder:
        draft = Path(folder) / "draft.mp4"
        with _encoder(_command(first.shape, fps, draft)) as pipe:
            count = 0
            for frame in chain([first], stream):
                if frame.shape != first.shape:
                    raise ValueError(f"frame {count} is {frame.shape}, the first {first.shape}")
                pipe.write(frame.tobytes())
                count += 1
        draft.replace(file)
    return count


def ffmpeg() -> str:
    """The program that encodes, as the package imageio-ffmpeg brings or finds it."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError) as error:
        raise InputError(
            "There is no ffmpeg to make videos with: pip install imageio-ffmpeg"
        ) from error


def _command(shape: tuple[int, ...], fps: float, draft: Path) -> list[str]:
    height, width = shape[:2]
    return [
        *(ffmpeg(), "-loglevel", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{fps}"),
        *("-i", "-", "-vf", EVEN_SIDES, *ENCODING),
        *("-g", f"{max(round(SECONDS_PER_KEYFRAME * fps), 1)}", "-movflags", "+faststart"),
        str(draft),
    ]


@contextmanager
def _encoder(command: list[str]) -> Iterator[IO[bytes]]:
    """The pipe into a process that must end well; it is stopped where the sender fails."""
    with TemporaryFile() as complaints:
        with subprocess.Popen(  # noqa: S603  # the command is ours
            command, stdin=subprocess.PIPE, stderr=complaints
        ) as process:
            pipe = cast("IO[bytes]", process.stdin)
            try:
                yield pipe
                pipe.close()
            except BrokenPipeError:
                process.wait()
            except BaseException:
                process.kill()
                raise
        if process.returncode != 0:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise InputError(f"ffmpeg made no video: {(said or ['it gave no reason'])[-1]}")
