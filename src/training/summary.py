"""One session in numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from src.core import InputError
from src.scoring.learning.efficiency import LearningCurve, gain_per_second, skip_quality
from src.training.lesson import BEFORE, CORRECTIVE, INITIAL, SKIPPED
from src.training.numbers import check_finite

LEVELS = (0.7, 0.8, 0.9)


def summarise(rows: Sequence[Mapping[str, Any]], budget: float, good_f1: float) -> dict[str, float]:
    """What the learning curve and the lessons come to.

    ``aubc`` is the mean test F1 over the budget; ``seconds_to_f1_0.8`` is ``nan`` where the
    level was never reached (censored), and ``capped_seconds_to_f1_0.8`` is then the budget.
    """
    curve = learning_curve(rows)
    tested = [row["test_f1"] for row in rows if "test_f1" in row]
    shown = [row for row in rows if row["phase"] != BEFORE]
    metrics = {"aubc": curve.area(budget), "seconds": float(curve.seconds[-1]) if rows else 0.0}
    metrics |= {f"seconds_to_f1_{level:g}": curve.seconds_to(level) for level in LEVELS}
    metrics |= {
        f"capped_seconds_to_f1_{level:g}": curve.capped_seconds_to(level, budget)
        for level in LEVELS
    }
    for phase in (INITIAL, CORRECTIVE):
        own = [row for row in rows if row["phase"] == phase]
        metrics[f"{phase}_gain_per_second"] = gain_per_second(
            curve, [row["phase"] == phase for row in rows]
        )
        metrics[f"{phase}_seconds"] = float(sum(row["seconds"] for row in own))
        metrics[f"{phase}_images"] = float(len(own))
        metrics[f"{phase}_strokes"] = float(sum(row["strokes"] for row in own))
    seen = [row for row in rows if row["phase"] == CORRECTIVE]
    precision, recall = skip_quality(
        [row["outcome"] == SKIPPED for row in seen], [row["prediction_f1"] for row in seen], good_f1
    )
    if tested and np.isnan(tested).all():
        # Nothing was held out, so there is no curve to speak of.
        metrics = {name: np.nan if _of_curve(name) else value for name, value in metrics.items()}
    return metrics | {
        "skip_precision": precision,
        "skip_recall": recall,
        "skipped_images": float(sum(row["outcome"] == SKIPPED for row in rows)),
        "mean_coverage": float(np.mean([row["coverage"] for row in shown])) if shown else np.nan,
        "spilled_pixels": float(sum(row["spilled"] for row in rows)),
        "waited_seconds": float(sum(row.get("waited", 0.0) for row in rows)),
    }


def _of_curve(name: str) -> bool:
    return name == "aubc" or "seconds_to_f1" in name or name.endswith("gain_per_second")


def check_curve(budget: float, good_f1: float) -> None:
    """Refuse, before anything is taught, what no learning curve can be summed up with."""
    check_finite("trainer.budget", budget)
    if budget <= 0:
        raise InputError(f"trainer.budget must be above 0 seconds, got {budget}")
    if not 0 < good_f1 <= 1:
        raise InputError(f"trainer.good_f1 must be above 0 and at most 1, got {good_f1}")


def learning_curve(rows: Sequence[Mapping[str, Any]]) -> LearningCurve:
    """Test F1 against simulated seconds; 0 before the first model.

    A model of what was painted before the session is there at second 0.
    """
    return LearningCurve(
        np.array([row["total_seconds"] for row in rows], np.float64),
        np.array([row.get("test_f1", 0.0) for row in rows], np.float64),
    )
