"""What the sessions of a plan come to, read back: the ways that were tried, and its page."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from src.core import InputError
from src.reporting.drawing.figures import vectors_of
from src.reporting.page.facts import Shown
from src.reporting.page.parts import SVG
from src.reporting.page.several import Together, study_page
from src.reporting.plans import Stopped, Way, ordered, plan_figure, plan_rows, plan_words
from src.scoring.learning.planning import Session, need
from src.tracking import keys
from src.tracking.answer.gathering import clocks, config_text, image_rows, run_facts, scorecard
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_config

LEAST_SCORES = 2
"""Of a session through which a law can be drawn."""

Sessions = dict[tuple[str, str], PastRun]
"""Way and seed to a run."""


@dataclass(frozen=True, eq=False)
class Planned:
    """What is known when the sessions of a plan are done.

    Args:
        ways: those that were seen through.
        stopped: those that cost too much for what they came to.
        left_out: how many sessions were not begun for want of time.
    """

    goal: float
    ways: Sequence[Way]
    stopped: Sequence[Stopped]
    sessions: Sessions
    held_out: int
    left_out: int

    @property
    def best(self) -> Way:
        """The way to take."""
        return ordered(self.ways)[0]

    @property
    def words(self) -> str:
        """The answer."""
        return plan_words(self.ways, self.goal, self.held_out, self.stopped, self.left_out)


def planned(archive: Archive, plan: PastRun) -> Planned:
    """Everything that a plan's finished sessions tell."""
    goal = float(read_config(archive, plan)["goal"]["f1"])
    sessions = finished(archive, plan.id)
    by_way: dict[str, list[PastRun]] = {}
    for (way, _), run in sorted(sessions.items(), key=lambda item: item[1].started):
        by_way.setdefault(way, []).append(run)
    if not by_way:
        raise InputError(f"{plan.name}: none of its sessions is finished; go on with resume=")
    ends = {way: _stopped(archive, way, runs) for way, runs in by_way.items()}
    ways = [
        _way(archive, way, by_way[way], goal) for way, stopped in ends.items() if stopped is None
    ]
    card = scorecard(archive, next(iter(sessions.values())))
    return Planned(
        goal=goal,
        ways=ways,
        stopped=[stopped for stopped in ends.values() if stopped],
        sessions=sessions,
        held_out=len(card) if card else 0,
        left_out=int(plan.metrics.get(keys.LEFT_OUT, 0)),
    )


def finished(archive: Archive, plan_id: str) -> Sessions:
    """The finished sessions of a plan, of each the newest."""
    return {place: run for place, run in begun(archive, plan_id).items()
            if run.status == "FINISHED"}  # fmt: skip


def begun(archive: Archive, plan_id: str) -> Sessions:
    """The sessions of a plan, of each a finished one, else the newest."""
    runs = archive.search(f"tags.`{keys.PARENT}` = '{plan_id}'")
    known = sorted(runs, key=lambda run: (run.status == "FINISHED", run.started))
    return {(run.tags[keys.WAY], run.tags[keys.SEED]): run for run in known if keys.WAY in run.tags}


def is_hopeless(run: PastRun, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a session spent all that it could, and others came higher for less."""
    limit = float(run.tags.get(keys.LIMIT, "inf"))
    if not rows or rows[-1]["total_seconds"] < limit:
        return False
    scores = [row["test_f1"] for row in rows if np.isfinite(row["test_f1"])]
    return len(scores) < LEAST_SCORES or scores[-1] < float(run.tags[keys.STANDARD])


def _stopped(archive: Archive, way: str, runs: Sequence[PastRun]) -> Stopped | None:
    for run in runs:
        rows = image_rows(archive, run)
        if is_hopeless(run, rows):
            last = rows[-1]
            return Stopped(
                way, len(rows), float(last["test_f1"]), float(last["total_seconds"]),
                float(run.tags[keys.STANDARD]), float(run.tags[keys.LIMIT]),
            )  # fmt: skip
    return None


def _way(archive: Archive, way: str, runs: Sequence[PastRun], goal: float) -> Way:
    curves = [clocks(archive, run, {}) for run in runs]
    if not all(curves):
        raise InputError("plan: nothing was held out, so nothing is known of F1: keep test images")
    sessions = []
    for by_clock in curves:
        first = next(iter(by_clock.values()))
        scores = first.scores.copy()
        scores[: first.known_from] = np.nan
        sessions.append(Session(scores, {name: one.seconds for name, one in by_clock.items()}))
    try:
        found = need(sessions, goal, _held_out(archive, runs), np.random.default_rng(0))
    except ValueError as error:
        raise InputError(f"plan: {way}: {error}; give more images") from error
    shortest = min(len(session.scores) for session in sessions)
    scores = np.stack([session.scores[:shortest] for session in sessions])
    wall = [(run.seconds or 0.0) / max(len(session.scores), 1)
            for run, session in zip(runs, sessions, strict=True)]  # fmt: skip
    return Way(" ".join(shlex.split(way)), found, scores, float(np.mean(wall)))


def _held_out(archive: Archive, runs: Sequence[PastRun]) -> Any:
    """The score of every test image, the mean over seeds."""
    cards = [scorecard(archive, run) for run in runs]
    columns = [card.rows["f1"] for card in cards if card is not None and "f1" in card.rows]
    alike = len({len(column) for column in columns}) == 1
    return np.mean(columns, axis=0) if columns and alike else np.zeros(0)


def plan_page(archive: Archive, plan: PastRun, known: Planned | None = None) -> str:
    """The page of a plan: the answer, every way, the curve beyond what was seen, the best session.

    Args:
        known: what its sessions come to, where that was found already.
    """
    found = known or planned(archive, plan)
    best = found.best
    first = next(run for (way, _), run in found.sessions.items()
                 if " ".join(shlex.split(way)) == best.label)  # fmt: skip
    caption = (
        "Dots: test F1 after each image of each session. Lines: the law fitted to them, and where "
        "it may lie."
    )
    figure = plan_figure(found.ways, found.goal, plan.name)
    about = {"goal": f"F1 {found.goal:g}", "sessions": str(len(found.sessions)), "run": plan.id}
    return study_page(
        Together(
            name=plan.name,
            about=about,
            members=[run_facts(archive, first)],
            sentences=[found.words],
            tables={"Every way that was tried": plan_rows(found.ways)},
            pictures=[Shown(caption, vectors_of(figure), SVG)],
            config=config_text(archive, plan),
            command=plan.tags.get(keys.COMMAND),
        )
    )
