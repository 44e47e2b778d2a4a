"""A minute of simulated painting on 500×500 pixels: how long it takes to be made visible."""

import io
import resource
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

from src.core import Annotation, Trajectory
from src.geometry.stamping import stamp
from src.reporting.playback import Scene, render, write_frames, write_player, write_video
from src.reporting.playback.frames import FPS

SIDE, SECONDS = 500, 70.0
DAB_SECONDS, TRAVEL_SECONDS = 0.05, 0.01


def wander(rng: np.random.Generator) -> Trajectory:
    """Strokes of 40 dabs and travels of 60 steps, foreground and background in turns."""
    rows, channels, radii, seconds = [], [], [], 0.0
    while seconds < SECONDS:
        turn = len(rows) % 2
        start = rng.uniform(0, SIDE, 2) if not rows else rows[-1][-1]
        travel = np.linspace(start, rng.uniform(0, SIDE, 2), 60)
        angles = rng.uniform(0, 2 * np.pi) + rng.normal(0, 0.1, 40).cumsum()
        stroke = travel[-1] + 5 * np.stack([np.sin(angles), np.cos(angles)], axis=1).cumsum(axis=0)
        rows += [travel, stroke.clip(0, SIDE - 1)]
        channels += [np.full(60, -1), np.full(40, turn ^ (len(rows) // 2 % 2))]
        radii += [np.zeros(60), np.full(40, rng.integers(3, 25))]
        seconds += 60 * TRAVEL_SECONDS + 40 * DAB_SECONDS
    places, channel = np.concatenate(rows).astype(int), np.concatenate(channels)
    return Trajectory(
        r=places[:, 0],
        c=places[:, 1],
        painting=channel >= 0,
        channel=channel,
        brush_radius=np.concatenate(radii),
        dt=np.where(channel >= 0, DAB_SECONDS, TRAVEL_SECONDS),
    )


def synthetic_scene() -> Scene:
    """A grainy colour picture with blobs that were predicted a little beside their place."""
    rng = np.random.default_rng(0)
    truth = gaussian_filter(rng.normal(size=(SIDE, SIDE)), 20) > 0.01
    grain = gaussian_filter(rng.normal(0, 40, (SIDE, SIDE, 3)), (1, 1, 0))
    pixels = (90 + 60 * truth[..., None] + grain).clip(0, 255).astype(np.uint8)
    mouse = wander(rng)
    paint = np.zeros((SIDE, SIDE), np.uint8)
    for event in np.flatnonzero(mouse.painting):
        place = mouse.r[event], mouse.c[event], mouse.brush_radius[event]
        stamp(paint, *map(int, place), int(mouse.channel[event]) + 1)
    rgba = np.zeros((SIDE, SIDE, 4), np.uint8)
    rgba[paint == 1, 0], rgba[paint == 2, 1] = 255, 255
    return Scene(pixels, truth, np.roll(truth, 5, 1), Annotation(rgba, mouse), 3, "corrective")


def timed(work: Callable[[], object]) -> float:
    """Seconds of wall time."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def consume(scene: Scene, seconds: float) -> None:
    """Render, and let every frame go."""
    for _ in render(scene, seconds=seconds):
        pass


def write_with_pillow(scene: Scene, seconds: float) -> None:
    """The peer: every frame encoded for itself, as quickly as Pillow can."""
    for frame in render(scene, seconds=seconds):
        Image.fromarray(frame).save(io.BytesIO(), "PNG", compress_level=1)


def peak_megabytes(work: Callable[[], object]) -> float:
    """Memory that Python and numpy allocated at most while working."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    """Print one line per product, then what memory it took."""
    scene = synthetic_scene()
    consume(scene, 1)
    with TemporaryDirectory() as folder:
        home = Path(folder)
        works: dict[str, Callable[[], object]] = {
            "frames rendered": lambda: consume(scene, 60),
            "frames as PNG": lambda: write_frames(home / "frames", render(scene)),
            "frames as MP4": lambda: write_video(home / "video.mp4", render(scene), FPS),
            "player": lambda: write_player(home / "player.html", scene),
        }
        for name, work in works.items():
            print(f"{name:<28} {timed(work):6.2f} s")
        pillow = 6 * timed(lambda: write_with_pillow(scene, 10))
        print(f"{'frames as PNG by Pillow':<28} {pillow:6.2f} s (a sixth of it measured)")
        for path in (home / "video.mp4", home / "player.html"):
            print(f"{path.name:<28} {path.stat().st_size / 1e6:6.1f} MB")
        total = sum(file.stat().st_size for file in (home / "frames").iterdir())
        print(f"{'frames/':<28} {total / 1e6:6.1f} MB")
        for seconds in (10, 60):
            peak = peak_megabytes(
                lambda seconds=seconds: write_frames(home / "again", render(scene, FPS, seconds))
            )
            print(f"{f'peak memory, {seconds} s as PNG':<28} {peak:6.1f} MB")
    encoder = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{'peak memory of ffmpeg':<28} {encoder.ru_maxrss / 1e3:6.1f} MB")
    print(f"{'processor time of ffmpeg':<28} {encoder.ru_utime + encoder.ru_stime:6.2f} s")


if __name__ == "__main__":
    main()
