"""Whether tools agree on the same fields, without or with truth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.core import InputError, Instances, Interval, Opinions, Row, Sample, Scorecard
from src.core.sample import REFERENCE, STRATEGY
from src.geometry.masks import ignored
from src.geometry.runs import Values
from src.scoring.features import FEATURES, check_features
from src.scoring.object_sums import at
from src.scoring.scored_labels import label_image
from src.scoring.statistics import check_bootstrap, mean_defined
from src.scoring.tool_pairs import LEAST, Compared, compare_tools
from src.scoring.tool_summary import pooled_scores, summarise_tools
from src.scoring.tool_tables import tables

COMPARED = "compared"
MEAN = "mean_pair_"
PQ = at("pq", LEAST)
MEANS = (PQ, "count_agreement", "mean_concordance")
"""Scores of which the mean over all pairs is shown."""


@dataclass(frozen=True)
class Agreement:
    """Scores of every two tools, pooled over fields, and of each against the reference.

    Of the reference and one tool the scores are called ``tool/pq@0.50`` and so on; the tables
    ``tools``, ``pairs`` and ``features`` hold all of them.

    Args:
        features: measured on every object; intensity in each channel.
        resamples: of the bootstrap over fields; 0 for no intervals.
        level: of the intervals.
    """

    features: Sequence[str] = FEATURES
    resamples: int = 2000
    level: float = 0.95

    def __post_init__(self) -> None:
        object.__setattr__(self, "features", check_features(self.features))
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Fields are ordered by the mean PQ of all pairs."""
        return MEAN + PQ

    def score(self, sample: Sample, prediction: Instances) -> Row:
        """One field: the objects of every tool, and what each two share."""
        labels = labels_by_tool(sample, prediction)
        compared = compare_tools(labels, sample.picture, tuple(self.features))
        pairs = pooled_scores([compared], np.ones(1), {}).values()
        return {
            REFERENCE: next(iter(labels)),
            STRATEGY: sample.picture.entry.tags.get(STRATEGY, "ground_truth"),
            self.ranks_by: float(mean_defined(np.array([own[PQ] for own in pairs]))),
            **{f"{tool}/objects": count for tool, count in compared.objects.items()},
            COMPARED: compared,
        }

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """The scores of tools against the reference, means over pairs, and the tables."""
        if not rows:
            return Scorecard({"images": 0, self.ranks_by: float("nan")})
        fields: list[Compared] = [row[COMPARED] for row in rows]
        summary = summarise_tools(fields, self.resamples, self.level)
        metrics = {MEAN + name: summary.means[name] for name in MEANS}
        intervals: dict[str, Interval] = {
            MEAN + name: summary.mean_intervals[name] for name in MEANS if summary.intervals
        }
        reference, *others = summary.objects
        for tool in others:
            pair = (reference, tool)
            metrics |= {f"{tool}/{name}": value for name, value in summary.scores[pair].items()}
            own = summary.intervals.get(pair, {})
            intervals |= {f"{tool}/{name}": interval for name, interval in own.items()}
        return Scorecard(
            metrics=metrics | {"images": len(rows), "tools": len(summary.objects)},
            rows={
                name: np.array([row[name] for row in rows]) for name in rows[0] if name != COMPARED
            },
            intervals=intervals,
            tables=tables(summary),
        )


def labels_by_tool(sample: Sample, prediction: Instances) -> dict[str, Values]:
    """Label images of the reference, which comes first, and of every other tool.

    A prediction of one detector alone is a tool called ``prediction``.
    """
    reference = sample.picture.entry.tags.get(REFERENCE, "truth")
    by_tool = prediction.by_tool if isinstance(prediction, Opinions) else {"prediction": prediction}
    others = {tool: own for tool, own in by_tool.items() if tool != reference}
    if not others:
        raise InputError(
            f"{sample.name}: there is only {reference}, and agreement takes two tools or more; "
            "check dataset.labels, and detector.tools if it is set"
        )
    return {
        tool: _counted(sample.name, tool, own)
        for tool, own in {reference: sample.truth, **others}.items()
    }


def _counted(name: str, tool: str, instances: Instances) -> Values:
    """A label image of the instances that count."""
    try:
        labels = label_image(instances)
    except ValueError as error:
        raise InputError(f"{name}, {tool}: {error}") from error
    return labels if instances.counts.all() else np.where(ignored(instances), 0, labels)
