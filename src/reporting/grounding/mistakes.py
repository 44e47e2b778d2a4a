"""The worst mistakes of each kind, kept as pictures while their screenshots are at hand."""

from dataclasses import dataclass

import numpy as np

from src.core import Row, Sample, Table
from src.reporting.drawing.pictures import Pixels
from src.reporting.grounding.crops import failure_crop
from src.scoring.grounding.tables import QUESTIONS


@dataclass(frozen=True, eq=False)
class Mistake:
    """One wrong answer.

    Args:
        order: which question of all, so that of equally bad ones the earlier stays.
        kind: as of its screenshot alone; the whole run may know better.
        words: what can be said of it, by name.
    """

    badness: float
    order: int
    kind: str
    name: str
    question: str
    words: dict[str, str]
    picture: Pixels


class Mistakes:
    """Keeps the ``pictures`` worst of each kind, and nothing of the rest."""

    def __init__(self, pictures: int) -> None:
        self.pictures = pictures
        self._kept: dict[str, list[Mistake]] = {}
        self._seen = 0

    def observe(self, sample: Sample, row: Row) -> None:
        """Keep what is worse than what is kept."""
        questions = row.tables[QUESTIONS]
        for place, kind in enumerate(questions["kind"].tolist()):
            self._seen += 1
            if kind and self.pictures:
                self._offer(sample, questions, place, kind)

    def _offer(self, sample: Sample, questions: Table, place: int, kind: str) -> None:
        kept = self._kept.setdefault(kind, [])
        badness = _badness(questions, place)
        if len(kept) == self.pictures and badness <= kept[-1].badness:
            return
        mistake = Mistake(
            badness,
            self._seen,
            kind,
            sample.name,
            str(questions["question"][place]),
            _words(questions, place),
            failure_crop(sample.picture.pixels, questions, place),
        )
        ordered = sorted([*kept, mistake], key=lambda own: (-own.badness, own.order))
        self._kept[kind] = ordered[: self.pictures]

    def of(self, questions: Table) -> dict[str, list[Mistake]]:
        """Kind to mistakes, the worst first, by the kinds that the whole run knows."""
        known = dict(
            zip(
                zip(questions["name"].tolist(), questions["question"].tolist(), strict=True),
                questions["kind"].tolist(),
                strict=True,
            )
        )
        found: dict[str, list[Mistake]] = {}
        for mistake in (own for kept in self._kept.values() for own in kept):
            kind = known.get((mistake.name, mistake.question), mistake.kind)
            found.setdefault(kind, []).append(mistake)
        return {
            kind: sorted(own, key=lambda one: (-one.badness, one.order))[: self.pictures]
            for kind, own in found.items()
        }


def _badness(questions: Table, place: int) -> float:
    """The less of the target is met the worse; of misses, the farther in sides of the target."""
    shared = float(np.nan_to_num(questions["iou"][place]))
    middle = [
        (questions[f"truth_{side}1"][place] + questions[f"truth_{side}2"][place]) / 2
        for side in "xy"
    ]
    away = np.hypot(questions["x"][place] - middle[0], questions["y"][place] - middle[1])
    sides = max(float(questions["longer_side"][place]), 1.0)
    return float(np.nan_to_num(away) / sides - shared)


def _words(questions: Table, place: int) -> dict[str, str]:
    shared = float(questions["iou"][place])
    words = {
        "question": questions["question"][place],
        "asked": questions["instruction"][place],
        "target": f"{questions['type'][place]} {questions['text'][place]}".strip(),
        "size": _size(questions, place),
        "outcome": questions["outcome"][place],
        "IoU": "" if np.isnan(shared) else f"{shared:.2f}",
        "chosen": questions["chosen_type"][place],
        "transform": questions["transform_used"][place],
    }
    return {name: str(word) for name, word in words.items() if str(word)}


def _size(questions: Table, place: int) -> str:
    sides = [
        questions[f"truth_{side}2"][place] - questions[f"truth_{side}1"][place] for side in "xy"
    ]
    return " × ".join(f"{side:.0f}" for side in sides) + " px" if any(sides) else ""
