"""The corrective loop without gradients: the forest is grown anew after every image."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from src.core import InputError, Picture
from src.data.files.whole import put_in_place, write_whole
from src.detectors.forest import Forest
from src.tracking import keys
from src.training.best_model import KEEPS, BestModel
from src.training.loop import TeachingLoop
from src.training.measurement import measure
from src.training.participants import Participants, Taught
from src.training.place import written_to
from src.training.session import Rules
from src.training.sight import Probability
from src.training.states import newest
from src.training.summary import check_curve, summarise
from src.training.tiles import AnnotatedPicture, Mask
from src.training.validation import painted_f1

LAST, PREVIOUS = keys.LAST_REFIT, keys.PREVIOUS_REFIT


@dataclass(frozen=True, eq=False)
class Fitted:
    """A forest, and how many annotations it learned from: the first ones."""

    forest: Forest
    annotations: int

    @classmethod
    def to(cls, pictures: Sequence[AnnotatedPicture], detector: Forest) -> "Fitted":
        """Grown from these pictures alone."""
        examples = [
            (picture.picture.pixels, picture.painted[0], picture.painted[1]) for picture in pictures
        ]
        return cls(detector.fit(examples), len(pictures))

    @property
    def threshold(self) -> float:
        """Foreground is at least this probable."""
        return self.forest.threshold

    def probabilities(self, picture: Picture) -> Probability:
        """(height, width) float32: how probable foreground is."""
        return self.forest.probabilities(picture)

    def foreground_of(self, annotated: AnnotatedPicture) -> Mask:
        """Foreground among the painted pixels of a picture."""
        foreground: Mask = annotated.painted[0] | annotated.painted[1]
        seen = self.forest.probabilities_at(annotated.picture.pixels, foreground)
        foreground[foreground] = seen >= self.threshold
        return foreground


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

    def teach(self, detector: Forest, participants: Participants) -> Taught:
        """Show images until the rules say stop; goes on where the state in the folder ends."""
        if not isinstance(detector, Forest):
            raise InputError(
                f"this trainer teaches forests, not {type(detector).__name__}; "
                "set trainer or detector"
            )
        tests = participants.test_samples()
        loop = TeachingLoop(
            participants.session(self.rules), BestModel(validation_f1),
            lambda best: measure(tests, best.forest, participants.scorer), participants.journal,
            participants.stopping,
        )  # fmt: skip
        with written_to(participants.folder):
            resume(loop, detector, participants.folder)
            while loop.next_image():
                learn(loop, detector, self.keeps)
                loop.measure()
                with loop.stages("record"):
                    keep(loop, participants.folder)
                loop.tell()
        if loop.best.model is None or loop.first is None:
            raise InputError("nothing was learned: there were too few images to train on")
        return Taught(
            loop.best.model.forest, loop.first.forest,
            summarise(loop.rows, self.budget, self.good_f1), loop.rows, loop.stages.report(),
            loop.last,
        )  # fmt: skip


def learn(loop: TeachingLoop[Fitted], detector: Forest, keeps: str) -> None:
    """Fit to all that was painted to teach, and keep the result if it is to be kept."""
    train, val = loop.session.painted["train"], loop.session.painted["val"]
    with loop.stages("train"):
        challenger = Fitted.to(train, detector)
    with loop.stages("predict"):
        f1 = validation_f1(challenger, val)
        if loop.best.loses_to(f1, val) or keeps == "newest":
            loop.best.replace_with(challenger, f1)


def validation_f1(fitted: Fitted, pictures: Sequence[AnnotatedPicture]) -> float:
    """F1 of the painted pixels; only they are looked at."""
    return painted_f1(fitted.foreground_of, pictures)


def keep(loop: TeachingLoop[Fitted], folder: Path) -> None:
    """Write what ``resume`` needs; the state before stays beside it."""
    models = {"best": loop.best.model, "first": loop.first}
    counts = {name: model.annotations for name, model in models.items() if model is not None}
    if (folder / LAST).exists():
        put_in_place(folder / LAST, folder / PREVIOUS)
    state = json.dumps({**loop.state(), **counts})
    sealed = {"sha256": sha256(state.encode()).hexdigest(), "state": state}
    write_whole(folder / LAST, json.dumps(sealed).encode())


def load_state(file: Path) -> dict[str, Any]:
    """A state that is as it was kept: a digit that has changed would be a number like any other."""
    sealed = json.loads(file.read_bytes())
    if sha256(sealed["state"].encode()).hexdigest() != sealed["sha256"]:
        raise InputError(f"{file.name} is damaged")
    state: dict[str, Any] = json.loads(sealed["state"])
    return state


def resume(loop: TeachingLoop[Fitted], detector: Forest, folder: Path) -> None:
    """Go on where a stopped session was; fitted again, its forests are the same."""

    def read(file: Path) -> dict[str, Any]:
        state = load_state(file)
        loop.session.check(state["session"], file.name)
        return state

    state = newest(folder, (LAST, PREVIOUS), read)
    if state is None:
        loop.session.begin()
        return
    loop.restore(state)
    train = loop.session.painted["train"]
    loop.best.model = Fitted.to(train[: state["best"]], detector)
    loop.first = Fitted.to(train[: state["first"]], detector)
