"""Runs as a page tells of them, without a store."""

import io
from typing import Any

import numpy as np
from PIL import Image

from src.core import Interval, Outcome, Reason, Scorecard, Verdict
from src.reporting.page.facts import RunFacts, Shown
from src.scoring.learning.efficiency import LearningCurve

HOSTILE = [
    '<img src=x onerror="window.hurt=1">',
    "</script><script>window.hurt=2</script>",
    '"><svg onload=window.hurt=3>',
    "${window.hurt=4}{{title}}\u2028",
    "javascript:window.hurt=5",
]
"""Names that a page must show and never run."""


def picture(shade: int = 90, side: int = 32) -> bytes:
    """A WebP file."""
    content = io.BytesIO()
    pixels = np.full((side, side, 3), shade % 256, np.uint8)
    Image.fromarray(pixels).save(content, "WEBP")
    return content.getvalue()


def card(count: int, names: list[str] | None = None) -> Scorecard:
    """Samples of which the n-th scores n / count."""
    own = names or [f"sample-{number:04d}" for number in range(count)]
    scores = np.linspace(0, 1, count)
    return Scorecard(
        {"f1": 0.5, "iou": 0.4},
        rows={
            "name": np.array(own), "id": np.array(own), "f1": scores,
            "iou": np.where(scores > 0.9, np.nan, scores / 2),
            "tag.plate": np.array(["<b>A</b>" if n % 2 else "B" for n in range(count)]),
        },
        intervals={"f1": Interval(0.4, 0.6)},
        main=("f1", "iou"),
    )  # fmt: skip


def rows() -> list[dict[str, Any]]:
    """Four images, the first without a model."""
    scores = (np.nan, 0.5, 0.8, 0.9)
    return [
        {
            "step": step + 1, "phase": "initial" if step < 2 else "corrective", "outcome": "train",
            "seconds": 36.0 if step < 2 else 12.0, "total_seconds": (36, 72, 84, 96)[step],
            "val_f1": score, "test_f1": score,
        }
        for step, score in enumerate(scores)
    ]  # fmt: skip


def clocks(stretch: float = 1.0) -> dict[str, LearningCurve]:
    """The same strokes by three clocks."""
    seconds, scores = np.array([36.0, 72, 84, 96]) * stretch, [np.nan, 0.5, 0.8, 0.9]
    factors = {"seed": 1.0, "steering": 2.0, "klm": 6.0}
    return {name: LearningCurve(seconds * own, np.array(scores)) for name, own in factors.items()}


def facts(count: int = 12, **changed: Any) -> RunFacts:
    """A taught run."""
    known: dict[str, Any] = {
        "name": "a-run", "about": {"dataset": "roots", "detector": "unet"}, "card": card(count),
        "score": "f1", "rows": rows(), "clocks": clocks(), "config": "seed: 1\n",
        "verdict": Verdict((Reason("f1", Outcome.FAIL, "0.5 is below 0.7"),)),
        "thumbnails": {place: picture(place) for place in range(count)},
        "pictures": [Shown("before and after", picture(), "image/webp")],
        "command": "python -m src.run +experiment=quickstart",
    } | changed  # fmt: skip
    return RunFacts(**known)
