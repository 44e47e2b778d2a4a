"""Several tools on the same fields."""

from src.scoring.tools.agreement import Agreement

__all__ = ["Agreement"]
