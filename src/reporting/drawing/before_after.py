"""A sample as the first model saw it beside what the last one makes of it."""

from src.core import Instances, Sample
from src.reporting.drawing.framing import framed
from src.reporting.drawing.panels import LEAST_WIDTH, fitted, legend_of, zoom_of
from src.reporting.drawing.pictures import Pixels, overlay

TITLES = ("before: the first model", "after: the last model")


def before_after(
    sample: Sample, before: Instances, after: Instances, scores: tuple[float, float], name: str
) -> Pixels:
    """Both overlays, each with its score, over a legend.

    Args:
        name: of the scores.
    """
    zoom = zoom_of(max(*sample.picture.shape, 1))
    pictures = [fitted(overlay(sample, answer, zoom)) for answer in (before, after)]
    captions = [f"{title}, {name} {score:.3f}" for title, score in zip(TITLES, scores, strict=True)]
    legend, outlined = legend_of(sample)
    return framed(
        pictures, sample.name, captions, legend, outlined=outlined, least_width=LEAST_WIDTH
    )
