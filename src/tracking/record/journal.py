"""What MLflow keeps of a teaching session while it lasts."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from src.core import Annotation, Sample, Sink
from src.geometry.masks import foreground
from src.reporting.playback import Scene, record_playback
from src.tracking import keys

log = logging.getLogger(__name__)

SCORES = (("train", "loss"), ("val", "f1"), ("test", "f1"), ("test", "iou"))
SPENT = f"{keys.EFFORT}seconds"
LESSON = ("strokes", "events", "coverage", "spilled", "foreground_pixels", "background_pixels")


class Lesson(Protocol):
    """The part of a lesson that is told here."""

    @property
    def step(self) -> int:
        """1 for the first image."""

    @property
    def phase(self) -> str:
        """``initial`` or ``corrective``."""


class Shown(Protocol):
    """An image that the annotator has just dealt with."""

    @property
    def lesson(self) -> Lesson:
        """What it cost."""

    @property
    def sample(self) -> Sample:
        """What was shown."""

    @property
    def prediction(self) -> npt.NDArray[np.bool_] | None:
        """What the model had made of it."""

    @property
    def annotation(self) -> Annotation | None:
        """What was painted; ``None`` when it was skipped."""


class PromptSink(Sink, Protocol):
    """A sink that keeps at once what must be known together, and nothing twice."""

    def flush(self) -> None:
        """Keep now what waits to be kept."""


class MlflowJournal:
    """Numbers by image and by simulated second; playback of the first images of each phase.

    Args:
        images: how many images of each phase are kept as video and player.
        fps: frames per simulated second.
        seconds: how much of each annotation is shown.
        frames: how many of these seconds are kept as PNG frames too.
    """

    def __init__(
        self,
        run: PromptSink,
        images: int = 1,
        fps: float = 6.0,
        seconds: float = 60.0,
        frames: float = 0.0,
    ) -> None:
        self._run, self._images = run, images
        self._how: dict[str, Any] = {"fps": fps, "seconds": seconds, "frames": frames}
        self._played: Counter[str] = Counter()

    def shown(self, shown: Shown) -> None:
        """Keep the playback of an image, while there is room for its phase."""
        lesson = shown.lesson
        if shown.annotation is None or self._played[lesson.phase] >= self._images:
            return
        self._played[lesson.phase] += 1
        scene = Scene(
            shown.sample.picture.pixels,
            foreground(shown.sample.truth),
            shown.prediction,
            shown.annotation,
            lesson.step,
            lesson.phase,
        )
        name = f"{lesson.step:04d}_{lesson.phase}_{shown.sample.name}"
        record_playback(self._run, name, scene, **self._how)

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Keep what the process before was killed before it could keep."""
        painted = [row["phase"] for row in rows if row["outcome"] not in ("skipped", "before")]
        self._played = Counter(painted)
        for row in rows:
            self._keep(row)

    def measured(self, row: Mapping[str, Any]) -> None:
        """Keep the numbers of an image that is done, and say them."""
        self._keep(row)
        log.info(
            "image %d: %s, %s, %.0f s, test F1 %.3f",
            row["step"], row["phase"], row["outcome"], row["total_seconds"],
            row.get("test_f1", float("nan")),
        )  # fmt: skip

    def _keep(self, row: Mapping[str, Any]) -> None:
        step = int(row["step"])
        numbers = {keys.EFFORT + name: float(row[name]) for name in LESSON}
        numbers[f"{keys.EFFORT}image_seconds"] = row["seconds"]
        numbers[SPENT] = row["total_seconds"]
        numbers[f"{keys.EFFORT}skipped"] = float(row["outcome"] == "skipped")
        numbers[f"{keys.EFFORT}corrective"] = float(row["phase"] == "corrective")
        scores = {
            f"{stage}/{name}": row[f"{stage}_{name}"]
            for stage, name in SCORES
            if f"{stage}_{name}" in row
        }
        by_image = {keys.BY_IMAGE + name: value for name, value in scores.items()}
        by_second = {keys.BY_SECOND + name: value for name, value in scores.items()}
        # In one request, so that after a kill either all of an image is known or nothing.
        self._run.flush()
        self._run.metrics(numbers | by_image, step)
        self._run.metrics(by_second, round(row["total_seconds"]))
        self._run.flush()
