"""What the detectors of race photos find on rendered photos, and what each stage costs.

    python -m benchmarks.race_detectors [COUNT] [SEED] [OVERRIDE ...]

Seeds 100 and up are for choosing parameters; the embedded set has another.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from src.composing.builder import build
from src.composing.conf import composed
from src.core import Answers, Scorecard

COUNT, SEED = 12, 101
SHOWN = (
    "numbers/precision", "numbers/recall", "bibs/precision", "bibs/recall", "bibs/f1",
    "ocr/accuracy", "faces/precision", "faces/recall", "links/precision", "links/recall",
    "links/f1", "by_face/top_1", "by_face/recall_at_5", "clustering/pairwise_f1",
)  # fmt: skip


@dataclass
class Costs:
    """Milliseconds of one core, by stage, and what came of them."""

    spent: Counter[str] = field(default_factory=Counter)
    photos: int = 0

    def add(self, answers: Answers) -> None:
        """One more photo."""
        self.photos += 1
        self.spent.update(dict(answers.spent))

    def lines(self) -> list[str]:
        """Seconds of a photo."""
        each = {name: total / 1000 / max(self.photos, 1) for name, total in self.spent.items()}
        return [
            f"{name:12} {value:6.3f} s"
            for name, value in (*each.items(), ("all", sum(each.values())))
        ]


def measured(count: int, seed: int, overrides: list[str]) -> tuple[Scorecard, Costs]:
    """Scores and costs on so many photos."""
    config = composed(
        ["dataset=race_synthetic", "detector=race", "scorer=race", f"seed={seed}",
         f"dataset.count={count}", *overrides]
    )  # fmt: skip
    dataset, detector, scorer = (
        build(config, group) for group in ("dataset", "detector", "scorer")
    )
    costs, rows = Costs(), []
    for sample in dataset.samples():
        answers = detector.detect(sample.picture)
        costs.add(answers)
        rows.append(scorer.score(sample, answers))
    return scorer.summarise(rows), costs


def main(arguments: list[str]) -> None:
    """Print the scores that people quote, and the costs."""
    numbers = [int(word) for word in arguments if word.isdigit()]
    count, seed = (*numbers, *(COUNT, SEED)[len(numbers) :])[:2]
    card, costs = measured(count, seed, [word for word in arguments if not word.isdigit()])
    for name, value in card.metrics.items():
        if name in SHOWN:
            print(f"{name:24} {value:.3f}")
    print(*costs.lines(), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
