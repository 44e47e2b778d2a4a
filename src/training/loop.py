"""What every way of teaching shares: the next image, then what it was worth."""

import logging
import math
from collections.abc import Callable, Mapping
from typing import Any, Generic

from src.core import InputError, Picture, Scorecard
from src.training.asked import ASKED
from src.training.best_model import CALM, BestModel, Model
from src.training.lesson import Lesson
from src.training.measurement import Measurement
from src.training.participants import Journal, never
from src.training.session import Session
from src.training.sight import Probability, Sight
from src.training.stages import Stages

log = logging.getLogger(__name__)

Row = dict[str, Any]


class TeachingLoop(Generic[Model]):
    """A session as it goes: images until one can be learned from, then what that was worth.

    Args:
        measure: scores a model on the held-out test set.
        stopping: whether to stop before the next image; the last one is kept by then.
    """

    def __init__(
        self,
        session: Session,
        best: BestModel[Model],
        measure: Callable[[Model], Measurement],
        journal: Journal,
        stopping: Callable[[], bool] = never,
    ) -> None:
        self.session, self.best, self.journal = session, best, journal
        self.first: Model | None = None
        self.last: Measurement | None = None
        self.rows: list[Row] = []
        self._announced = 0
        self.scores: dict[str, float] = {}
        self.stages = Stages()
        self._measure, self._stopping = measure, stopping
        self._measured: Model | None = None

    def next_image(self) -> bool:
        """Show images until one was painted and there is enough to train on, or all is over.

        What was painted before the session is learned first. Whoever is asked to stop does so here,
        where nothing is lost: an image that was not trained on has no state, and is shown again.
        """
        session = self.session
        if session.start and session.trainable and not session.lessons and not self.best.model:
            return True
        while True:
            reason = self.session.ended(self.scores.get("f1", math.nan))
            if reason is not None:
                log.info("stopped after %s", reason)
                with self.stages("record"):
                    self.session.hand_over(self._sight())
                return False
            if self._stopping():
                raise KeyboardInterrupt(ASKED)
            with self.stages("annotate"):
                shown = self.session.show_next(self._sight(), self.best.f1)
            with self.stages("record"):
                self.journal.shown(shown)
            if shown.lesson.saved and self.session.trainable:
                self.session.lay_next(self._sight(), self.best.f1)
                return True
            self._note()
            self.tell()

    def measure(self, train_loss: float | None = None) -> None:
        """Score the best on the test set: the image is done.

        Whoever keeps states does so next, and then has the journal told: what it knows can
        always be gone on from.

        Args:
            train_loss: mean over the steps since the image before, where there are steps.
        """
        best = self.best.model
        if best is None:
            raise InputError(f"no model is worth keeping yet, since the loss exploded: {CALM}")
        if self.last is None or best is not self._measured:
            with self.stages("predict"):
                self.last, self._measured = self._measure(best), best
        self.first = self.first or best
        self.scores = {name: pixel_metric(self.last.card, name) for name in ("f1", "iou")}
        if math.isnan(self.best.f1):
            log.warning("no foreground is painted for validation: its F1 is undefined")
        self._note(train_loss)

    def tell(self) -> None:
        """Tell the journal of every image that is done and that it has not heard of."""
        with self.stages("record"):
            for row in self.rows[self._announced :]:
                self._announced += 1
                self.journal.measured(row)

    def state(self) -> dict[str, Any]:
        """Plain values: all that ``restore`` needs, but for the models."""
        return {
            "session": self.session.state(),
            "rows": self.rows,
            "scores": self.scores,
            "stages": self.stages.state(),
            "best_f1": self.best.f1,
            "scored_on": self.best.scored_on,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken; the models are the caller's to bring back."""
        self.session.restore(state["session"])
        self.rows, self.scores = list(state["rows"]), dict(state["scores"])
        self.best.f1, self.best.scored_on = state["best_f1"], state["scored_on"]
        self.stages.restore(state["stages"])
        self._announced = len(self.rows)
        self.journal.resumed(self.rows)

    def _sight(self) -> Sight | None:
        best = self.best.model
        if best is None:
            return None

        def probabilities(picture: Picture) -> Probability:
            with self.stages("predict"):
                return best.probabilities(picture)

        learned = [row["step"] for row in self.rows if row["outcome"] in ("train", "val")]
        return Sight(probabilities, best.threshold, learned[-1] if learned else 0)

    def _note(self, train_loss: float | None = None) -> None:
        """The row of the image that is done, or of what was painted before the session."""
        lessons = self.session.lessons
        lesson = lessons[-1] if lessons else Lesson.before()
        scores = {f"test_{name}": value for name, value in self.scores.items()}
        row = {**lesson.record(), "val_f1": self.best.f1, **scores}
        self.rows.append(row if train_loss is None else {**row, "train_loss": train_loss})


def pixel_metric(card: Scorecard, name: str) -> float:
    """A pixel score, whatever the scorer calls it beside its other scores."""
    own = name if name in card.metrics else f"pixel_{name}"
    if own not in card.metrics:
        raise InputError(f"this scorer has no pixel {name}: teach with scorer=pixels or objects")
    return card.metrics[own]
