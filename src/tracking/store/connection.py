"""A quiet client of a store."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

from src.core import InputError
from src.core.passwords import about, masked
from src.data.files.disk import advice
from src.tracking.store.addresses import check_uri, database_file, is_server
from src.tracking.store.client import patient
from src.tracking.store.databases import reachable
from src.tracking.store.left_overs import CREATING, passing_folder, remove_passing
from src.tracking.store.moved import follow
from src.tracking.store.patience import (
    HUNG_SECONDS,
    LOCKED,
    PATIENCE_SECONDS,
    Patience,
    StoreAwayError,
)

if TYPE_CHECKING:
    from mlflow import MlflowClient

KNOCK_SECONDS = 10
UNAVAILABLE = (502, 503, 504)
"""What a server answers, or whoever stands before it, when it is not there just now."""


_answered: set[str] = set()
"""Stores that this process, or the one that sent it its job, has used: they are waited for."""


def connect(uri: str) -> "MlflowClient":
    """A client of the store, which is created where it is a local one that does not exist.

    A store that never answered is refused at once: its address may be wrong.
    """
    check_uri(uri)
    _quieten()
    patience = Patience(_name(uri))
    with store_errors(uri):
        client = patience(_client, uri) if uri in _answered else _client_at_once(uri)
    expect(uri)
    return patient(client, patience)


def is_away(error: BaseException, uri: str) -> bool:
    """Whether the error means that this store was waited for in vain."""
    return isinstance(error, StoreAwayError) and error.store == _name(uri)


def expect(uri: str) -> None:
    """Wait for this store from now on when it does not answer."""
    _answered.add(uri)


def _client_at_once(uri: str) -> "MlflowClient":
    try:
        return _client(uri)
    except (OSError, HTTPException, ValueError) as error:
        if not is_server(uri):
            raise
        raise InputError(
            f"No MLflow server answers at {masked(uri)} ({error}): "
            "start it, or unset MLFLOW_TRACKING_URI"
        ) from error


def _client(uri: str) -> "MlflowClient":
    if is_server(uri):
        _knock(uri)
    from mlflow import MlflowClient

    with reachable(uri):
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
        complaint = about((str(error).splitlines() or [type(error).__name__])[0], uri)
        if LOCKED in complaint:
            complaint += "; another process writes and does not end: let it go on, or stop it"
        raise InputError(advice(error) or f"{_name(uri)} cannot be used: {complaint}") from error


def _name(uri: str) -> str:
    return f"The run store {masked(uri)}"


def _quieten() -> None:
    """Warnings only, nothing on stdout, no usage reports to MLflow's makers, and no repetition."""
    os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "WARNING")
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
    os.environ.setdefault("MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", "true")
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_TIMEOUT", str(round(HUNG_SECONDS)))
    # What it repeats by itself it also repeats where that makes two runs of one.
    os.environ["MLFLOW_HTTP_REQUEST_MAX_RETRIES"] = "0"
    import mlflow  # noqa: F401  # it sets its loggers up when first imported

    logging.getLogger("mlflow").setLevel(os.environ["MLFLOW_LOGGING_LEVEL"].upper())
    # It prints every error of a database with a traceback, and then raises it all the same.
    logging.getLogger("mlflow.store.db.utils").setLevel(logging.CRITICAL)


def _knock(uri: str) -> None:
    """Ask a server for anything at all, since MLflow's client asks nothing before it is used."""
    if not uri.startswith("http"):
        return
    try:
        with urlopen(uri, timeout=KNOCK_SECONDS):  # noqa: S310  # the scheme is http or https
            pass
    except HTTPError as error:
        if error.code in UNAVAILABLE:
            raise


def _prepare_database(uri: str) -> None:
    """Create an absent SQLite database in one step, and refuse a file that is none.

    MLflow's own creation takes seconds, is not safe against a second process, and leaves half
    a database when killed; opening a broken file it would retry for minutes.
    """
    file = database_file(uri)
    if file is None:
        return
    if file.exists():
        with closing(sqlite3.connect(file, timeout=PATIENCE_SECONDS)) as database:
            database.execute("PRAGMA schema_version")
        follow(file)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    from mlflow import MlflowClient

    remove_passing(CREATING, file.parent)
    with passing_folder(CREATING, file.parent) as folder:
        draft = folder.absolute() / "draft.db"
        MlflowClient(tracking_uri=f"sqlite:///{draft}")
        finished = shutil.copyfile(draft, draft.with_name("finished.db"))
        with suppress(FileExistsError):
            os.link(finished, file)
