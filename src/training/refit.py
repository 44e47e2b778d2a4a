"""The corrective loop without gradients: the forest is grown anew after every image."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from src.core import InputError, Picture
from src.data.formats.whole import write_whole
from src.detectors.forest import Forest
from src.scoring.evaluation import evaluate
from src.training.champion import KEEPS, Champion, Course
from src.training.classroom import Classroom, Taught
from src.training.session import Probability, Rules
from src.training.states import newest
from src.training.summary import check_curve, summarise
from src.training.tiles import AnnotatedPicture, Mask
from src.training.validation import painted_f1

LAST, PREVIOUS = "refit.json", "refit.previous.json"


@dataclass(frozen=True, eq=False)
class Fitted:
    """A forest, and how many annotations it learned from: the first ones."""

    forest: Forest
    annotations: int

    @classmethod
    def to(cls, pictures: Sequence[AnnotatedPicture], detector: Forest) -> "Fitted":
        """Grown from these pictures alone."""
        examples = [(one.picture.pixels, one.painted[0], one.painted[1]) for one in pictures]
        return cls(detector.fit(examples), len(pictures))

    @property
    def threshold(self) -> float:
        """Foreground is at least this probable."""
        return self.forest.threshold

    def probabilities(self, picture: Picture) -> Probability:
        """(height, width) float32: how probable foreground is."""
        return self.forest.probabilities(picture)

    def found(self, one: AnnotatedPicture) -> Mask:
        """Foreground among the painted pixels of a picture."""
        found: Mask = one.painted[0] | one.painted[1]
        seen = self.forest.probabilities_at(one.picture.pixels, found)
        found[found] = seen >= self.threshold
        return found


@dataclass(frozen=True, eq=False)
class RefitTrainer:
    """Teaches a forest by fitting it to all annotations whenever there is a new one.

    Args:
        keeps: ``best`` on the validation annotations, or ``newest``: a forest does not forget,
            so what it learned last is seldom worse than a small validation set says.
        budget: simulated seconds over which the learning curve is averaged (AUBC).
        good_f1: from which on an image deserved to be skipped.
    """

    rules: Rules = field(default_factory=Rules)
    keeps: str = "newest"
    budget: float = 600.0
    good_f1: float = 0.9

    def __post_init__(self) -> None:
        if self.keeps not in KEEPS:
            raise InputError(f"trainer.keeps must be one of {KEEPS}, got {self.keeps!r}")
        check_curve(self.budget, self.good_f1)

    def teach(self, detector: Forest, room: Classroom) -> Taught:
        """Show images until the rules say stop; goes on where the state in the folder ends."""
        if not isinstance(detector, Forest):
            raise InputError(
                f"this trainer teaches forests, not {type(detector).__name__}; "
                "set trainer or detector"
            )
        tests = room.test_samples()
        course = Course(
            room.session(self.rules), Champion(validation_f1),
            lambda best: evaluate(tests, best.forest, room.scorer), room.journal,
        )  # fmt: skip
        resume(course, detector, room.folder)
        while course.next_image():
            learn(course, detector, self.keeps)
            course.measure()
            with course.stages("record"):
                keep(course, room.folder)
            course.tell()
        if course.champion.model is None or course.first is None:
            raise InputError("nothing was learned: there were too few images to train on")
        return Taught(
            course.champion.model.forest, course.first.forest,
            summarise(course.rows, self.budget, self.good_f1), course.rows, course.stages.report(),
        )  # fmt: skip


def learn(course: Course[Fitted], detector: Forest, keeps: str) -> None:
    """Fit to all that was painted to teach, and keep the result if it is to be kept."""
    train, val = course.session.painted["train"], course.session.painted["val"]
    with course.stages("train"):
        challenger = Fitted.to(train, detector)
    with course.stages("predict"):
        f1 = validation_f1(challenger, val)
        if course.champion.loses_to(f1, val) or keeps == "newest":
            course.champion.crown(challenger, f1)


def validation_f1(fitted: Fitted, pictures: Sequence[AnnotatedPicture]) -> float:
    """F1 of the painted pixels; only they are looked at."""
    return painted_f1(fitted.found, pictures)


def keep(course: Course[Fitted], folder: Path) -> None:
    """Write what ``resume`` needs; the state before stays beside it."""
    models = {"best": course.champion.model, "first": course.first}
    counts = {name: model.annotations for name, model in models.items() if model is not None}
    if (folder / LAST).exists():
        (folder / LAST).replace(folder / PREVIOUS)
    write_whole(folder / LAST, json.dumps({**course.state(), **counts}).encode())


def resume(course: Course[Fitted], detector: Forest, folder: Path) -> None:
    """Go on where a stopped session was; fitted again, its forests are the same."""

    def read(file: Path) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(file.read_bytes())
        course.session.check(state["session"])
        return state

    state = newest(folder / LAST, folder / PREVIOUS, read)
    if state is None:
        return
    course.restore(state)
    train = course.session.painted["train"]
    course.champion.model = Fitted.to(train[: state["best"]], detector)
    course.first = Fitted.to(train[: state["first"]], detector)
