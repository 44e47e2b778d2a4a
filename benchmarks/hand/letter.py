"""The hand of ours beside that of the document's letter: ``python -m benchmarks.hand.letter``.

Prints the table of "Ours and the letter" in ``docs/ANNOTATOR.md``: the first three pictures of
each kind, painted by ``annotator=rootpainter`` and by ``annotator=rootpainter_strict``.
"""

from collections.abc import Sequence

import numpy as np

from benchmarks.hand import measures
from benchmarks.hand.scenes import Scene, scenes
from src.composing.builder import build
from src.composing.conf import composed
from src.core import Annotator

PICTURES = 3
PEOPLE = {"ours": "rootpainter", "letter": "rootpainter_strict"}
HEAD = (
    "pictures", "", "strokes/s", "px/s", "seed / klm / steering, s",
    "of the foreground painted", "of the picture", "clear error covered",
)  # fmt: skip


def main() -> None:
    """One row for each kind of pictures, phase and person."""
    people: dict[str, Annotator] = {
        name: build(composed([f"annotator={choice}"]), "annotator")
        for name, choice in PEOPLE.items()
    }
    print(row(HEAD), row(["---"] * len(HEAD)), sep="\n")
    chosen = scenes()
    for group in dict.fromkeys(scene.group for scene in chosen):
        own = [scene for scene in chosen if scene.group == group][:PICTURES]
        for phase in measures.PHASES:
            for name, person in people.items():
                print(row([f"{group}, {phase}", name, *numbers(person, own, phase)]))


def numbers(person: Annotator, own: Sequence[Scene], phase: str) -> list[str]:
    """What the columns of the table say of one person."""
    painted = measures.painted_by(person, own, phase)
    strokes, clocks = measures.strokes(painted).numbers, measures.seconds_by_clock(painted)
    foreground = np.mean([(one.foreground & s.truth).sum() / s.truth.sum() for s, one in painted])
    picture = np.mean([(one.foreground | one.background).mean() for _, one in painted])
    covered = "–"
    if phase == measures.CORRECTIVE:
        covered = f"{measures.corrections(painted)['clear error covered']:.3f}"
    return [
        f"{strokes['strokes per second']:.2f}",
        f"{strokes['stroke speed, median, px/s']:.0f}",
        " / ".join(f"{clocks[f'seconds, clock={name}']:.0f}" for name in measures.CLOCKS),
        f"{foreground:.2f}",
        f"{picture:.2f}",
        covered,
    ]


def row(cells: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
