"""Label images, object by object."""

from src.scoring.objects.scorer import Objects, score_labels

__all__ = ["Objects", "score_labels"]
