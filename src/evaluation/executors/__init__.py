"""Who does the work of an evaluation: this process, several of this machine, a Ray cluster."""

from src.evaluation.executors.base import Executor
from src.evaluation.executors.local import Local
from src.evaluation.executors.ray_cluster import RayCluster

__all__ = ["Executor", "Local", "RayCluster"]
