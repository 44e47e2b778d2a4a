"""A quiet client of a store."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

from src.core import InputError
from src.tracking.store.addresses import check_uri, database_file, is_server, masked
from src.tracking.store.databases import reachable

if TYPE_CHECKING:
    from mlflow import MlflowClient

KNOCK_SECONDS = 10


def connect(uri: str) -> "MlflowClient":
    """A client of the store, which is created where it is a local one that does not exist."""
    check_uri(uri)
    if is_server(uri):
        _knock(uri)
    _quieten()
    from mlflow import MlflowClient

    with store_errors(uri), reachable(uri):
        _prepare_database(uri)
        return MlflowClient(tracking_uri=uri)


@contextmanager
def store_errors(uri: str) -> Iterator[None]:
    """Say in one sentence what MLflow, the disk or the database complains of."""
    from mlflow.exceptions import MlflowException
    from sqlalchemy.exc import SQLAlchemyError

    troubles = (MlflowException, SQLAlchemyError, ImportError, OSError, sqlite3.DatabaseError)
    try:
        yield
    except troubles as error:
        complaint = masked((str(error).splitlines() or [type(error).__name__])[0])
        raise InputError(f"The run store {masked(uri)} cannot be used: {complaint}") from error


def _quieten() -> None:
    """Warnings only, nothing on stdout, and no usage reports to MLflow's makers."""
    os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "WARNING")
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
    os.environ.setdefault("MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", "true")
    import mlflow  # noqa: F401  # it sets its loggers up when first imported

    logging.getLogger("mlflow").setLevel(os.environ["MLFLOW_LOGGING_LEVEL"].upper())


def _knock(uri: str) -> None:
    """Refuse a server that does not answer; MLflow itself would retry for minutes."""
    if not uri.startswith("http"):
        return
    try:
        with urlopen(uri, timeout=KNOCK_SECONDS):  # noqa: S310  # the scheme is http or https
            pass
    except HTTPError:
        return
    except (OSError, HTTPException, ValueError) as error:
        raise InputError(
            f"No MLflow server answers at {masked(uri)} ({error}): "
            "start it, or unset MLFLOW_TRACKING_URI"
        ) from error


def _prepare_database(uri: str) -> None:
    """Create an absent SQLite database in one step, and refuse a file that is none.

    MLflow's own creation takes seconds, is not safe against a second process, and leaves half
    a database when killed; opening a broken file it would retry for minutes.
    """
    file = database_file(uri)
    if file is None:
        return
    if file.exists():
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA schema_version")
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    from mlflow import MlflowClient

    with TemporaryDirectory(dir=file.parent, prefix=".creating-") as folder:
        draft = Path(folder).absolute() / "draft.db"
        MlflowClient(tracking_uri=f"sqlite:///{draft}")
        finished = shutil.copyfile(draft, draft.with_name("finished.db"))
        with suppress(FileExistsError):
            os.link(finished, file)
