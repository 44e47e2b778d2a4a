"""Teaching a model by simulated corrections."""

from src.training.loading import load_detector

__all__ = ["load_detector"]
