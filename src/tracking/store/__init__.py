"""Where runs are kept: addresses, databases, cleaning."""

from src.tracking.store.addresses import (
    DEFAULT_URI,
    check_uri,
    database_file,
    is_server,
    masked,
    opening_command,
    run_page,
)
from src.tracking.store.connection import connect, store_errors

__all__ = [
    "DEFAULT_URI",
    "check_uri",
    "connect",
    "database_file",
    "is_server",
    "masked",
    "opening_command",
    "run_page",
    "store_errors",
]
