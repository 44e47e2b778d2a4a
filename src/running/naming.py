"""What a run is called."""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from src.composing.entry import NONE

GROUPS = ("experiment", "dataset", "detector", "crop", "transforms")

ELSEWHERE = (
    *(*GROUPS, "seed", "seeds", "split", "resume", "checkpoint", "sessions", "hydra", "tracking"),
    *("note", "show", "page", "playback", "pictures", "threads", "workers", "trial", "objective"),
    *("report", "goal", "plan", "start", "sweep", "executor", "servers", "each"),
)
"""Keys that a name has already, or that say nothing of what was done."""

MOST_WORDS, LONGEST, LEAST_KEY = 3, 24, 4
"""Words of a name, letters of a word, and those of a key that stay in it."""


def run_name(
    choices: Mapping[str, Any],
    seed: int | str,
    model: str | None = None,
    *,
    root: str | None = None,
    command: str = "",
) -> str:
    """What people call the run; the last part only keeps two runs apart.

    Args:
        model: what the detector is called that was taken from elsewhere.
        root: the folder that the data lies in.
        command: what was typed; the keys it sets tell runs of one experiment apart.
    """
    named = [choices.get(group) for group in GROUPS]
    if model is not None:
        named[GROUPS.index("detector")] = f"of-{model}"
    if root:
        named[GROUPS.index("dataset")] = _plain(Path(root).name) or choices.get("dataset")
    words = [str(name) for name in named if name and name != NONE]
    return "-".join([*words, *set_words(command), f"s{seed}", uuid4().hex[:4]])


def set_words(command: str) -> list[str]:
    """The keys and choices that a command sets, short: ``entropy``, ``lr_0.01``."""
    words = []
    for word in shlex.split(command)[3:]:
        key, equals, value = word.lstrip("+~").partition("=")
        group = key.partition(".")[0].partition("/")[0].partition("@")[0]
        if equals and value and group not in ELSEWHERE and not key.startswith("dataset."):
            words.append(_of_key(key, value) if "." in key else _plain(value)[:LONGEST])
    return words[:MOST_WORDS]


def _of_key(key: str, value: str) -> str:
    """Where both are too long the key is cut: the value is what tells two runs apart."""
    own = _plain(_short(value))[: LONGEST - LEAST_KEY - 1]
    return _plain(f"{key.rpartition('.')[2][: LONGEST - 1 - len(own)]}_{own}")


def _short(value: str) -> str:
    """Three digits of a fraction: a sampler draws sixteen, and a name is no record of them."""
    if not re.fullmatch(r"-?\d+\.\d{3,}(e-?\d+)?", value):
        return value
    number = float(value)
    return f"{number:.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def _plain(text: str) -> str:
    """Letters, digits and what a file name, a shell, a URL and ``resume=NAME`` take as it is."""
    return re.sub(r"[^\w.]+", "_", text, flags=re.ASCII).strip("_.")
