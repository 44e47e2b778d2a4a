"""Questions about screenshots: was the right element found, and how sure is that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Gt, Le, MinLen

from src.core import Prediction, Row, Sample, Scorecard, Table
from src.core.answers import ERROR, NOTHING
from src.scoring.grounding import tables
from src.scoring.grounding.asked import CLICK, Asked, spent_by
from src.scoring.grounding.chosen import chosen_types
from src.scoring.grounding.coordinates import coordinates_sentence
from src.scoring.grounding.costs import SPENT, TIMES, amounts, latencies
from src.scoring.grounding.drift import Fault, with_drift
from src.scoring.grounding.elements import NAMES, element_metrics, element_tables
from src.scoring.grounding.failures import failure_kinds
from src.scoring.grounding.free_columns import free_columns
from src.scoring.grounding.judging import click_offsets, hits, overlaps
from src.scoring.grounding.parts import (
    BY,
    JOINT,
    OFFSET,
    SIDE,
    Part,
    all_parts,
    check_by,
)
from src.scoring.grounding.sums import (
    DIRECTIONS,
    THRESHOLDS,
    at,
    metrics_of,
    question_sums,
    ratio_names,
)
from src.scoring.rows import sample_columns, tag_slices
from src.scoring.statistics import Level, Resamples, check_bootstrap

RIGHTNESS = "rightness"
"""Of a picture: the mean IoU of its answers, or their share of hits where they have no boxes."""

LONGER_SIDE = "longer side of the target in px of the screenshot"


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """Hits by point and by IoU, rates with intervals, mistakes by kind; all of it by parts.

    Args:
        edge: whether a point on the outline of its target is a hit: ``closed`` yes, ``open`` no,
            ``half_open`` on the near sides alone.
        iou: from which on a box is right; the first is quoted.
        by: what questions are told apart by, wherever the set has it; several words by a plus.
        elements: whether all elements of each screen are labelled, so that what was parsed can be
            scored too.
        resamples: draws of pictures; 0 for none.
        level: of the intervals.
        slices: tags of screenshots; every value of each is scored alone too.
    """

    edge: Literal["closed", "half_open", "open"] = "closed"
    iou: Annotated[Sequence[Annotated[float, Gt(0), Le(1)]], MinLen(1)] = THRESHOLDS
    by: Sequence[str] = BY
    elements: bool = False
    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    ranks_by = RIGHTNESS
    directions = DIRECTIONS
    takes_errors = True

    def __post_init__(self) -> None:
        for name in ("iou", "by", "slices"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        check_by(self.by)
        check_bootstrap(self.resamples, self.level)

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """All questions of a screenshot, judged one by one."""
        asked = Asked.of(sample, prediction)
        own = {**asked.columns(), **self._judged(asked)}
        questions = {**own, **free_columns(asked, own)}
        kept = {tables.QUESTIONS: questions, TIMES: asked.times(), SPENT: spent_by(prediction)}
        if self.elements:
            kept |= element_tables(sample.truth, prediction.consensus)
        return Row(picture_values(questions, self.iou), kept)

    def _judged(self, asked: Asked) -> dict[str, npt.NDArray[Any]]:
        """What the truth says of each answer, and of the two that would have come next."""
        points, found = (np.moveaxis(own, 1, 0) for own in (asked.points, asked.found))
        hit = hits(points, asked.boxes, self.edge, asked.polygons)
        shared = overlaps(found, asked.boxes, asked.polygons)
        clicks = np.array([one.click or (np.nan, np.nan) for one in asked.questions], float)
        return {
            "hit": hit[0],
            "iou": shared[0],
            "top_3_hit": hit.any(axis=0),
            "top_3_iou": np.fmax.reduce(shared, axis=0),
            "offset": click_offsets(clicks.reshape(-1, 2), asked.boxes),
            "chosen_type": chosen_types(asked),
            "kind": failure_kinds(asked, hit[0], shared[0], self.iou[0]),
        }

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Rates of all questions with intervals, the same by parts, and mistakes by kind."""
        questions, fault = with_drift(tables.joined_questions(rows), self.edge)
        metrics = self._metrics_of(rows, questions)
        how: Any = {"directions": self.directions, "main": self._main(metrics, questions)}
        if not rows:
            return Scorecard(metrics, **how)
        counts = [len(row.tables[tables.QUESTIONS]["question"]) for row in rows]
        pictures = np.repeat(np.arange(len(rows)), counts)
        how_sure = (self.iou, self.resamples, self.level)
        parts = all_parts(questions, pictures, self.by, *how_sure)
        whole, *others = (part for part in parts if part.by not in (OFFSET, SIDE))
        single = {part.name: part.numbers for part in others if JOINT not in part.by}
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=whole.intervals,
            defined=whole.pictures,
            slices=single | tag_slices(rows, self.slices, self._metrics),
            tables={
                tables.QUESTIONS: questions,
                tables.PARTS: tables.parts_table([whole, *others]),
                tables.OFFSETS: tables.parts_table([part for part in parts if part.by == OFFSET]),
                tables.SIDES: tables.parts_table([part for part in parts if part.by == SIDE]),
                tables.FAILURES: tables.failures_table(tables.failure_counts(questions)),
                tables.CONFUSION: tables.confusion_table(questions),
                tables.TRANSFORMS: tables.transforms_table(questions, self.iou[0]),
                tables.RULES: tables.rules_table(self._rules(questions, whole, fault)),
            },
            times=latencies(rows),
            **how,
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        return self._metrics_of(rows, with_drift(tables.joined_questions(rows), self.edge)[0])

    def _metrics_of(self, rows: Sequence[Row], questions: Table) -> dict[str, float]:
        numbers = metrics_of(question_sums(questions, self.iou), self.iou)
        failed = tables.failure_counts(questions)
        numbers |= {f"failed_{kind}": float(count) for kind, count in failed.items()}
        if self.elements:
            numbers |= element_metrics(rows)
        return numbers | amounts(rows) | {"images": float(len(rows))}

    def _main(self, metrics: Mapping[str, float], questions: Table) -> tuple[str, ...]:
        """What is quoted, the most telling first, since tables show the first ones alone."""
        first = quoted(metrics, self.iou[0], clicked=_clicked(questions))
        names = ratio_names(self.iou)
        refusing = tuple(name for name in names if name.startswith("refusal"))
        asked = refusing if metrics["refusals"] else ()
        others = tuple(name for name in names if name not in refusing)
        rates = tuple(name for name in names if name.startswith("detection_rate"))
        order = (first, *rates, *NAMES, *asked, *others, *refusing, "targets", "hits")
        return tuple(name for name in dict.fromkeys(order) if name in metrics)

    def _rules(self, questions: Table, whole: Part, fault: Fault | None) -> dict[str, str]:
        """What a reader must know to compare these numbers with others."""
        return {
            "quoted": quoted(whole.numbers, self.iou[0], clicked=_clicked(questions)),
            "edge": self.edge,
            "iou": " ".join(f"{threshold:.2f}" for threshold in self.iou),
            "size": LONGER_SIDE,
            "intervals": whole.whose or "none",
            "level": f"{self.level:g}",
            "coordinates": coordinates_sentence(questions, fault),
        }


def _clicked(questions: Table) -> bool:
    """Whether anything was asked by a click; nothing was where no picture was scored."""
    asked = questions.get("asked")
    return asked is not None and bool((asked == CLICK).any())


def quoted(numbers: Mapping[str, float], threshold: float, *, clicked: bool) -> str:
    """The rate that says most: by boxes where there were clicks, since a click is a hit by itself.

    By points where a method was asked by words, as in published tables, or gives no boxes.
    """
    by_box = at("detection_rate", threshold)
    return by_box if clicked and not np.isnan(numbers[by_box]) else "detection_rate"


def picture_values(questions: Table, thresholds: Sequence[float]) -> dict[str, Any]:
    """The row of a picture in the table of samples: how well it was answered, and what there is."""
    target, error = questions["target"], questions["outcome"] == ERROR
    shared = np.nan_to_num(questions["iou"][target])
    by_box = {at("hits", own): int((shared >= own).sum()) for own in thresholds}
    return {
        RIGHTNESS: rightness(questions),
        "targets": int(target.sum()),
        "refusals": int(questions["refusal"].sum()),
        "errors": int((error & target).sum()),
        "hits": int((questions["hit"] & target).sum()),
        **by_box,
    }


def rightness(questions: Table) -> float:
    """Mean over what counts: IoU, or hit without a box; ``nan`` where nothing counts."""
    target, refusal = questions["target"], questions["refusal"]
    by_box = np.where(np.isnan(questions["iou"]), questions["hit"], questions["iou"])
    right = np.where(refusal, questions["outcome"] == NOTHING, by_box)[target | refusal]
    return float(right.mean()) if len(right) else float("nan")
