"""One annotator, one image after another: what to show, what was painted, what it cost."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from src.annotators.traces import spilled
from src.core import (
    Annotation,
    Annotator,
    Awaited,
    Clock,
    Dataset,
    Entry,
    InputError,
    Sample,
    Trajectory,
)
from src.geometry.masks import foreground, ignored
from src.training.acquisition._base import Acquisition, Pool
from src.training.allocation import allocate
from src.training.beginning import given_pictures, marks
from src.training.digests import Digests
from src.training.laid import Laid
from src.training.lesson import BLANK, SKIPPED, Lesson, lesson_of
from src.training.numbers import check_count, check_finite
from src.training.pace import elapsed, goes_on
from src.training.project import Project
from src.training.sight import Shown, Sight
from src.training.states import RefusedError
from src.training.tiles import AnnotatedPicture

log = logging.getLogger(__name__)

HANDED_OVER = 20
"""Pictures that nobody has seen yet, for a person to go on with; RootPainter can add more."""

PAINTING, CHOOSING, TIMING = range(3)
"""What a generator of random numbers is for; each image and purpose has its own."""


@dataclass(frozen=True)
class Rules:
    """When the annotator changes from examples to corrections, and when it stops.

    Args:
        min_initial_images: annotated without looking at a prediction, at least.
        corrective_f1_threshold: validation F1 from which on predictions are corrected.
        images: stop after so many; ``None`` when all have been shown.
        seconds: stop when so much simulated time is spent.
        target_f1: stop when the test F1 reaches this.
    """

    min_initial_images: int = 2
    corrective_f1_threshold: float = 0.2
    images: int | None = None
    seconds: float | None = None
    target_f1: float | None = None

    def __post_init__(self) -> None:
        # One to learn from and one to choose by.
        check_count("trainer.rules.min_initial_images", self.min_initial_images, least=2)
        check_finite("trainer.rules.corrective_f1_threshold", self.corrective_f1_threshold)
        if self.images is not None:
            check_count("trainer.rules.images", self.images, least=1)
        for name in ("seconds", "target_f1"):
            value = getattr(self, name)
            if value is None:
                continue
            check_finite(f"trainer.rules.{name}", value)
            if value <= 0:
                raise InputError(f"trainer.rules.{name} must be above 0, got {value}")


class Session:
    """Shows images, has them annotated, and keeps what was painted.

    Args:
        start: what people painted before; its images teach from the beginning and cost nothing.
    """

    def __init__(
        self,
        dataset: Dataset,
        annotator: Annotator,
        clock: Clock,
        acquisition: Acquisition,
        rules: Rules,
        project: Project,
        seed: int,
        start: Dataset | None = None,
    ) -> None:
        self.annotator, self.clock, self.acquisition = annotator, clock, acquisition
        self.dataset, self.rules, self.project, self.seed = dataset, rules, project, seed
        self.lessons: list[Lesson] = []
        self.start = start
        self.painted = given_pictures(start, dataset)
        self._given = {mark for entry in start.entries for mark in marks(entry)} if start else set()
        self.corrective = False
        self._laid: Laid | None = None
        self._digests = Digests()

    @property
    def seconds(self) -> float:
        """Simulated time spent so far."""
        return self.lessons[-1].total_seconds if self.lessons else 0.0

    @property
    def trainable(self) -> bool:
        """Whether there is enough to learn from and to choose by."""
        return self._enough({split: len(own) for split, own in self.painted.items()})

    def ended(self, test_f1: float) -> str | None:
        """Why no further image is shown; ``None`` to go on."""
        rules = self.rules
        if rules.images is not None and len(self.lessons) >= rules.images:
            return f"{len(self.lessons)} images"
        if rules.seconds is not None and self.seconds >= rules.seconds:
            return f"{self.seconds:.0f} of {rules.seconds:g} seconds"
        if rules.target_f1 is not None and test_f1 >= rules.target_f1:
            return f"test F1 {test_f1:.3f}"
        return None if self._waiting() else "no image is left"

    def show_next(self, sight: Sight | None, val_f1: float) -> Shown:
        """The next image, annotated, timed and kept."""
        laid = self._laid or self._lay(sight, val_f1)
        rng = self._rng(PAINTING)
        truth = foreground(laid.sample.truth)
        if laid.prediction is not None:
            annotation = self.annotator.correct(truth, laid.prediction, rng)
        else:
            annotation = self.annotator.initial(truth, rng)
        self._laid = None
        return self._keep(laid.sample, truth, laid.prediction, annotation)

    def lay_next(self, sight: Sight | None, val_f1: float) -> None:
        """Let a person who does not wait begin while the net learns from the last image."""
        begins = isinstance(self.annotator, Awaited) or goes_on(self.clock)
        if begins and self.ended(np.nan) is None:
            self._laid = self._lay(sight, val_f1)

    def hurried(self) -> bool:
        """Whether somebody waits for the net, and has waited long enough."""
        return isinstance(self.annotator, Awaited) and self.annotator.hurries()

    def _lay(self, sight: Sight | None, val_f1: float) -> Laid:
        """Choose an image, and what is shown of the model."""
        threshold = self.rules.corrective_f1_threshold
        self.corrective = self.corrective or (self.trainable and val_f1 >= threshold)
        sample, prediction = self._choose(sight), None
        self.project.picture(sample.picture)
        if self.corrective and sight is not None:
            prediction = sight.foreground(sample.picture)
            self.project.segmentation(sample.name, prediction)
        if isinstance(self.annotator, Awaited):
            after = sight.after if sight else 0
            self.annotator.offer(len(self.lessons) + 1, sample.picture, prediction, after)
        return Laid(sample, prediction)

    def hand_over(self, sight: Sight | None) -> None:
        """Add what a person needs to go on by hand: pictures not seen yet, and predictions.

        RootPainter goes on to the next picture only where this one has a segmentation, so those
        that were painted without any get one too; what the annotator was shown stays as it was.
        """
        coming = [self.dataset.read(entry).picture for entry in self._waiting()[:HANDED_OVER]]
        for picture in coming:
            self.project.picture(picture)
        shown = [lesson.name for lesson in self.lessons]
        if sight is not None:
            entries = {entry.name: entry for entry in self.dataset.entries}
            unseen = [name for name in shown if not self.project.segmented(name)]
            first = (self.dataset.read(entries[name]).picture for name in unseen)
            for picture in (*first, *coming):
                self.project.segmentation(picture.entry.name, sight.foreground(picture))
        self.project.contents([*shown, *(picture.entry.name for picture in coming)])

    def state(self) -> dict[str, Any]:
        """Plain values from which ``restore`` goes on."""
        return {
            "project": self.project.folder.name,
            "lessons": [lesson.record() for lesson in self.lessons],
            "corrective": self.corrective,
            "start": self._start_id(),
            "laid": self._laid and self._laid.plain(),
            "digests": self._digests.plain(),
        }

    def begin(self) -> None:
        """Refuse to begin, with the first image, where somebody else has painted."""
        try:
            self.project.check_strangers(())
        except InputError as error:
            raise RefusedError.to_go_on(self.project.folder, [str(error)]) from error

    def check(self, state: Mapping[str, Any], file: str) -> None:
        """Refuse a state that the project, as it is now, cannot go on from.

        Args:
            file: the name of the state, for the sentence.
        """
        if state["project"] != self.project.folder.name:
            raise InputError(f"{file} is of another session, {state['project']}")
        if state["start"] != self._start_id():
            raise RefusedError(
                "start is not what the run began with, so it would not end with the same numbers: "
                "give the same project, unchanged"
            )
        lessons = [Lesson.of(record) for record in state["lessons"]]
        Digests.of(state["digests"]).check(self.project, lessons)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken; what was painted is read from the project."""
        self.lessons = [Lesson.of(record) for record in state["lessons"]]
        self.corrective = bool(state["corrective"])
        self._digests = Digests.of(state["digests"])
        entries = {entry.name: entry for entry in self.dataset.entries}
        for split, painted in given_pictures(self.start, self.dataset).items():
            self.painted[split][:] = painted
        for lesson in self.lessons:
            if lesson.saved:
                pixels = self.dataset.read(entries[lesson.name]).picture.pixels
                fore, back = self.project.painted(lesson.name, lesson.outcome)
                self.painted[lesson.outcome].append(AnnotatedPicture.of(pixels, fore, back))
        laid = state.get("laid")
        if laid and not isinstance(self.annotator, Awaited):
            # Chosen and predicted by a model that is no more.
            self._laid = Laid.of(laid, self.dataset.read(entries[laid["name"]]))

    def _start_id(self) -> str | None:
        return self.start.fingerprint if self.start else None

    def _waiting(self) -> list[Entry]:
        seen = {lesson.name for lesson in self.lessons}
        left = [e for e in self.dataset.entries if e.split != "test" and e.name not in seen]
        return [entry for entry in left if not marks(entry) & self._given]

    def _choose(self, sight: Sight | None) -> Sample:
        pool = Pool(
            entries=self._waiting(),
            read=self.dataset.read,
            foreground=None
            if sight is None
            else lambda sample: sight.probabilities(sample.picture),
            lessons=self.lessons,
            rng=self._rng(CHOOSING),
            threshold=0.5 if sight is None else sight.threshold,
        )
        return self.dataset.read(self.acquisition.choose(pool))

    def _keep(
        self,
        sample: Sample,
        truth: npt.NDArray[np.bool_],
        prediction: npt.NDArray[np.bool_] | None,
        annotation: Annotation | None,
    ) -> Shown:
        rng = self._rng(TIMING)
        trajectory = Trajectory.empty()
        if annotation is not None:
            trajectory = self.clock.retime(annotation.trajectory, rng)
            annotation = replace(annotation, trajectory=trajectory)
        outcome = self._outcome(annotation)
        seconds = self._skipped(rng) if annotation is None else annotation.seconds
        known = not ignored(sample.truth).all()
        if known and annotation is not None and isinstance(self.annotator, Awaited):
            # A person is not told the truth, so only now it is seen what landed beside it.
            annotation = replace(annotation, spilled=spilled(annotation.trajectory, truth))
        if known and not truth.any():
            log.info("%s has no foreground: only background can be painted", sample.name)
        taken = elapsed(
            self.clock, float(seconds), learning=self._learning, learns=self._learns(outcome)
        )
        lesson = lesson_of(
            self.lessons, sample, truth if known else None, prediction, annotation, outcome,
            taken, max(taken - float(seconds), 0.0),
        )  # fmt: skip
        if annotation is not None and lesson.saved:
            digest = self.project.annotation(sample.name, outcome, annotation)
            self._digests.annotations[sample.name] = digest
            self.painted[outcome].append(
                AnnotatedPicture.of(
                    sample.picture.pixels, annotation.foreground, annotation.background
                )
            )
        digest = self.project.trajectory(lesson.step, sample.name, trajectory)
        self._digests.trajectories[sample.name] = digest
        self.lessons.append(lesson)
        self.project.contents([lesson.name for lesson in self.lessons])
        return Shown(lesson, sample, prediction, annotation)

    def _skipped(self, rng: np.random.Generator) -> float:
        if isinstance(self.annotator, Awaited):
            return self.annotator.skipped_seconds
        return self.clock.skipped(rng)

    def _outcome(self, annotation: Annotation | None) -> str:
        if annotation is None:
            return SKIPPED
        if not annotation.rgba[..., :2].any():
            return BLANK
        return allocate(len(self.painted["train"]), len(self.painted["val"]))

    @property
    def _learning(self) -> bool:
        """Whether the net learned from the last image."""
        return bool(self.lessons) and self.lessons[-1].saved and self.trainable

    def _learns(self, outcome: str) -> bool:
        """Whether the net learns from an image that comes to this."""
        counts = {split: len(own) + (split == outcome) for split, own in self.painted.items()}
        return outcome in counts and self._enough(counts)

    def _enough(self, counts: Mapping[str, int]) -> bool:
        """Whether so many annotations of each split are enough to learn from and to choose by."""
        return sum(counts.values()) >= self.rules.min_initial_images and all(counts.values())

    def _rng(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, len(self.lessons) + 1, purpose])
