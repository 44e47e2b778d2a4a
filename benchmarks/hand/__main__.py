"""How much the simulated hand is like a person's: ``python -m benchmarks.hand LABEL``.

Measures strokes, clocks, spill, starts, corrections and books on SegRoot tiles, synthetic roots,
nuclei and blobs, beside the strokes of ``strokes_quickdraw_raw``; keeps the numbers as
``experiments/hand/LABEL.json``, renews the table in ``experiments/hand/README.md`` from all labels
that are kept, and draws ``docs/pictures/hand_LABEL*.png``. Pictures of ``BRUSHWORK_DATA``, whose
licences do not let them be published, go to ``outputs/hand``, which is not part of the project.
"""

import sys
from pathlib import Path
from typing import Any

from benchmarks.hand import measures, strokes, table
from benchmarks.hand.drawing import Panel, distributions, errors_of, phase_title, side_by_side
from benchmarks.hand.people import people_beside_robots
from benchmarks.hand.scenes import DATA, NUCLEI, ROOTS, SEGROOT, Scene, real_nuclei, scenes
from src.annotators.hand import Hand

ROOT = Path(__file__).resolve().parents[2]
STUDY, PICTURES, PRIVATE = ROOT / "experiments/hand", ROOT / "docs/pictures", ROOT / "outputs/hand"


def main(label: str) -> None:
    """Measure, keep, draw."""
    chosen = scenes()
    quickdraw = DATA / "strokes_quickdraw_raw"
    people = strokes.of_people(quickdraw) if quickdraw.is_dir() else None
    groups: dict[str, dict[str, float]] = {}
    drawn: dict[str, strokes.Strokes] = {}
    spill: dict[str, list[float]] = {}
    for group in dict.fromkeys(scene.group for scene in chosen):
        own = [scene for scene in chosen if scene.group == group]
        for phase in measures.PHASES:
            key = f"{group}, {phase}"
            groups[key], drawn[key], spill[key] = measured(own, phase, people)
            print(key, groups[key])
    numbers: dict[str, Any] = {
        "people": people.numbers if people else {},
        "groups": groups,
        "rules": measures.skip_rule(),
    }
    STUDY.mkdir(parents=True, exist_ok=True)
    table.keep(STUDY, label, numbers)
    table.renew(STUDY)
    distributions(drawn, people, spill).savefig(PICTURES / f"hand_{label}.png")
    side_by_side([phases(_first(chosen, group)) for group in (ROOTS, NUCLEI)]).savefig(
        PICTURES / f"hand_{label}_annotations.png"
    )
    draw_private(label, chosen)


def measured(
    own: list[Scene], phase: str, people: strokes.Strokes | None
) -> tuple[dict[str, float], strokes.Strokes, list[float]]:
    """All numbers of one group and phase, its strokes, and its spill by jitter rate."""
    painted = measures.painted_by(Hand(), own, phase)
    lines, spill = measures.strokes(painted), measures.spill(own, phase)
    numbers = {
        "strokes of a picture": len(lines.length) / len(painted),
        **lines.numbers,
        **(measures.likeness(lines, people) if people else {}),
        **measures.seconds_by_clock(painted),
        **measures.books(painted),
        **{
            f"spill, px, jitter_rate={rate:g}": pixels
            for rate, pixels in zip(measures.RATES, spill, strict=True)
        },
        **measures.starts(own, phase),
    }
    if phase == measures.CORRECTIVE:
        numbers |= measures.corrections(painted)
    return numbers, lines, spill


def draw_private(label: str, chosen: list[Scene]) -> None:
    """What may be looked at here, and not be published."""
    real = [scene for scene in chosen if scene.group == SEGROOT][:1] + real_nuclei()
    beside = people_beside_robots(DATA / "scribbles_medscribble")
    if real or beside:
        PRIVATE.mkdir(parents=True, exist_ok=True)
        print(f"pictures of {DATA.name}, not to be published: {PRIVATE}")
    if real:
        side_by_side([phases(scene) for scene in real]).savefig(PRIVATE / f"{label}_real.png")
    if beside:
        side_by_side(beside).savefig(PRIVATE / f"{label}_people.png")


def phases(scene: Scene) -> list[Panel]:
    """The errors of the prediction, and the annotations without it and over it."""
    panels = [
        Panel(phase_title(phase), scene.pixels, one.foreground, one.background, one.trajectory)
        for phase in measures.PHASES
        for _, one in measures.painted_by(Hand(), [scene], phase)
    ]
    missed, spurious = errors_of(scene.truth, scene.prediction)
    title = "missed red, spurious green"
    return [panels[0], Panel(title, scene.pixels, missed, spurious), *panels[1:]]


def _first(chosen: list[Scene], group: str) -> Scene:
    return next(scene for scene in chosen if scene.group == group)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "after")
