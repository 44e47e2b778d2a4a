"""How far from the middle of a target people click: ``python -m benchmarks.click_spread``.

Reads ``mouse_fitts_xp`` below ``BRUSHWORK_DATA``, by default ``../shared/data``, and prints what
belongs into ``click.sigma`` of conf/dataset/ui*.yaml.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import optimize

from src.calibrating.of_public import DATA, PIXELS_PER_MM, pointing_trials
from src.data.ui.clicks import Clicks

Numbers = npt.NDArray[np.float64]

SMALL = 2.0
"""Millimetres; below, the hand and not the target sets the spread."""

DRAWS = 500


@dataclass(frozen=True)
class Spread:
    """Standard deviation of a click on one axis: ``sqrt(hand² + (share · width)²)``.

    Args:
        hand: millimetres that are left however small a target is.
        share: of the width, however large a target is.
    """

    hand: float
    share: float

    def __call__(self, width: Numbers) -> Numbers:
        return np.hypot(self.hand, self.share * width)


def off_target(trials: pd.DataFrame) -> Numbers:
    """(n, 2) millimetres by which the end points lie beside the middle of their targets."""
    ends, targets = trials[["x_end", "y_end"]].to_numpy(), trials[["xT", "yT"]].to_numpy()
    return np.asarray(ends - targets, np.float64)


def fit(width: Numbers, off: Numbers) -> Spread:
    """Maximum likelihood, the axes alike and no bias."""

    def surprise(logs: Numbers) -> float:
        sigma = Spread(*np.exp(logs))(width)[:, None]
        return float((np.log(sigma) + (off / sigma) ** 2 / 2).sum())

    found = optimize.minimize(surprise, np.log([0.2, 0.2]), method="Nelder-Mead")
    return Spread(*(float(value) for value in np.exp(found.x)))


def share_of_width(width: Numbers, off: Numbers) -> float:
    """The one share of the width that fits best where the hand adds nothing."""
    return float(np.sqrt(((off / width[:, None]) ** 2).mean()))


def interval(values: Numbers) -> str:
    """The middle 95 %."""
    low, high = np.quantile(values, [0.025, 0.975])
    return f"{low:.3f}–{high:.3f}"


def resampled(trials: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """The trials of as many people, drawn with replacement: people differ more than trials."""
    people = [own for _, own in trials.groupby("Participant")]
    return pd.concat([people[n] for n in rng.integers(len(people), size=len(people))])


def main() -> None:
    """Print the spread by width, the fit and the default."""
    trials = pointing_trials(DATA / "mouse_fitts_xp" / "fitts_trials.csv")
    print("width mm   px at 96 dpi   trials   sigma/W x   sigma/W y   in the circle   model")
    model = fit(trials.W.to_numpy(), off_target(trials))
    for width, own in trials.groupby("W"):
        off = off_target(own) / width
        x, y = off.std(axis=0)
        hit = (np.hypot(*off.T) <= 0.5).mean()
        expected = float(model(np.array([width]))[0]) / width
        print(
            f"{width:8.2f} {width * PIXELS_PER_MM:14.0f} {len(own):8d} {x:11.3f} {y:11.3f} "
            f"{hit:15.2f} {expected:7.3f}"
        )
    rng = np.random.default_rng(1)
    again = [resampled(trials, rng) for _ in range(DRAWS)]
    fits = [fit(own.W.to_numpy(), off_target(own)) for own in again[: DRAWS // 5]]
    large = [own[own.W > SMALL] for own in (trials, *again)]
    shares = np.array([share_of_width(own.W.to_numpy(), off_target(own)) for own in large])
    print(
        f"sigma² = hand² + (share · W)²: hand {model.hand:.3f} mm "
        f"({interval(np.array([one.hand for one in fits]))}), share {model.share:.3f} "
        f"({interval(np.array([one.share for one in fits]))})"
    )
    print(f"targets above {SMALL:g} mm: sigma = {shares[0]:.3f} W ({interval(shares[1:])})")
    print(f"default of click.sigma: {Clicks().sigma}")


if __name__ == "__main__":
    main()
