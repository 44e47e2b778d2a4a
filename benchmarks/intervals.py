"""How often intervals hold the truth, by number of images: ``python -m benchmarks.intervals``.

Takes ``nuclei_dsb2018_test_preds`` and ``vessels_drive`` below ``BRUSHWORK_DATA`` (by default
``../shared/data``) and populations of numbers, draws images from each again and again, and counts
how often an interval lies wholly above or wholly below the number of the whole population.
``--picture FILE`` draws the table.
"""

import argparse
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import t as student
from skimage.io import imread

from src.calibrating.of_public import DATA
from src.core import Interval
from src.scoring.intervals import SHARE, Span, mean_intervals, pooled_intervals
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.scorer import Objects
from src.scoring.objects.sums import object_sums
from src.scoring.pixels import Pixels, pixel_counts
from src.scoring.pooled import PooledScorer

Numbers = npt.NDArray[np.float64]
Ends = tuple[Numbers, Numbers]

COUNTS = (2, 3, 5, 10, 20, 40)
DRAWS, POOLED_DRAWS, RESAMPLES = 1500, 300, 500
"""Sets of images that are drawn, fewer of them for ratios of sums, and draws within each."""
TUNED = ("julia_datname_20180310", "maskrcnn_neoanarika_gray53", "unet_swkpku_d6_epoch48")
"""The tools on which the method and its half image were chosen; the others confirm it."""

METRICS = (
    *("mean_true_iou_at_0.50", "f1_at_0.50", "f1_at_0.75", "f1_at_0.50-0.95", "pq_at_0.50"),
    *("mean_matched_iou_at_0.50", "recall_at_0.50", "precision_at_0.75", "aji", "seg"),
    *("pixel_iou", "pixel_f1", "pixel_precision"),
)


@dataclass(frozen=True, eq=False)
class Population:
    """Images, as sums of a scorer or as numbers of their own.

    Args:
        group: under what its results are counted.
        sums: (images, sums); (images, 1) numbers without a scorer.
        chosen: places of the ratios that are looked at.
    """

    group: str
    name: str
    sums: Numbers
    scorer: PooledScorer | None = None
    chosen: tuple[int, ...] = (0,)

    def ratios(self, sums: Numbers) -> Numbers:
        """(…, chosen)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.scorer.ratios(sums)[..., self.chosen] if self.scorer else sums

    def amounts(self, sums: Numbers) -> Numbers:
        """(images, chosen) without what is undefined."""
        assert self.scorer
        own = self.scorer.amounts(sums)[:, self.chosen]
        return np.where(np.isnan(self.ratios(sums)), 0.0, own)

    def spans(self) -> list[Span]:
        """Of the chosen ratios."""
        if not self.scorer:
            return [SHARE]
        return [self.scorer.span(self.scorer.ratio_names[place]) for place in self.chosen]


def nuclei() -> Iterator[Population]:
    """Five tools on 33 images."""
    scorer, root = Objects(), DATA / "nuclei_dsb2018_test_preds"
    chosen = tuple(scorer.ratio_names.index(name) for name in METRICS)
    for folder in sorted(root.glob("pred_*")):
        rows = []
        for file in sorted((root / "labels").glob("*.png")):
            compared = LabelComparison.of(imread(file), imread(folder / file.name), inclusive=True)
            own = object_sums(compared)
            rows.append([own[name] for name in scorer.summed])
        name = folder.name.removeprefix("pred_")
        group = "nuclei, tools it was chosen on" if name in TUNED else "nuclei, other tools"
        yield Population(group, name, np.array(rows, float), scorer, chosen)


def vessels() -> Iterator[Population]:
    """The second observer of ten retinas."""
    root, scorer = DATA / "vessels_drive", Pixels()
    sides = [sorted((root / name).iterdir()) for name in ("manual1", "manual2")]
    counts = [
        pixel_counts(*(_foreground(file) for file in pair)) for pair in zip(*sides, strict=True)
    ]
    names = [scorer.ratio_names.index(name) for name in ("f1", "iou", "precision", "recall")]
    yield Population("vessels, a second observer", "manual2", np.array(counts, float), scorer,
                     tuple(names))  # fmt: skip


def _foreground(file: Path) -> npt.NDArray[np.bool_]:
    picture = np.asarray(imread(file))
    return (picture if picture.ndim == 2 else picture[..., :3].max(axis=-1)) > 0


def made_up() -> Iterator[Population]:
    """Numbers of betas, some with images that fail altogether, and hits and misses."""
    rng = np.random.default_rng(7)
    for first, second in ((1, 1), (2, 8), (8, 2), (30, 3), (5, 0.5), (0.5, 0.5)):
        values = rng.beta(first, second, 4000)
        yield Population("betas", f"beta({first}, {second})", values[:, None])
    for share in (0.03, 0.05, 0.1, 0.2):
        for first, second in ((8, 2), (20, 2)):
            values = rng.beta(first, second, 4000)
            values[: int(share * 4000)] = 0
            name = f"{share:.0%} at 0, else beta({first}, {second})"
            yield Population("betas with failures", name, values[:, None])
    for share in (0.5, 0.9, 0.95):
        values = (np.arange(1000) < 1000 * share).astype(float)
        yield Population("hits and misses", f"{share:g}", values[:, None])


def ours_of_means(population: Population, drawn: Numbers) -> Ends:
    """Of the mean over images."""
    values = population.ratios(drawn)
    columns = np.moveaxis(values, 0, 1).reshape(values.shape[1], -1)
    spans = population.spans() * len(values)
    return _ends(mean_intervals(columns, spans, resamples=RESAMPLES), len(values))


def ours_of_pools(population: Population, drawn: Numbers) -> Ends:
    """Of the ratio of sums."""
    found = []
    for sums in drawn:
        amounts, spans = population.amounts(sums), population.spans()
        found += pooled_intervals(sums, population.ratios, amounts, spans, resamples=RESAMPLES)
    return _ends(found, len(drawn))


def _ends(intervals: list[Interval | None], sets: int) -> Ends:
    ends = [(own.low, own.high) if own else (np.nan, np.nan) for own in intervals]
    low, high = np.array(ends).reshape(sets, -1, 2).transpose(2, 0, 1)
    return low, high


def percentile_of_means(population: Population, drawn: Numbers) -> Ends:
    """The bootstrap as it was: images drawn with replacement, middle of their means."""
    values, weights = population.ratios(drawn), _multinomial(drawn.shape[1])
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        draws = (weights @ np.where(known, values, 0)) / (weights @ known.astype(float))
    return _middle(draws, axis=1)


def percentile_of_pools(population: Population, drawn: Numbers) -> Ends:
    """The same of ratios of sums."""
    weights = _multinomial(drawn.shape[1])
    ends = [_middle(population.ratios(weights @ sums), axis=0) for sums in drawn]
    low, high = np.array(ends).transpose(1, 0, 2)
    return low, high


def students_mean(population: Population, drawn: Numbers) -> Ends:
    """Mean ± t standard errors."""
    values = population.ratios(drawn)
    known = (~np.isnan(values)).sum(axis=1)
    with warnings.catch_warnings(), np.errstate(invalid="ignore", divide="ignore"):
        warnings.simplefilter("ignore")
        middle, spread = np.nanmean(values, axis=1), np.nanstd(values, axis=1, ddof=1)
        half = student.ppf(0.975, np.maximum(known - 1, 1)) * spread / np.sqrt(known)
    return middle - half, middle + half


def _multinomial(count: int) -> Numbers:
    rng = np.random.default_rng(0)
    return rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES).astype(float)


def _middle(draws: Numbers, axis: int) -> Ends:
    undefined = np.isnan(draws)
    if undefined.any():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            low, high = np.nanquantile(draws, [0.025, 0.975], axis=axis)
    else:
        low, high = np.quantile(draws, [0.025, 0.975], axis=axis)
    return low, high


Method = Callable[[Population, Numbers], Ends]
OF_MEANS: dict[str, Method] = {
    "percentile bootstrap": percentile_of_means,
    "Student's t": students_mean,
    "half an unseen image": ours_of_means,
}
OF_POOLS: dict[str, Method] = {
    "percentile bootstrap": percentile_of_pools,
    "half an unseen image": ours_of_pools,
}


@dataclass(frozen=True)
class Misses:
    """Shares of draws whose interval lay wholly above or below the truth, and median widths."""

    above: Numbers
    below: Numbers
    width: Numbers


def misses(
    population: Population, method: Method, truth: Numbers, images: int, sets: int
) -> Misses:
    """Of one number of images, in so many sets of them; a hundred at once."""
    rng = np.random.default_rng([images, 11])
    ends = []
    for _ in range(sets // 100):
        places = rng.integers(len(population.sums), size=(100, images))
        ends.append(method(population, population.sums[places]))
    low, high = (np.concatenate(side) for side in zip(*ends, strict=True))
    known = np.maximum((~np.isnan(low)).sum(axis=0), 1)
    return Misses(
        (low > truth).sum(axis=0) / known,
        (high < truth).sum(axis=0) / known,
        np.nanmedian(high - low, axis=0),
    )


def measured(populations: list[Population], methods: dict[str, Method], kind: str) -> Iterator[str]:
    """Lines of the table: for every group, method and number of images the worst of all metrics."""
    groups = dict.fromkeys(population.group for population in populations)
    pooled = kind == "pooled"
    for group in groups:
        for name, method in methods.items():
            for images in COUNTS:
                found = []
                for population in populations:
                    if population.group != group:
                        continue
                    whole = population.ratios(population.sums)
                    total = population.ratios(population.sums.sum(axis=0))
                    truth = total if pooled else np.nanmean(whole, axis=0)
                    sets = POOLED_DRAWS if pooled else DRAWS
                    found.append(misses(population, method, truth, images, sets))
                above, below, width = (
                    np.concatenate([getattr(own, part) for own in found])
                    for part in ("above", "below", "width")
                )
                held = 1 - above - below
                yield (
                    f"| {kind} | {group} | {name} | {images} | {held.min():.2f} | "
                    f"{held.mean():.2f} | {above.max():.3f} | {below.max():.3f} | "
                    f"{width.mean():.2f} |"
                )


def main() -> None:
    """Print the table, and draw it where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path)
    asked, _ = parser.parse_known_args()
    real = [*nuclei(), *vessels()] if DATA.is_dir() else []
    lines = []
    print("| of | population | method | images | held, worst | held, mean | above, worst | "
          "below, worst | width |\n|---|---|---|---|---|---|---|---|---|")  # fmt: skip
    for populations, methods, kind in (
        ([*real, *made_up()], OF_MEANS, "mean over images"),
        (real, OF_POOLS, "pooled"),
    ):
        for line in measured(populations, methods, kind):
            print(line, flush=True)
            lines.append(line)
    if asked.picture:
        draw(lines, asked.picture)


def draw(lines: list[str], file: Path) -> None:
    """Worst coverage against the number of images, one panel for means and one for pools."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    colours = dict(zip(OF_MEANS, ("tab:red", "tab:gray", "tab:blue"), strict=True))
    for panel, kind in zip(panels, ("mean over images", "pooled"), strict=True):
        for method, colour in colours.items():
            groups = dict.fromkeys(row[1] for row in cells if (row[0], row[2]) == (kind, method))
            for number, group in enumerate(groups):
                rows = [row for row in cells if row[:3] == [kind, group, method]]
                worst = [float(row[4]) for row in rows]
                label = method if number == 0 else None
                panel.plot([int(row[3]) for row in rows], worst, color=colour, label=label, lw=1.2)
        panel.axhline(0.9, color="black", lw=0.8, ls=":")
        panel.set(title=kind, xscale="log", xlabel="images", xticks=COUNTS, ylim=(0, 1.01))
        panel.set_xticklabels([str(count) for count in COUNTS])
        panel.minorticks_off()
    panels[0].set_ylabel("share of intervals that hold the truth,\nworst metric of a group")
    panels[0].legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(file, dpi=110)


if __name__ == "__main__":
    main()
