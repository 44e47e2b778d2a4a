"""MLflow's own pages of a local store, without the noise of their server."""

import os
import sys
from typing import NoReturn

from src.core import InputError
from src.core.passwords import masked
from src.tracking.store.addresses import is_server, runs_page
from src.tracking.store.connection import connect, store_errors

QUIET = {
    "MLFLOW_LOGGING_LEVEL": "WARNING",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
    "PYTHONWARNINGS": "ignore",
}
"""What only language models need is not started, and deprecations inside MLflow are nothing that
whoever looks at runs could mend."""


def address(uri: str, port: int) -> str:
    """Of the newest experiment's table of runs; a new store is created, a moved one followed."""
    if is_server(uri):
        raise InputError(
            f"{masked(uri)} is a server and has its pages itself: open it in a browser"
        )
    with store_errors(uri):
        experiments = connect(uri).search_experiments(order_by=["last_update_time DESC"])
    return runs_page(port, experiments[0].experiment_id if experiments else "0")


def serve_pages(uri: str, port: int) -> NoReturn:
    """Become the server of a store's pages on 127.0.0.1, until somebody stops it."""
    command = [
        *(sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--uvicorn-opts", "--log-level warning"),
    ]
    # In the environment, since whoever lists processes could read a password in the command.
    stores = {"MLFLOW_BACKEND_STORE_URI": uri, "MLFLOW_REGISTRY_STORE_URI": uri}
    os.execve(command[0], command, {**os.environ, **QUIET, **stores})  # noqa: S606  # our words
