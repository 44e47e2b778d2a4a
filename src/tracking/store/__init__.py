"""Where runs are kept: addresses, databases, cleaning."""

from src.tracking.store.addresses import (
    DEFAULT_URI,
    check_uri,
    database_file,
    is_server,
    opening_command,
    run_page,
)
from src.tracking.store.connection import connect, expect, is_away, store_errors
from src.tracking.store.patience import StoreAwayError

__all__ = [
    "DEFAULT_URI",
    "StoreAwayError",
    "check_uri",
    "connect",
    "database_file",
    "expect",
    "is_away",
    "is_server",
    "opening_command",
    "run_page",
    "store_errors",
]
