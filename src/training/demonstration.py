"""Annotation without learning: what a person would paint, shown."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from src.core import InputError, Picture
from src.geometry.masks import foreground
from src.training.asked import ASKED
from src.training.numbers import check_count
from src.training.participants import Participants, Taught
from src.training.place import written_to
from src.training.session import Rules
from src.training.sight import Sight
from src.training.stages import Stages


@dataclass(frozen=True)
class Demonstration:
    """Has some images annotated from nothing and some by correcting the detector as it is.

    Args:
        initial_images: annotated without a prediction.
        corrective_images: annotated over what the detector finds.
    """

    initial_images: int = 1
    corrective_images: int = 1

    def __post_init__(self) -> None:
        for name in ("initial_images", "corrective_images"):
            check_count(f"trainer.{name}", getattr(self, name), least=0)
        if self.initial_images + self.corrective_images < 1:
            raise InputError("trainer.initial_images or corrective_images must be above 0")

    def teach(self, detector: Any, participants: Participants) -> Taught:
        """Show the images; the detector stays as it is."""
        stages = Stages()
        rows: list[dict[str, Any]] = []
        session = participants.session(Rules(images=self.initial_images + self.corrective_images))
        session.begin()

        def look(picture: Picture) -> Any:
            with stages("predict"):
                return foreground(detector.detect(picture)).astype(np.float32)

        while session.ended(np.nan) is None:
            if participants.stopping():
                raise KeyboardInterrupt(ASKED)
            session.corrective = len(rows) >= self.initial_images
            with stages("annotate"), written_to(participants.folder):
                shown = session.show_next(Sight(look, threshold=0.5), np.nan)
            rows.append({**shown.lesson.record(), "val_f1": np.nan})
            with stages("record"):
                participants.journal.shown(shown)
                participants.journal.measured(rows[-1])
        return Taught(detector, None, effort(rows), rows, stages.report())


def effort(rows: list[dict[str, Any]]) -> dict[str, float]:
    """What the annotation cost, by phase."""
    totals: Counter[str] = Counter()
    for row in rows:
        for name in ("seconds", "strokes", "events", "foreground_pixels", "background_pixels"):
            totals[f"{row['phase']}_{name}"] += row[name]
    return {name: float(value) for name, value in totals.items()}
