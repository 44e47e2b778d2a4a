"""Masks that may overlap, mask by mask."""

from src.scoring.masks.scorer import Masks

__all__ = ["Masks"]
