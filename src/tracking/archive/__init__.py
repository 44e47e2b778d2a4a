"""Runs that were recorded, read back."""

from src.tracking.archive.archive import Archive
from src.tracking.archive.past_run import PastRun

__all__ = ["Archive", "PastRun"]
