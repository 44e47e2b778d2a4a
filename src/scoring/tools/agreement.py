"""Whether tools agree on the same fields, without or with truth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from src.core import (
    Directions,
    InputError,
    Instances,
    Interval,
    Prediction,
    Row,
    Sample,
    Scorecard,
)
from src.geometry.spans import Values
from src.scoring.features import FEATURES, check_features
from src.scoring.groups import AUTO, group_names, unit_of
from src.scoring.intervals import effective_count
from src.scoring.objects.ratios import Numbers
from src.scoring.objects.sums import at
from src.scoring.rows import sample_columns, tag_slices
from src.scoring.scored_labels import scored_labels
from src.scoring.statistics import Level, Resamples, check_bootstrap, mean_defined
from src.scoring.tools.measured import compare_measured, has_only_measurements
from src.scoring.tools.mechanisms import ACCURACY, Mechanisms
from src.scoring.tools.pairs import LEAST, Compared, compare_tools
from src.scoring.tools.summary import ToolSummary, pooled_scores, summarise_tools
from src.scoring.tools.tables import tables

REFERENCE, STRATEGY = "reference", "strategy"
"""Columns of the table of samples: whose labels the others are held against, and why those."""

DIRECTIONS = Directions.of_names(
    lower=["*_distance", "*_error"],
    neutral=["images", "tools", "count_delta_percent", "objects"],
)

MEAN = "mean_pair_"
PQ = at("pq", LEAST)
MEANS = (PQ, "count_agreement", "mean_concordance", "consistency_score")
"""Scores of which the mean over all pairs is shown."""


@dataclass(frozen=True)
class Agreement:
    """Scores of every two tools, pooled over fields, and of each against the reference.

    Of the reference and one tool the scores are called ``tool/pq_at_0.50`` and so on; the tables
    ``tools``, ``pairs`` and ``features`` hold all of them.

    Args:
        features: measured on every object; intensity in each channel.
        resamples: draws of fields for intervals; 0 for none.
        level: of the intervals.
        drawn_by: tag whose fields are drawn together; ``auto`` for the first of
            ``src.scoring.groups.KNOWN`` that all fields have, ``null`` for single fields.
        slices: tags of fields; every value of each is scored alone too.
        mechanisms: by which tags mechanisms of action are told from profiles.
    """

    features: Sequence[str] = FEATURES
    resamples: Resamples = 2000
    level: Level = 0.95
    drawn_by: str | None = AUTO
    slices: Sequence[str] = ()
    mechanisms: Mechanisms = field(default_factory=Mechanisms)

    def __post_init__(self) -> None:
        object.__setattr__(self, "features", check_features(self.features))
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Fields are ordered by the mean PQ of all pairs."""
        return MEAN + PQ

    @property
    def directions(self) -> Directions:
        """Tools that lie closer together agree better."""
        return DIRECTIONS

    @property
    def takes_errors(self) -> bool:
        """A tool that fails is not a tool that sees nothing."""
        return False

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """One field: the objects of every tool, and what each two share."""
        if has_only_measurements(sample.truth):
            compared = compare_measured(sample, prediction)
        else:
            labels = labels_by_tool(sample, prediction)
            compared = compare_tools(labels, sample.picture, tuple(self.features))
        pairs = pooled_scores([compared], np.ones(1), {}).values()
        values = {
            REFERENCE: sample.reference,
            STRATEGY: sample.strategy,
            self.ranks_by: float(mean_defined(np.array([own[PQ] for own in pairs]))),
            **{f"{tool}/objects": count for tool, count in compared.objects.items()},
        }
        return Row(values, compared.tables())

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """The scores of tools against the reference, means over pairs, and the tables."""
        if not rows:
            nothing = {"images": 0, self.ranks_by: float("nan")}
            return Scorecard(nothing, directions=self.directions, main=tuple(nothing))
        summary = self._summary(rows, self.resamples)
        metrics = self._metrics(summary, rows)
        intervals: dict[str, Interval] = {
            MEAN + name: summary.mean_intervals[name]
            for name in MEANS
            if name in summary.mean_intervals
        }
        reference, *others = summary.objects
        for tool in others:
            own = summary.intervals.get((reference, tool), {})
            intervals |= {f"{tool}/{name}": interval for name, interval in own.items()}
        fields = _fields_of(summary, metrics)
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=intervals,
            defined={name: int(np.count_nonzero(own)) for name, own in fields.items()},
            effective={
                name: float(effective_count(own[:, None])[0]) for name, own in fields.items()
            },
            unit=unit_of(rows, self.drawn_by),
            slices=tag_slices(
                rows, self.slices, lambda part: self._metrics(self._summary(part, 0), part)
            ),
            tables=tables(summary),
            directions=self.directions,
            main=(
                *(MEAN + name for name in MEANS),
                *(name for name in metrics if name.endswith(ACCURACY)),
                *("images", "tools"),
            ),
        )

    def _summary(self, rows: Sequence[Row], resamples: int) -> ToolSummary:
        fields = [Compared.of_tables(row.tables) for row in rows]
        return summarise_tools(fields, resamples, self.level, self._groups(rows))

    def _metrics(self, summary: ToolSummary, rows: Sequence[Row]) -> dict[str, float]:
        told = self.mechanisms.accuracies(rows, summary.objects)
        return _metrics(summary, len(rows)) | told

    def _groups(self, rows: Sequence[Row]) -> list[str] | None:
        return group_names(rows, self.drawn_by)


def _metrics(summary: ToolSummary, images: int) -> dict[str, float]:
    """Means over pairs, and every tool against the reference."""
    metrics = {MEAN + name: summary.means[name] for name in MEANS}
    reference, *others = summary.objects
    for tool in others:
        scores = summary.scores[reference, tool]
        metrics |= {f"{tool}/{name}": value for name, value in scores.items()}
    return metrics | {"images": images, "tools": len(summary.objects)}


def _fields_of(summary: ToolSummary, metrics: Iterable[str]) -> dict[str, Numbers]:
    """Metric to how many objects each field, or group of fields, has of what it compares."""
    reference = next(iter(summary.objects))
    every = np.sum([*summary.amounts.values()], axis=0)
    return {
        name: summary.amounts.get((reference, name.rpartition("/")[0]), every) for name in metrics
    }


def labels_by_tool(sample: Sample, prediction: Prediction) -> dict[str, Values]:
    """Label images of the reference, which comes first, and of every other tool.

    A prediction of one detector alone is a tool called ``prediction``.
    """
    reference = sample.reference
    others = {tool: own for tool, own in prediction.by_tool.items() if tool != reference}
    if not others:
        raise InputError(
            f"{sample.name}: there is only {reference}, and agreement takes two tools or more; "
            "check dataset.labels, and detector.tools if it is set"
        )
    return {
        tool: _counted(sample, tool, own)
        for tool, own in {reference: sample.truth, **others}.items()
    }


def _counted(sample: Sample, tool: str, instances: Instances) -> Values:
    """A label image of what counts: neither unscored instances nor what lies on unscored truth."""
    try:
        _, labels, ignore = scored_labels(sample, instances)
    except InputError as error:
        raise InputError(f"{tool}, {error}") from error
    return labels if ignore is None else np.where(ignore, 0, labels)
