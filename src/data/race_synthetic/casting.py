"""Who is in a photo: a scene, how many, and which of the people there are."""

from dataclasses import dataclass

import numpy as np

from src.data.race_synthetic.people import Person, drawn_person

CLOSE, GROUP, FAR = "close", "group", "far"
SCENES = (CLOSE, GROUP, FAR)

MOST = 12
"""Runners in a photo."""

BIBS = (0.175, 0.55, 0.175, 0.06, 0.04)
"""Shares of photos with 0, 1, 2, 3 and more bibs, as people labelled 242 public photos."""

SCENES_BY_BIBS = (
    (0.30, 0.45, 0.25),
    (0.72, 0.21, 0.07),
    (0.42, 0.48, 0.10),
    (0.12, 0.63, 0.25),
    (0.0, 0.45, 0.55),
)
"""Shares of close, group and far for each of them."""

FACES = {CLOSE: (0.145, 0.28), GROUP: (0.11, 0.2), FAR: (0.036, 0.105)}
"""Heights of the nearest faces, in heights of the photo."""

UNNUMBERED = {CLOSE: 0.06, GROUP: 0.2, FAR: 0.5}
"""Mean number of further runners whose bib is not to be seen."""

STANDING_BY = {CLOSE: 0.24, GROUP: 0.45, FAR: 0.8}
"""Mean number of bystanders."""

RETURNING = 0.6
"""Share of bystanders who come back in other photos; the others are seen once."""


@dataclass(frozen=True)
class Layout:
    """The frame of a photo: its scene, its horizon in heights, px of the nearest faces."""

    shape: tuple[int, int]
    scene: str
    bibs: int
    horizon: float
    face: float


def drawn_layout(
    rng: np.random.Generator, shape: tuple[int, int], scene: str | None = None
) -> Layout:
    """A scene, or the one that is asked for, and how many bibs shall be seen in it."""
    kind = int(rng.choice(len(BIBS), p=_given(scene)))
    drawn = str(rng.choice(SCENES, p=SCENES_BY_BIBS[kind]))
    bibs = kind if kind < 4 else int(min(MOST, 4 + rng.geometric(0.4) - 1))
    low, high = FACES[scene or drawn]
    face = float(rng.uniform(low, high)) * shape[0]
    return Layout(shape, scene or drawn, bibs, float(rng.uniform(0.3, 0.44)), face)


def _given(scene: str | None) -> list[float]:
    """How often each number of bibs occurs, in one scene where it is given."""
    if scene is None:
        return list(BIBS)
    place = SCENES.index(scene)
    joint = [share * by[place] for share, by in zip(BIBS, SCENES_BY_BIBS, strict=True)]
    return [share / sum(joint) for share in joint]


@dataclass(frozen=True)
class Cast:
    """Runners, each with whether their bib is to be seen, and bystanders."""

    runners: tuple[tuple[Person, bool], ...]
    bystanders: tuple[Person, ...]

    @classmethod
    def of(
        cls,
        rng: np.random.Generator,
        layout: Layout,
        runners: tuple[Person, ...],
        bystanders: tuple[Person, ...],
    ) -> "Cast":
        """Nobody is in a photo twice."""
        hidden = int(rng.poisson(UNNUMBERED[layout.scene]))
        hidden += int(layout.bibs == 0 and rng.random() < 0.55)
        wanted = min(layout.bibs + hidden, MOST, len(runners))
        chosen = rng.permutation(len(runners))[:wanted]
        numbered = [(runners[k], place < layout.bibs) for place, k in enumerate(chosen.tolist())]
        count = int(rng.poisson(STANDING_BY[layout.scene]))
        known = rng.permutation(len(bystanders)).tolist()
        standing = [
            bystanders[known.pop()] if known and rng.random() < RETURNING else drawn_person(rng)
            for _ in range(count)
        ]
        return cls(tuple(numbered), tuple(standing))
