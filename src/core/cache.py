"""Where a user's machine keeps what can be made again."""

import os
from pathlib import Path

FOLDER = "BRUSHWORK_CACHE"
"""The variable that names another folder for the cache; set but empty, there is no cache."""


def cache_folder() -> Path | None:
    """``BRUSHWORK_CACHE``, else brushwork in the user's cache; ``None`` where there is none."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named).expanduser().absolute() if named else None
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # a user without a home
        return None
    return Path(home) / "brushwork"
