"""Answers to questions about screenshots, question by question."""

from src.scoring.grounding.scorer import Grounding

__all__ = ["Grounding"]
