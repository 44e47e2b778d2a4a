"""How an annotation came about, to be looked at: frames, a video, and a player."""

from src.reporting.playback.frames import render
from src.reporting.playback.player import write_player
from src.reporting.playback.png_files import write_frames
from src.reporting.playback.record import record_playback
from src.reporting.playback.scene import Scene
from src.reporting.playback.video import write_video

__all__ = ["Scene", "record_playback", "render", "write_frames", "write_player", "write_video"]
