"""Ghost labels: what a detector suggests, who suggested it, and what became of it."""

from src.data.refsets.ghosts.nouns import Ghost, Look, Source
from src.data.refsets.ghosts.rows import current_look, has_look, keep_look, source_id

__all__ = ["Ghost", "Look", "Source", "current_look", "has_look", "keep_look", "source_id"]
