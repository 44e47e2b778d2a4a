"""What MLflow keeps of a run, and how it is read back."""

from src.tracking.recorder import Tracking
from src.tracking.run import Run

__all__ = ["Run", "Tracking"]
