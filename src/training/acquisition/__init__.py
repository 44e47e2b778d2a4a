"""Which image the annotator is shown next; one strategy, one file."""

from src.training.acquisition._base import Pool

__all__ = ["Pool"]
