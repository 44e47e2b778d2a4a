"""A run against the baseline of its data: found before the work, compared after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from rich.markup import escape
from rich.table import Table

from src.core import Change, Gate, InputError, Movement, Scorecard, Scorer, Sink
from src.scoring.baseline import Draws, changes, check_same_samples
from src.scoring.gates.baseline import TOLERANCE, Baseline
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.baselines import baselines
from src.tracking.archive.reading import read_scorecard
from src.tracking.record.parameters import parameters

SHOWN_ONLY = ("scorer.resamples", "scorer.level", "scorer.slices", "scorer.by")
"""Keys of a scorer that change no number, only how sure or how finely it is told."""

COLOURS = {Movement.IMPROVED: "green", Movement.NO_CHANGE: "dim", Movement.REGRESSED: "red"}


class Judged(Protocol):
    """What of a run's parts takes part in a comparison."""

    @property
    def scorer(self) -> Scorer:
        """Who may draw samples again."""

    @property
    def gate(self) -> Gate | None:
        """Who may need the baseline."""


@dataclass(frozen=True, eq=False)
class Standard:
    """The run to compare with, if there is one, and why not where there is not."""

    archive: Archive | None = None
    run: PastRun | None = None
    absence: str = ""


def standard_of(
    uri: str | None, config: Mapping[str, Any], fingerprint: str, gate: Gate | None
) -> Standard:
    """The baseline of this data; where the gate needs one, its absence is refused before the work.

    Args:
        uri: of the store; ``None`` where runs go into a folder.
        config: of the run, plain.
    """
    found = Standard() if uri is None else _standard(Archive(uri), config, fingerprint)
    if isinstance(gate, Baseline) and found.run is None:
        why = found.absence or "a folder keeps no runs to compare with; set tracking=mlflow"
        raise InputError(f"gate=baseline: {why}")
    return found


def _standard(archive: Archive, config: Mapping[str, Any], fingerprint: str) -> Standard:
    marked = baselines(archive, fingerprint)
    if not marked:
        others = baselines(archive)
        advice = "python -m src.runs baseline RUN sets one"
        if not others:
            return Standard(absence=f"there is no baseline yet; {advice}")
        data = others[0].tags[keys.BASELINE]
        return Standard(
            absence=f"the baseline {others[0].name} is of data {data}, and this is {fingerprint}: "
            f"another set or other labels do not compare; {advice}"
        )
    run = marked[0]
    other = _otherwise(run, config)
    if other:
        return Standard(absence=f"the baseline {run.name} was scored otherwise: {other}")
    return Standard(archive, run)


def _otherwise(run: PastRun, config: Mapping[str, Any]) -> str:
    """What makes its numbers mean something else than those of this configuration."""
    now = parameters({"scorer": config["scorer"], "split": config["split"]})
    then = {
        name: value
        for name, value in run.parameters.items()
        if name == "split" or name.startswith("scorer.")
    }
    for name in sorted(now.keys() | then.keys()):
        if now.get(name) != then.get(name) and not name.startswith(SHOWN_ONLY):
            return f"{name}={then.get(name)}, now {now.get(name)}"
    return ""


def compared(
    card: Scorecard, standard: Standard, parts: Judged, stage: str
) -> tuple[Scorecard, Standard]:
    """The card, with what became of it since the baseline, and the baseline or why not.

    A baseline that turns out to be of no use ends only a run whose gate needs it.
    """
    if standard.archive is None or standard.run is None:
        return card, standard
    try:
        before = read_scorecard(standard.archive, standard.run, stage)
        check_same_samples(card, before)
    except InputError as error:
        if isinstance(parts.gate, Baseline):
            raise InputError(f"gate=baseline: {error}") from error
        return card, Standard(absence=f"the baseline {standard.run.name}: {error}")
    draw = getattr(parts.scorer, "draws", _no_draws)
    level = getattr(parts.scorer, "level", 0.95)
    return replace(card, changes=changes(card, before, draw(card), draw(before), level)), standard


def _no_draws(_: Scorecard) -> Draws:
    """Of a scorer that does not draw its samples again."""
    return {}


def log_changes(record: Sink, card: Scorecard, standard: Standard) -> None:
    """Keep what became of every metric, and which run it was compared with."""
    if not card.changes or standard.run is None:
        return
    rows = [(change.card, own) for change in card.changes for own in change.metrics]
    ends = [own.interval for _, own in rows]
    record.tags({keys.COMPARED: standard.run.id})
    record.table(
        keys.CHANGES,
        {
            "card": [name for name, _ in rows],
            "metric": [own.metric for _, own in rows],
            "before": np.array([own.before for _, own in rows]),
            "after": np.array([own.after for _, own in rows]),
            "gain": np.array([own.gain for _, own in rows]),
            "low": np.array([np.nan if end is None else end.low for end in ends]),
            "high": np.array([np.nan if end is None else end.high for end in ends]),
        },
    )


def changes_shown(card: Scorecard, standard: Standard, gate: Gate | None) -> list[object]:
    """What a terminal shows: every card, or why none could be compared."""
    if standard.run is None or not card.changes:
        later = standard.absence.startswith("the baseline")
        return [escape(f"not compared: {standard.absence}")] if later else []
    tolerance = gate.tolerance if isinstance(gate, Baseline) else TOLERANCE
    table = Table(title=f"Since the baseline {escape(standard.run.name)}", title_justify="left")
    for heading in ("card", "", "metric", "before", "now", "better by, drawn again", ""):
        table.add_column(heading)
    for change in card.changes:
        table.add_row(*_cells(change, tolerance))
    return [table]


def _cells(change: Change, tolerance: float) -> list[str]:
    movement, own = change.movement(tolerance), change.telling(tolerance)
    ends = "" if own.interval is None else f"{own.interval.low:+.4f} … {own.interval.high:+.4f}"
    chance = "may be chance" if own.may_be_chance and movement is not Movement.NO_CHANGE else ""
    return [
        escape(change.card),
        f"[{COLOURS[movement]}]{movement}[/]",
        escape(own.metric.rpartition("/")[2]),
        f"{own.before:.4f}",
        "gone" if own.is_lacking else f"{own.after:.4f}",
        ends,
        chance,
    ]
