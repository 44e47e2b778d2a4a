"""Reference sets: photos and what people say about them, staged and frozen."""

from src.data.refsets.about import About
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.changes import Conflict, Labels

__all__ = ["About", "Conflict", "Labels", "ReferenceSet"]
