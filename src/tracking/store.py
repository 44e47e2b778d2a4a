"""Which store a URI means, and a quiet client of it."""

import logging
import os
import re
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

from src.core import InputError
from src.tracking.databases import reachable

if TYPE_CHECKING:
    from mlflow import MlflowClient

DEFAULT_URI = "sqlite:///mlruns/mlflow.db"
"""Kept in step with conf/tracking/mlflow.yaml."""

LOCAL_PAGE = "http://127.0.0.1:5000"
SCHEMES = ("sqlite", "http", "https", "databricks", "postgresql", "mysql", "mssql")
KNOCK_SECONDS = 10


def check_uri(uri: str) -> None:
    """Refuse what MLflow cannot keep runs in."""
    scheme = uri.partition(":")[0].partition("+")[0]
    if scheme not in SCHEMES or (scheme == "sqlite" and not uri.removeprefix("sqlite:///").strip()):
        raise InputError(
            f"Runs cannot be kept in {masked(uri)!r}: set MLFLOW_TRACKING_URI to {DEFAULT_URI} "
            "or to the http address of an MLflow server"
        )


def masked(uri: str) -> str:
    """The URI without its password, fit to be shown and stored."""
    hidden = re.sub(r"(\w://[^:/@\s]*):[^@/\s]+@", r"\1:***@", uri)
    return re.sub(r"([?&]password=)[^&\s]+", r"\1***", hidden)


def is_server(uri: str) -> bool:
    """Whether somebody else keeps the database and the artifacts."""
    return uri.startswith(("http://", "https://", "databricks"))


def database_file(uri: str) -> Path | None:
    """The file of an SQLite URI; ``None`` for any other store."""
    if not uri.startswith("sqlite:///"):
        return None
    return Path(uri.removeprefix("sqlite:///").partition("?")[0])


def run_page(uri: str, experiment_id: str, run_id: str) -> str:
    """Where a browser finds the run; a password in the URI is left out."""
    home = LOCAL_PAGE
    if is_server(uri):
        parts = urlsplit(uri)
        address = parts.netloc.rpartition("@")[2]
        home = urlunsplit((parts.scheme, address, parts.path.rstrip("/"), "", ""))
    return f"{home}/#/experiments/{experiment_id}/runs/{run_id}"


def opening_command(uri: str, page: str) -> str:
    """What to type, or for a server to visit, to look at a run."""
    if is_server(uri):
        return page
    if uri == DEFAULT_URI:
        return "make ui"
    return f"mlflow ui --backend-store-uri {shlex.quote(masked(uri))} --host 127.0.0.1"


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
