"""How an annotation came about, to be looked at: frames, a video, and a player."""

from src.tracking.playback.frames import render
from src.tracking.playback.player import write_player
from src.tracking.playback.png_files import write_frames
from src.tracking.playback.record import record_playback
from src.tracking.playback.scene import Scene
from src.tracking.playback.video import write_video

__all__ = ["Scene", "record_playback", "render", "write_frames", "write_player", "write_video"]
