"""What PostgreSQL itself holds of runs and trials: nobody between the rows and the check."""

from dataclasses import dataclass
from typing import Any

from tests.attack.team_store.journal import written
from tests.attack.team_store.team import STUDIES, Team
from tests.postgres import connection


@dataclass(frozen=True)
class StoredRun:
    """A run, and all of its numbers in the order in which the store gives them."""

    id: str
    status: str
    tags: dict[str, str]
    parameters: dict[str, str]
    numbers: dict[str, list[tuple[int, str]]]


@dataclass(frozen=True)
class StoredTrial:
    """A trial of a study."""

    id: int
    number: int
    state: str
    values: tuple[str, ...]
    attributes: dict[str, str]


def stored_runs(team: Team, database: str, experiment: str) -> list[StoredRun]:
    """The runs of an experiment that are not deleted, a parent before its children."""
    with connection(team.database.port, database) as server:
        rows = server.execute(
            "SELECT run_uuid, status FROM runs JOIN experiments USING (experiment_id) "
            "WHERE experiments.name = %s AND runs.lifecycle_stage = 'active' ORDER BY start_time",
            [experiment],
        ).fetchall()
        return [_run(server, *row) for row in rows]


def _run(server: Any, run_id: str, status: str) -> StoredRun:
    def texts(table: str) -> dict[str, str]:
        query = f"SELECT key, value FROM {table} WHERE run_uuid = %s"  # noqa: S608
        return dict(server.execute(query, [run_id]).fetchall())

    numbers: dict[str, list[tuple[int, str]]] = {}
    # The order of MLflow's own get_metric_history.
    rows = server.execute(
        "SELECT key, step, value, is_nan FROM metrics WHERE run_uuid = %s "
        "ORDER BY key, timestamp, step, value",
        [run_id],
    ).fetchall()
    for key, step, value, is_nan in rows:
        numbers.setdefault(key, []).append((step, "nan" if is_nan else written(value)))
    return StoredRun(run_id, status, texts("tags"), texts("params"), numbers)


def stored_trials(team: Team, study: str) -> list[StoredTrial]:
    """The trials of a study, by number."""
    with connection(team.database.port, STUDIES) as server:
        rows = server.execute(
            "SELECT trial_id, number, state FROM trials JOIN studies USING (study_id) "
            "WHERE study_name = %s ORDER BY number",
            [study],
        ).fetchall()
        return [_trial(server, *row) for row in rows]


def _trial(server: Any, trial_id: int, number: int, state: str) -> StoredTrial:
    values = server.execute(
        "SELECT value FROM trial_values WHERE trial_id = %s ORDER BY objective", [trial_id]
    ).fetchall()
    attributes = server.execute(
        "SELECT key, value_json FROM trial_user_attributes WHERE trial_id = %s", [trial_id]
    ).fetchall()
    texts = tuple(written(value) for (value,) in values)
    return StoredTrial(trial_id, number, state, texts, dict(attributes))
