"""Whether policies rank alike with measured hands: ``python -m benchmarks.measured_hands``.

Every policy paints the same rendered roots, first without and then over a prediction, with the
hand of the protocol and with hands and clocks of people who were measured; printed is how many
pixels it labels per second. The measured values are those that ``python -m src.calibrate --data
mouse_steering_remoco`` prints; what the recordings do not tell stays as it is.
"""

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy import ndimage, stats

from src.annotators.clocks import SeedClock, SteeringClock
from src.composing.builder import build
from src.composing.conf import composed
from src.core import Clock
from src.data.synthetic.roots import Roots
from src.geometry.masks import foreground

POLICIES = (
    "rootpainter", "dense", "top_errors", "click", "scribble_line", "scribble_contour",
    "scribble_centerline", "human_sparse",
)  # fmt: skip
HANDS = {
    "protocol": {},
    "person of 56 laps": {"jitter_rate": 0.0090, "max_paint_speed": 876},
    "person of 3 laps": {"jitter_rate": 0.0314, "max_paint_speed": 408},
}
SLOPES = {"protocol": 0.091, "person of 56 laps": 0.054, "person of 3 laps": 0.128}
IMAGES, SIZE = 8, 192


def rates(policy: str, hand: str) -> tuple[float, float]:
    """Labelled pixels per second by the hand's own times, and by the steering clock."""
    settings = [f"annotator.hand.{key}={value}" for key, value in HANDS[hand].items()]
    annotator = build(composed([f"annotator={policy}", *settings]), "annotator")
    clocks: list[Clock] = [SeedClock(), SteeringClock(steering_slope=SLOPES[hand])]
    seconds, pixels = np.zeros(2), 0
    dataset = Roots(count=IMAGES, size=SIZE)
    for number, sample in enumerate(dataset.samples()):
        truth = foreground(sample.truth)
        seen = np.roll(truth, 3, axis=1) & ndimage.binary_dilation(truth)
        for painted in (
            annotator.initial(truth, np.random.default_rng([1, number])),
            annotator.correct(truth, seen, np.random.default_rng([2, number])),
        ):
            if painted is None:
                continue
            pixels += int((painted.foreground & truth).sum() + (painted.background & ~truth).sum())
            for place, clock in enumerate(clocks):
                seconds[place] += clock.retime(painted.trajectory).seconds
    return float(pixels / seconds[0]), float(pixels / seconds[1])


def main() -> None:
    """Print the rates, and how alike the orders are."""
    found = {(policy, hand): rates(policy, hand) for policy in POLICIES for hand in HANDS}
    console = Console()
    for place, clock in enumerate(("the hand's own times", "steering clock")):
        table = Table("policy", *HANDS, title=f"right pixels per second, {clock}")
        for policy in POLICIES:
            table.add_row(policy, *(f"{found[policy, hand][place]:.0f}" for hand in HANDS))
        first = [found[policy, "protocol"][place] for policy in POLICIES]
        orders = [[found[policy, hand][place] for policy in POLICIES] for hand in HANDS]
        taus = [f"{stats.kendalltau(first, other).statistic:.2f}" for other in orders]
        table.add_row("Kendall's tau", *taus)
        console.print(table)


if __name__ == "__main__":
    main()
