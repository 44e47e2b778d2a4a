import pytest

from src.tracking import Tracking
from src.tracking.archive import Archive
from src.tracking.playback import record_playback
from tests.tracking.playback.scenes import scene_of


def test_run_keeps_player_video_and_frames(tracking: Tracking, archive: Archive) -> None:
    pytest.importorskip("imageio_ffmpeg")
    with tracking.start({}, "played", {}) as run:
        record_playback(run, "003 roots/left", scene_of(), seconds=0.5)
    files = [path for path, _ in archive.files(archive.find(run.id))]
    assert {path for path in files if path.startswith("playback/")} == {
        "playback/003_roots_left/player.html",
        "playback/003_roots_left/video.mp4",
        *(f"playback/003_roots_left/frames/frame_{number:03d}.png" for number in range(4)),
    }


def test_player_may_be_all(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "played", {}) as run:
        record_playback(run, "..", scene_of(), frames=False, video=False)
    files = [path for path, _ in archive.files(archive.find(run.id))]
    assert "playback/_/player.html" in files
