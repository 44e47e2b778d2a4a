"""Which store a URI means, and how its runs are looked at."""

import shlex
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from src.composing.entry import door
from src.core import InputError
from src.core.passwords import masked
from src.tracking.keys import VIEW

DEFAULT_URI = "sqlite:///mlruns/mlflow.db"
"""Kept in step with conf/tracking/mlflow.yaml."""

TRAINING = "workflowType=machine_learning"
"""Without it the pages of MLflow 3.17 open as those of a product for language models."""

LOCAL_PAGE = "http://127.0.0.1:5000"
SCHEMES = ("sqlite", "http", "https", "databricks", "postgresql", "mysql", "mssql")


def check_uri(uri: str) -> None:
    """Refuse what MLflow cannot keep runs in."""
    scheme = uri.partition(":")[0].partition("+")[0]
    if scheme not in SCHEMES or (scheme == "sqlite" and not uri.removeprefix("sqlite:///").strip()):
        raise InputError(
            f"Runs cannot be kept in {masked(uri)!r}: set tracking.uri or MLFLOW_TRACKING_URI "
            f"to {DEFAULT_URI} or to the http address of an MLflow server"
        )


def is_server(uri: str) -> bool:
    """Whether somebody else keeps the database and the artifacts."""
    return uri.startswith(("http://", "https://", "databricks"))


def database_file(uri: str) -> Path | None:
    """The file of an SQLite URI; ``None`` for any other store."""
    if not uri.startswith("sqlite:///"):
        return None
    return Path(uri.removeprefix("sqlite:///").partition("?")[0])


def local_folder(uri: str) -> Path | None:
    """The folder that artifacts lie in; ``None`` where they are elsewhere."""
    parts = urlsplit(uri)
    if parts.scheme not in ("", "file"):
        return None
    return Path(url2pathname(parts.path))


def run_page(uri: str, experiment_id: str, run_id: str) -> str:
    """Where a browser finds the run; a password in the URI is left out."""
    home = LOCAL_PAGE
    if is_server(uri):
        parts = urlsplit(uri)
        address = parts.netloc.rpartition("@")[2]
        home = urlunsplit((parts.scheme, address, parts.path.rstrip("/"), "", ""))
    return f"{home}/#/experiments/{experiment_id}/runs/{run_id}?{TRAINING}"


def runs_page(port: int, experiment_id: str) -> str:
    """Where a browser finds the table of runs, with columns that say something."""
    query = f"{TRAINING}&viewStateShareKey={VIEW.rpartition('.')[2]}"
    return f"http://127.0.0.1:{port}/#/experiments/{experiment_id}/runs?{query}"


def opening_command(uri: str, page: str) -> str:
    """What to type, or for a server to visit, to look at a run."""
    if is_server(uri):
        return page
    if uri == DEFAULT_URI:
        # An installed package has no Makefile.
        return "make ui" if Path("Makefile").is_file() else f"{door('runs')} ui"
    return f"{door('runs')} ui --uri {shlex.quote(masked(uri))}"
