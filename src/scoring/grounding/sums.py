"""What is added up over questions, and the rates that follow from the sums."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from src.core import Directions, Table, metric_names
from src.core.answers import ERROR, FOUND, NOTHING

Numbers = npt.NDArray[np.float64]
Sums = Mapping[str, Numbers]
Fractions = Mapping[str, tuple[Numbers, Numbers]]
"""Name to what is counted and what it is a share of."""

THRESHOLDS = (0.5, 0.7)
"""IoU from which on a box is right: the one that is quoted first."""

COUNTS = (
    "targets", "errors", "found", "nothing", "boxes", "hits", "top_3_hits",
    "refusals", "refused", "refusal_errors", "iou_sum", "attempts",
)  # fmt: skip
"""Sums of questions; those of hits by IoU follow."""

SHOWN = ("targets", "errors", "found", "nothing", "refusals", "refused")
"""Sums that a card shows as they are; ``hits`` stand beside them for every rule."""

MEANS = ("mean_found_iou", "mean_target_iou", "mean_attempts")
"""What is no share of anything, so that only drawn pictures tell how sure it is."""

DIRECTIONS = Directions.of_names(
    lower=[
        "errors", "false_positive_rate", "error_rate", "mean_attempts", "failed_*", "spent_*",
        "*_ms", "*_seconds",
    ],
    neutral=["targets", "found", "nothing", "refusals", "images"],
)  # fmt: skip


def at(name: str, threshold: float) -> str:
    """The name of a number at an IoU: ``hits_at_0.50``."""
    return metric_names.at(name, f"{threshold:.2f}")


def sum_names(thresholds: Sequence[float] = THRESHOLDS) -> tuple[str, ...]:
    """What is summed, in order."""
    by_box = (at("hits", threshold) for threshold in thresholds)
    return (*COUNTS, *by_box, at("top_3_hits", thresholds[0]))


def question_sums(table: Table, thresholds: Sequence[float] = THRESHOLDS) -> Numbers:
    """(questions, sums) of judged questions; those that do not count add nothing."""
    if not table:
        return np.zeros((0, len(sum_names(thresholds))))
    target, refusal, outcome = table["target"], table["refusal"], table["outcome"]
    found, nothing, error = (outcome == word for word in (FOUND, NOTHING, ERROR))
    shared, best = np.nan_to_num(table["iou"]), np.nan_to_num(table["top_3_iou"])
    own = {
        "targets": target,
        "errors": target & error,
        "found": target & found,
        "nothing": target & nothing,
        "boxes": target & found & ~np.isnan(table["iou"]),
        "hits": target & table["hit"],
        "top_3_hits": target & table["top_3_hit"],
        "refusals": refusal,
        "refused": refusal & nothing,
        "refusal_errors": refusal & error,
        "iou_sum": np.where(target, shared, 0.0),
        "attempts": np.where(target, table["attempts"], 0),
    }
    own |= {at("hits", own_at): target & (shared >= own_at) for own_at in thresholds}
    own[at("top_3_hits", thresholds[0])] = target & (best >= thresholds[0])
    return np.stack([own[name] for name in sum_names(thresholds)], axis=-1).astype(np.float64)


def by_name(sums: Numbers, thresholds: Sequence[float] = THRESHOLDS) -> Sums:
    """(…, sums) as columns."""
    return dict(zip(sum_names(thresholds), np.moveaxis(sums, -1, 0), strict=True))


def fractions(sums: Sums, thresholds: Sequence[float] = THRESHOLDS) -> Fractions:
    """Every rate and mean as what it is made of.

    Rates of detection leave errors out, which are neither hit nor miss; an accuracy is of all
    targets, as in published tables. Both are the same where there is no error. What is about boxes
    is undefined where a method answers with points alone.
    """
    answered = sums["targets"] - sums["errors"]
    known = (sums["boxes"] > 0) | (sums["found"] == 0)
    parts: dict[str, tuple[Numbers, Numbers]] = {}
    rules = {"": sums["hits"]}
    rules |= {at("", own): np.where(known, sums[at("hits", own)], np.nan) for own in thresholds}
    parts |= {f"detection_rate{rule}": (own, answered) for rule, own in rules.items()}
    parts |= {f"accuracy{rule}": (own, sums["targets"]) for rule, own in rules.items()}
    main = at("", thresholds[0])
    best = np.where(known, sums[f"top_3_hits{main}"], np.nan)
    parts["detection_rate_top_3"] = (sums["top_3_hits"], answered)
    parts[f"detection_rate_top_3{main}"] = (best, answered)
    parts["false_positive_rate"] = (sums["found"] - sums["hits"], sums["found"])
    parts[f"false_positive_rate{main}"] = (sums["found"] - rules[main], sums["found"])
    parts["error_rate"] = (sums["errors"], sums["targets"])
    parts["refusal_precision"] = (sums["refused"], sums["refused"] + sums["nothing"])
    parts["refusal_recall"] = (sums["refused"], sums["refusals"] - sums["refusal_errors"])
    parts["mean_found_iou"] = (sums["iou_sum"], sums["boxes"])
    parts["mean_target_iou"] = (np.where(known, sums["iou_sum"], np.nan), sums["targets"])
    parts["mean_attempts"] = (sums["attempts"], sums["targets"])
    return parts


def ratios(sums: Numbers, thresholds: Sequence[float] = THRESHOLDS) -> Numbers:
    """(…, sums) to (…, ratios); ``nan`` where one is undefined."""
    pairs = fractions(by_name(sums, thresholds), thresholds).values()
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.stack([np.divide(part, whole) for part, whole in pairs], axis=-1)


def ratio_names(thresholds: Sequence[float] = THRESHOLDS) -> tuple[str, ...]:
    """What the ratios are called, in order."""
    nothing = by_name(np.zeros(len(sum_names(thresholds))), thresholds)
    return tuple(fractions(nothing, thresholds))


def metrics_of(sums: Numbers, thresholds: Sequence[float] = THRESHOLDS) -> dict[str, float]:
    """All numbers of (questions or pictures, sums): rates, then counts."""
    total = sums.sum(axis=0)
    numbers = dict(zip(ratio_names(thresholds), ratios(total, thresholds).tolist(), strict=True))
    counts = by_name(total, thresholds)
    hits = ("hits", *(at("hits", threshold) for threshold in thresholds))
    return numbers | {name: float(counts[name]) for name in (*SHOWN, *hits)}
