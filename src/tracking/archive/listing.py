"""Many runs at a glance: no more is asked for than a line about each needs.

MLflow gives a run only whole, with every parameter, tag and number: 450 MB for 2,000 runs. A
database can be asked for some; of a server whole runs are taken, a few at a time, and the rest of
each is let go.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from src.tracking import keys
from src.tracking.archive.archive import Archive, check_status
from src.tracking.archive.past_run import PastRun, moment, number
from src.tracking.archive.tables import F1, GROUPS, IOU
from src.tracking.store import store_errors
from src.tracking.store.databases import SERVERS
from src.tracking.store.patience import PATIENCE_SECONDS

if TYPE_CHECKING:
    from sqlalchemy import Connection, Subquery

METRICS = (*F1, *IOU)
TAGS = (*GROUPS, keys.FAILURE, keys.BASELINE)
PARAMETERS = tuple(group + keys.TARGET for group in GROUPS)
"""What ``list_table`` looks at."""


def newest_lines(
    archive: Archive, limit: int, status: str | None = None, experiment: str | None = None
) -> list[PastRun]:
    """Runs from the newest to the oldest, with what a line about each shows and nothing else."""
    if archive.exists and archive.uri.startswith(("sqlite", *SERVERS)):
        check_status(status)
        with store_errors(archive.uri):
            return _from_database(archive, limit, status, experiment)
    return [_line(run) for run in archive.found(limit, status, experiment)]


def _line(run: PastRun) -> PastRun:
    return replace(
        run,
        metrics={name: run.metrics[name] for name in METRICS if name in run.metrics},
        tags={name: run.tags[name] for name in TAGS if name in run.tags},
        parameters={name: run.parameters[name] for name in PARAMETERS if name in run.parameters},
    )


def _from_database(
    archive: Archive, limit: int, status: str | None, experiment: str | None
) -> list[PastRun]:
    from mlflow.store.tracking.dbmodels.models import SqlLatestMetric, SqlParam, SqlRun, SqlTag
    from sqlalchemy import create_engine, select
    from sqlalchemy.pool import NullPool

    names = archive.experiments(experiment)
    wanted = (
        select(SqlRun.run_uuid)
        .where(SqlRun.lifecycle_stage == "active", SqlRun.experiment_id.in_([*map(int, names)]))
        .where(SqlRun.status == status.upper() if status else SqlRun.run_uuid.is_not(None))
        .order_by(SqlRun.start_time.desc(), SqlRun.run_uuid)
        .limit(limit)
        .subquery()
    )
    about = select(
        SqlRun.run_uuid, SqlRun.name, SqlRun.experiment_id, SqlRun.status,
        SqlRun.start_time, SqlRun.end_time, SqlRun.artifact_uri,
    ).join(wanted, SqlRun.run_uuid == wanted.c.run_uuid)  # fmt: skip
    options = {"timeout": PATIENCE_SECONDS} if archive.uri.startswith("sqlite") else {}
    engine = create_engine(archive.uri, poolclass=NullPool, connect_args=options)
    with engine.connect() as connection:
        rows = connection.execute(about.order_by(SqlRun.start_time.desc(), SqlRun.run_uuid)).all()
        metrics = dict(_pairs(connection, SqlLatestMetric, METRICS, wanted))
        tags = dict(_pairs(connection, SqlTag, TAGS, wanted))
        parameters = dict(_pairs(connection, SqlParam, PARAMETERS, wanted))
    return [
        PastRun(
            id=row.run_uuid,
            name=row.name,
            experiment=names[str(row.experiment_id)],
            experiment_id=str(row.experiment_id),
            status=row.status,
            started=moment(row.start_time),
            ended=moment(row.end_time) if row.end_time else None,
            parameters=parameters.get(row.run_uuid, {}),
            metrics={name: number(value) for name, value in metrics.get(row.run_uuid, {}).items()},
            tags=tags.get(row.run_uuid, {}),
            artifacts=row.artifact_uri,
        )
        for row in rows
    ]


def _pairs(
    connection: "Connection", table: Any, names: Sequence[str], wanted: "Subquery"
) -> Iterator[tuple[str, dict[str, Any]]]:
    """By run: name to value of these rows of a table."""
    from sqlalchemy import literal, select

    undefined = getattr(table, "is_nan", literal(False))
    chosen = (
        select(table.run_uuid, table.key, table.value, undefined)
        .join(wanted, table.run_uuid == wanted.c.run_uuid)
        .where(table.key.in_(names))
        .order_by(table.run_uuid)
    )
    for run, rows in groupby(connection.execute(chosen), key=lambda row: row[0]):
        yield run, {row[1]: float("nan") if row[3] else row[2] for row in rows}
