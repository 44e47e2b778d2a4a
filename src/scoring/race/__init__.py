"""Race photos: bibs, faces, links, and who would find his photos."""

from src.scoring.race.scorer import Race

__all__ = ["Race"]
