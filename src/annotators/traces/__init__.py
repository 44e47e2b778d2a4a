"""What a recorded hand did, as the trajectory and the paint of a simulated one."""

from src.annotators.traces.painting import annotation_of, painted, spilled
from src.annotators.traces.timing import trajectory_of

__all__ = ["annotation_of", "painted", "spilled", "trajectory_of"]
