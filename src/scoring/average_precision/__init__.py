"""Ranked detections: COCO's and VOC's average precision."""

from src.scoring.average_precision.scorer import AveragePrecision

__all__ = ["AveragePrecision"]
