"""How much simulated annotators paint like people: ``python -m benchmarks.policies``.

Reads ``scribbles_medscribble`` below ``BRUSHWORK_DATA``, by default ``../shared/data``; prints
what people do, what belongs into conf/annotator/human_sparse.yaml, and how far each policy is.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
from hydra import compose, initialize_config_dir
from matplotlib.figure import Figure
from PIL import Image
from scipy import stats
from skimage.morphology import skeletonize

from src.annotators.policies import HumanSparseAnnotator
from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Annotator
from src.geometry.distance import depth, distance_to

Mask = npt.NDArray[np.bool_]
Truths = Mapping[str, Mask]

DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[2] / "shared" / "data"))
FILE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "policies.png"
COPIES = re.compile(
    "(HipXRay_image_(098|102)|BTCV_(8745574|0763890)|PAXRay_RibFrac(215|567)"
    "|CAMUS_train-patient0(374|173)).*_annot2"
)
"""Scribbles of one person that two pictures share, so that one of each pair is a copy."""
SEEDS = 3
MEASURES = {
    "coverage": "share of the foreground painted",
    "balance": "background per foreground px",
    "inside": "px from painted foreground to its edge",
    "around": "px from painted background to the object",
    "foreground_spill": "share of foreground paint",
    "background_spill": "share of background paint",
    "width": "stroke width, px",
}
POLICIES = (
    "human_sparse",
    "scribble_contour",
    "scribble_centerline",
    "scribble_line",
    "click",
    "rootpainter",
    "noisy",
    "dense",
)
"""The first look of ``top_errors`` and ``inattentive`` is that of the policy they wrap."""


def measure(foreground: Mask, background: Mask, truth: Mask) -> dict[str, float]:
    """What is compared, of one annotation; medians where there are many pixels."""
    inside, around = foreground & truth, background & ~truth
    painted = foreground | background
    return {
        "coverage": inside.sum() / truth.sum(),
        "balance": background.sum() / foreground.sum(),
        "inside": _median(depth(truth)[inside]),
        "around": _median(distance_to(truth)[around]),
        "foreground_spill": 1 - inside.sum() / foreground.sum(),
        "background_spill": 1 - around.sum() / background.sum(),
        "width": 2 * _median(depth(np.pad(painted, 1))[skeletonize(np.pad(painted, 1))]) - 1,
        "background_share": background.sum() / (~truth).sum(),
    }


def read_truths(folder: Path) -> dict[str, Mask]:
    """Name to mask; the segmentations are soft."""
    files = sorted((folder / "masks").glob("*.png"))
    return {file.stem: np.asarray(Image.open(file)) > 127 for file in files}


def read_people(folder: Path, truths: Truths) -> pd.DataFrame:
    """One row per scribble, copies left out."""
    rows = []
    for file in sorted((folder / "scribbles").glob("*.png")):
        name, person = file.stem.rsplit("_annot", 1)
        if not COPIES.match(file.stem):
            painted = np.asarray(Image.open(file)) > 0
            measured = measure(painted[..., 0], painted[..., 1], truths[name])
            rows.append({"picture": name, "person": person, **measured})
    return pd.DataFrame(rows)


def simulate(annotator: Annotator, truths: Truths) -> pd.DataFrame:
    """One row per first annotation."""
    rows = []
    for number, (name, truth) in enumerate(truths.items()):
        for seed in range(SEEDS):
            painted = annotator.initial(truth, np.random.default_rng([seed, number]))
            measured = measure(painted.foreground, painted.background, truth)
            rows.append({"picture": name, "seconds": painted.seconds, **measured})
    return pd.DataFrame(rows)


def fit(people: pd.DataFrame) -> dict[str, float]:
    """Arguments of ``human_sparse`` from these scribbles: log-normal over pictures."""
    logs = np.log(people[["coverage", "balance", "around"]])
    typical, spread = np.exp(logs.mean()), logs.std()
    return {
        "coverage": float(typical.coverage),
        "coverage_spread": float(spread.coverage),
        "balance": float(typical.balance),
        "balance_spread": float(spread.balance),
        "distance": float(typical.around),
        "distance_spread": float(spread.around),
        "correlation": float(logs.balance.corr(logs.around)),
        "lone_share": float(people.background_share.mean()),
    }


def held_out(people: pd.DataFrame, truths: Truths) -> pd.DataFrame:
    """``human_sparse`` on each half of the pictures, fitted to the other half."""
    names = list(truths)
    halves = names[::2], names[1::2]
    return pd.concat(
        simulate(
            HumanSparseAnnotator(**fit(people[people.picture.isin(known)])),
            {name: truths[name] for name in new},
        )
        for known, new in (halves, halves[::-1])
    )


def distances(seen: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """Wasserstein (in the measure's unit) and Kolmogorov-Smirnov, one row per measure."""
    pairs = {name: (seen[name].dropna(), other[name].dropna()) for name in MEASURES}
    return pd.DataFrame(
        {
            "wasserstein": {n: stats.wasserstein_distance(*pair) for n, pair in pairs.items()},
            "ks": {n: stats.ks_2samp(*pair).statistic for n, pair in pairs.items()},
        }
    )


def between_people(people: pd.DataFrame) -> pd.DataFrame:
    """Distances of each person from the others, the mean: what the policies are held against."""
    alone = [
        distances(people[people.person != person], own) for person, own in people.groupby("person")
    ]
    return sum(alone[1:], alone[0]) / len(alone)


def policies() -> Iterator[tuple[str, Annotator]]:
    """Every policy as configured."""
    with initialize_config_dir(str(CONF)):
        for name in POLICIES:
            yield name, build(compose("config", [f"annotator={name}"]), "annotator")


def print_tables(people: pd.DataFrame, painted: Mapping[str, pd.DataFrame]) -> None:
    """Means first, then distances, as the study's page has them."""
    print(f"| mean | {' | '.join(MEASURES)} | seconds |\n|---{'|---' * len(MEASURES)}|---|")
    for name, rows in {"people": people, **painted}.items():
        cells = [f"{rows[measure].mean():.3g}" for measure in MEASURES]
        seconds = f"{rows.seconds.mean():.1f}" if "seconds" in rows else ""
        print(f"| {name} | {' | '.join(cells)} | {seconds} |")
    print(f"\n| W / KS | {' | '.join(MEASURES)} | mean KS |\n|---{'|---' * len(MEASURES)}|---|")
    far = {name: distances(people, rows) for name, rows in painted.items()}
    for name, table in {"one person": between_people(people), **far}.items():
        cells = [f"{table.wasserstein[m]:.2g} / {table.ks[m]:.2f}" for m in MEASURES]
        print(f"| {name} | {' | '.join(cells)} | {table.ks.mean():.2f} |")


def plot(people: pd.DataFrame, painted: Mapping[str, pd.DataFrame]) -> Figure:
    """Boxes from the 25th to the 75th percentile, whiskers from the 5th to the 95th."""
    figure = Figure(figsize=(15, 7), dpi=80, layout="constrained")
    rows = {"people": people, **painted}
    for place, (name, unit) in enumerate(MEASURES.items(), start=1):
        axes = figure.add_subplot(2, 4, place)
        axes.axvspan(*people[name].quantile([0.25, 0.75]), color="#E69F00", alpha=0.25, linewidth=0)
        values = [table[name].dropna() for table in rows.values()]
        axes.boxplot(values, orientation="horizontal", whis=(5, 95), showfliers=False, widths=0.6,
                     medianprops={"color": "#0072B2", "linewidth": 2})  # fmt: skip
        axes.set_yticks(range(1, len(rows) + 1), list(rows) if place % 4 == 1 else [""] * len(rows))
        axes.invert_yaxis()
        axes.set(title=name.replace("_", " "), xlabel=unit)
        if name in ("balance", "around", "inside", "width"):
            axes.set_xscale("log")
        axes.spines[["top", "right"]].set_visible(False)
    axes = figure.add_subplot(2, 4, len(MEASURES) + 1)
    far = {name: distances(people, table).ks.mean() for name, table in painted.items()}
    axes.barh(range(2, len(rows) + 1), list(far.values()), color="#0072B2")
    axes.axvline(between_people(people).ks.mean(), color="#E69F00", linewidth=2)
    axes.set(title="mean KS to people", xlabel="orange: one person to the others")
    axes.set(yticks=[], ylim=(len(rows) + 0.5, 0.5))
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def main() -> None:
    """Print the tables and draw the picture, or say which data are absent."""
    folder = DATA / "scribbles_medscribble"
    if not folder.is_dir():
        print(f"{folder} is absent (set BRUSHWORK_DATA to where it lies)")
        return
    truths = read_truths(folder)
    people = read_people(folder, truths)
    painted = {name: simulate(annotator, truths) for name, annotator in policies()}
    painted = {"human_sparse, held out": held_out(people, truths), **painted}
    print(f"{len(people)} scribbles on {len(truths)} pictures")
    for name, value in fit(people).items():
        print(f"  {name}: {value:.3g}")
    print()
    print_tables(people, painted)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    plot(people, painted).savefig(FILE)
    print(f"\n{FILE}: {FILE.stat().st_size / 1000:.0f} kB")


def _median(values: npt.NDArray[np.float64]) -> float:
    return float(np.median(values)) if len(values) else float("nan")


if __name__ == "__main__":
    main()
