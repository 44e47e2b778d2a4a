"""What is measured of the hand on one group of pictures, and of the rules it follows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy import stats

from benchmarks.hand.scenes import Scene, dilated_truths
from benchmarks.hand.strokes import Strokes
from src.annotators.hand import Hand
from src.annotators.rootpainter import RootPainterAnnotator
from src.annotators.traces.painting import replayed, spilled
from src.composing.clocks import chosen_clock
from src.core import Annotation, Annotator
from src.core.annotation import BACKGROUND, ERASER, FOREGROUND
from src.geometry.distance import depth, distance_to

INITIAL, CORRECTIVE = "initial", "corrective"
PHASES = (INITIAL, CORRECTIVE)
CLOCKS = ("seed", "klm", "steering")
RATES = (0.0, 0.01, 0.02, 0.04, 0.1, 0.2)
"""Seconds, of ``jitter_rate``."""
WIDE = 10
"""Px of radius, from which on a brush is a wide one."""
NEAR = 1
"""Px between the centre of an object's pixel and that of a dab's outermost one: neighbours."""
RIM = 2
"""Px from the other class: nearer by, what is right is a matter of taste."""

Painted = list[tuple[Scene, Annotation]]


@dataclass(frozen=True)
class WatchedHand(Hand):
    """A hand that also remembers where it aimed, with what sigma, and where it landed."""

    aims: list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]] = field(
        default_factory=list, compare=False
    )

    def aim(
        self, points: npt.ArrayLike, speed: npt.ArrayLike, rng: np.random.Generator
    ) -> npt.NDArray[np.float64]:
        """As any hand does."""
        landed = super().aim(points, speed, rng)
        targets = np.asarray(points, np.float64).reshape(-1, 2)
        speeds = np.broadcast_to(np.ravel(speed), len(targets)).tolist()
        self.aims.extend(
            zip(targets, landed.reshape(-1, 2), map(self.aim_sigma, speeds), strict=True)
        )
        return landed


def painted_by(who: Hand | Annotator, scenes: Sequence[Scene], phase: str) -> Painted:
    """Every picture annotated; pictures without a clear error are left out."""
    person = RootPainterAnnotator(hand=who) if isinstance(who, Hand) else who
    results = []
    for number, scene in enumerate(scenes):
        rng = np.random.default_rng([PHASES.index(phase), number])
        annotation = (
            person.initial(scene.truth, rng)
            if phase == INITIAL
            else person.correct(scene.truth, scene.prediction, rng)
        )
        if annotation is not None:
            results.append((scene, annotation))
    return results


def strokes(painted: Painted) -> Strokes:
    """All strokes of some annotations."""
    return Strokes.join([Strokes.of(annotation.trajectory) for _, annotation in painted])


def likeness(own: Strokes, people: Strokes) -> dict[str, float]:
    """Kolmogorov-Smirnov distances: 0 for the same distribution, 1 for none in common."""
    pairs = {
        name: (values, people.distributions[name]) for name, values in own.distributions.items()
    }
    pairs |= {name: (values, people.shapes[name]) for name, values in own.shapes.items()}
    return {
        f"KS to people, {name}": float(stats.ks_2samp(*pair).statistic)
        for name, pair in pairs.items()
        if len(pair[0])
    }


def seconds_by_clock(painted: Painted) -> dict[str, float]:
    """Mean seconds of a picture by each clock, and how far apart the clocks are."""
    means = {}
    for name in CLOCKS:
        _, clock = chosen_clock([f"clock={name}"])
        taken = [clock.retime(own.trajectory).seconds + in_no_event(own) for _, own in painted]
        means[f"seconds, clock={name}"] = float(np.mean(taken))
    return {**means, "largest / smallest clock": max(means.values()) / min(means.values())}


def in_no_event(annotation: Annotation) -> float:
    """Seconds that are counted, but belong to no event of the trajectory."""
    return annotation.seconds - annotation.trajectory.seconds


def books(painted: Painted) -> dict[str, float]:
    """Whether the trajectory tells all that was painted and all the time it took."""
    off, apart, erasing = [], [], []
    for scene, annotation in painted:
        path = annotation.trajectory
        paint = replayed(path, scene.truth.shape)
        wrong = (paint == FOREGROUND + 1) != annotation.foreground
        wrong |= (paint == BACKGROUND + 1) != annotation.background
        off.append(int(wrong.sum()))
        apart.append(in_no_event(annotation))
        erased = float(path.dt[path.channel == ERASER].sum()) + apart[-1]
        erasing.append(erased / annotation.seconds if annotation.seconds else 0.0)
    return {
        "replay differs, px, most": float(max(off)),
        "seconds in no event, most": max(apart),
        "share of seconds erasing": float(np.mean(erasing)),
    }


def spill(scenes: Sequence[Scene], phase: str) -> list[float]:
    """Px of an average picture that paint of the other class landed on, by ``RATES``."""
    return [
        float(
            np.mean(
                [
                    spilled(annotation.trajectory, scene.truth)
                    for scene, annotation in painted_by(Hand(jitter_rate=rate), scenes, phase)
                ]
            )
        )
        for rate in RATES
    ]


def starts(scenes: Sequence[Scene], phase: str) -> dict[str, float]:
    """Where strokes begin, against where the hand aimed, in units of the nominal sigma.

    The mouse arrives where it landed, if the trajectory has that, and else where it presses.
    """
    off, arrived, seen = [], [], []
    for scene in scenes:
        hand = WatchedHand()
        for _, annotation in painted_by(hand, [scene], phase):
            path = annotation.trajectory
            down = path.painting & ~np.concatenate([[False], path.painting[:-1]])
            pressed = np.stack([path.r[down], path.c[down]], axis=1).astype(float)
            visited = {*zip(path.r.tolist(), path.c.tolist(), strict=True)}
            begin = 0
            for target, landed, sigma in hand.aims:
                found = _first_near(pressed, begin, target, 4 * sigma)
                if found is None:
                    continue
                way, begin = pressed[found] - target, found + 1
                off.append(way / sigma)
                place = np.clip(np.rint(landed), 0, np.array(scene.truth.shape) - 1)
                seen.append(tuple(place.astype(int).tolist()) in visited)
                arrived.append((place - target if seen[-1] else way) / sigma)
    if not off:
        return {}
    return {
        "starts": float(len(off)),
        "sd of arrivals / nominal": float(np.sqrt(np.mean(np.square(arrived)))),
        "sd of starts / nominal": float(np.sqrt(np.mean(np.square(off)))),
        "starts exactly on target": float(np.mean([not own.any() for own in off])),
        "landings that are in the trajectory": float(np.mean(seen)),
    }


def corrections(painted: Painted) -> dict[str, float]:
    """How large the brush for background is, how near it goes, and what is covered of errors."""
    wide, near, share, covered = [], [], [], []
    for scene, annotation in painted:
        path = annotation.trajectory
        own = path.channel == BACKGROUND
        away = distance_to(scene.truth)
        wide.append(path.brush_radius[own] >= WIDE)
        near.append(away[path.r[own], path.c[own]] - path.brush_radius[own] <= NEAR)
        share.append(annotation.background.mean())
        deep = np.where(scene.truth, depth(scene.truth), away) > RIM
        clear = (scene.truth != scene.prediction) & deep
        right = np.where(scene.truth, annotation.foreground, annotation.background)
        covered.append((clear & right).sum() / max(clear.sum(), 1))
    return {
        f"background dabs of r ≥ {WIDE} px": float(np.mean(np.concatenate(wide))),
        "background dabs that end within 1 px of the object": float(np.mean(np.concatenate(near))),
        "share of the picture painted as background": float(np.mean(share)),
        "clear error covered": float(np.mean(covered)),
    }


def skip_rule() -> dict[str, float]:
    """Of truths grown by 2 px, how many are painted, and how much."""
    person = RootPainterAnnotator()
    painted = [
        person.correct(truth, grown, np.random.default_rng(number))
        for number, (truth, grown) in enumerate(dilated_truths())
    ]
    pixels = [int((one.foreground | one.background).sum()) for one in painted if one is not None]
    return {
        "masks grown by 2 px": float(len(painted)),
        "of them painted": float(len(pixels)),
        "px painted, most": float(max(pixels, default=0)),
    }


def _first_near(
    places: npt.NDArray[np.float64], begin: int, target: npt.NDArray[np.float64], reach: float
) -> int | None:
    """The first place from ``begin`` on that lies within reach of a target."""
    near = np.flatnonzero(np.hypot(*(places[begin:] - target).T) <= reach)
    return begin + int(near[0]) if len(near) else None
