"""A taught detector outside its run: loaded, served, exported."""

from src.serving.loading import load_detector

__all__ = ["load_detector"]
