from pathlib import Path

import pytest

from src.reporting.folder import FolderSink
from src.reporting.playback import record_playback
from tests.reporting.playback.scenes import scene_of


def kept(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def test_run_keeps_player_video_and_frames(tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    record_playback(FolderSink(tmp_path, "run"), "003 roots/left", scene_of(), seconds=0.5)
    assert kept(tmp_path) == {
        "playback/003_roots_left/player.html",
        "playback/003_roots_left/video.mp4",
        *(f"playback/003_roots_left/frames/frame_{number:03d}.png" for number in range(4)),
    }


def test_player_may_be_all(tmp_path: Path) -> None:
    sink = FolderSink(tmp_path, "run")
    record_playback(sink, "..", scene_of(), frames=False, video=False)
    assert kept(tmp_path) == {"playback/_/player.html"}
