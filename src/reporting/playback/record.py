"""The playback of a run."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from src.core import Sink
from src.reporting.playback.frames import FPS, SECONDS, render
from src.reporting.playback.player import write_player
from src.reporting.playback.png_files import write_frames
from src.reporting.playback.scene import Scene
from src.reporting.playback.video import write_video


def record_playback(
    sink: Sink,
    name: str,
    scene: Scene,
    *,
    fps: float = FPS,
    seconds: float = SECONDS,
    frames: float = SECONDS,
    video: bool = True,
) -> None:
    """Keep ``player.html``, ``video.mp4`` and ``frames/`` below ``playback/<name>/``.

    Args:
        fps: frames per second of simulated time; the player has no need of any.
        seconds: simulated time after which frames and video end.
        frames: simulated time that is kept as PNGs too; a minute of a noisy 500×500 picture
            takes ~400 MB, 0 keeps none.
    """
    with TemporaryDirectory() as folder:
        home = Path(folder)
        write_player(home / "player.html", scene)
        if video:
            write_video(home / "video.mp4", render(scene, fps, seconds), fps)
        if frames:
            write_frames(home / "frames", render(scene, fps, min(frames, seconds)))
        for made in sorted(home.iterdir()):
            sink.file(made, f"playback/{_plain(name)}")


def _plain(name: str) -> str:
    """A name that is one folder on any disk."""
    return re.sub(r"[^\w.-]+", "_", name).strip(".")[:80] or "_"
