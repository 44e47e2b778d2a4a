"""Whether two tools measure the same of the same objects: Lin's concordance, Pearson's r, error."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from src.scoring.features import Measured
from src.scoring.objects.matching import Matching

Numbers = npt.NDArray[np.float64]

PARTS = ("pairs", "true", "predicted", "true_squares", "predicted_squares", "products")
"""What is added up over matched objects for each feature."""

FEWEST = 3
"""Pairs; any two lie on a line."""

ROUNDING = 1e-12
"""A spread below this share of the squared mean is rounding: the values are all the same."""


def feature_sum_names(features: Sequence[str]) -> tuple[str, ...]:
    """``area_products`` and so on."""
    return tuple(f"{feature}_{part}" for feature in features for part in PARTS)


def feature_sums(matching: Matching, truth: Measured, prediction: Measured) -> dict[str, float]:
    """All sums over the matched objects of one image."""
    sums: dict[str, float] = {}
    for feature in truth:
        true = truth[feature][matching.truth_index]
        predicted = prediction[feature][matching.prediction_index]
        numbers = (
            len(true),
            true.sum(),
            predicted.sum(),
            true @ true,
            predicted @ predicted,
            true @ predicted,
        )
        sums |= zip(feature_sum_names([feature]), map(float, numbers), strict=True)
    return sums


def feature_ratios(sums: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """``area_concordance``, ``area_pearson``, ``area_error`` and the lowest, or highest, of each.

    Concordance is 2 cov / (var + var + (mean - mean)²) with variances over n (Lin 1989): 1 only
    where the numbers are equal, while Pearson's r is 1 on any rising line. Both are ``nan``
    where they are undefined or have fewer than three pairs; the lowest is where one of them is.
    Both fall with the spread of a feature: nearly round nuclei that are all measured within 1 %
    have an r of 0.6. The error is the root of the mean squared difference over that of the true
    numbers, 0.01 then, whatever their spread.
    """
    features = [name.removesuffix("_products") for name in sums if name.endswith("_products")]
    ratios: dict[str, Numbers] = {}
    for feature in features:
        ratios |= _ratios_of(feature, *(sums[name] for name in feature_sum_names([feature])))
    for kind in ("concordance", "pearson") if features else ():
        ratios[f"lowest_{kind}"] = np.min(
            [ratios[f"{feature}_{kind}"] for feature in features], axis=0
        )
    if features:
        ratios["highest_error"] = np.max(
            [ratios[f"{feature}_error"] for feature in features], axis=0
        )
    return ratios


def _ratios_of(feature: str, count: Numbers, *sums: Numbers) -> dict[str, Numbers]:
    with np.errstate(invalid="ignore", divide="ignore"):
        true, predicted, true_squares, predicted_squares, products = (
            total / count for total in sums
        )
        true_variance, predicted_variance = (
            np.where(variance > ROUNDING * squares, variance, 0.0)
            for variance, squares in (
                (true_squares - true * true, true_squares),
                (predicted_squares - predicted * predicted, predicted_squares),
            )
        )
        covariance = products - true * predicted
        together = true_variance + predicted_variance + (true - predicted) ** 2
        spread = np.sqrt(true_variance * predicted_variance)
        known = count >= FEWEST
        # Rounding alone could make the difference of equal numbers negative.
        squared = np.maximum(true_squares + predicted_squares - 2 * products, 0.0)
        error = np.sqrt(np.where(squared > ROUNDING * true_squares, squared, 0.0) / true_squares)
        return {
            f"{feature}_concordance": np.where(
                known & (together > 0), 2 * covariance / together, np.nan
            ),
            f"{feature}_pearson": np.where(known & (spread > 0), covariance / spread, np.nan),
            f"{feature}_error": np.where(known & (true_squares > 0), error, np.nan),
        }
