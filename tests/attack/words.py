"""Words that people type by mistake or on purpose, where a run, a store or a name is asked for."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from omegaconf import DictConfig

from src.composing.conf import composed
from tests.attack.grounds import SCENARIOS

REPORTED = (
    "seed=abc", "pictures=-1", "objective=5", "tracking.uri=null", "playback.fps=0",
    "trainer.epochs_between_images=inf", "trainer.rules.seconds=nan", "detector.net.width=1e30",
    "clock=klm clock.key_seconds=1", "detector.threads=nan", "dataset.size=1e30", "dataset.count=0",
)  # fmt: skip
"""Which once ended in a traceback or never; of a teaching run where the key is one of teaching."""

VALUES = (
    "abc", "null", "-1", "0", "nan", "inf", "-inf", "1e30", "[]", "{}", "''", "true", "0.5",
    "[1,2]", "{a:1}", "'~'", "'a\\\\0b'", "99999999999999999999", "'é💥'", "1e-300",
)  # fmt: skip

NAMES = (
    "", " ", ".", "..", "/", "a/b", "'", '"', "''", "%", "_", "*", "\\", "-1", "0", "None",
    "x" * 300, "é💥", "a\nb", "a\tb", "' OR '1'='1", "'; DROP TABLE runs; --", "${seed}", "{}",
    "[]", "\u202ex", "../../etc/passwd", "~", "~root", "file:///etc/passwd", "runs:/x",
    "models:/x/1", "0" * 32, "g" * 32, "0" * 31, "\ufeff", "a" * 5000, "null", "true", "NaN",
    "--help", "@", "#", "$(id)", "`id`",
)  # fmt: skip

STORES = (
    "", " ", "x", ".", "/", "~", "mlruns", "./mlruns", "file:./mlruns", "file:///nowhere",
    "sqlite:", "sqlite://", "sqlite:///", "sqlite:////", "sqlite:///.", "sqlite:////dev/null", "sqlite:////proc/x",
    "sqlite:///:memory:", "sqlite:////etc/passwd", "sqlite:///" + "x" * 300, "sqlite:///a\\0b",
    "http://", "http://[", "http://127.0.0.1:1", "https://127.0.0.1:1", "http://127.0.0.1:99999",
    "http://u:p@127.0.0.1:1", "postgresql://127.0.0.1:1/x", "postgresql://", "mysql://127.0.0.1:1/x",
    "mssql://127.0.0.1:1/x", "databricks", "databricks://x", "ftp://x", "s3://x", "javascript:1",
    "postgresql+nonsense://127.0.0.1/x", "sqlite+nonsense:///x", "null", "123", "[]", "é",
)  # fmt: skip


def keys_of(config: Any, above: str = "") -> Iterator[str]:
    """Every key below a configuration that is no group of others."""
    for name in config:
        key = f"{above}{name}"
        value = config._get_node(name)
        if isinstance(value, DictConfig) and len(value):
            yield from keys_of(value, f"{key}.")
        elif name not in ("_target_", "trial"):
            yield key


def settings(count: int) -> list[tuple[str, str]]:
    """Scenario and word: so many values of keys, every key at least once, drawn by one seed."""
    random = Random(4)  # noqa: S311 - it only chooses values
    keys = [("scored", key) for key in keys_of(composed(SCENARIOS["scored"]))]
    known = {key for _, key in keys}
    taught = (key for key in keys_of(composed(SCENARIOS["net"])) if key not in known)
    grown = (key for key in keys_of(composed(SCENARIOS["forest"])) if key.startswith("detector."))
    keys += [("net", key) for key in taught]
    keys += [("forest", key) for key in grown]
    every = [(name, f"{key}={value}") for (name, key), value in product(keys, VALUES)]
    random.shuffle(every)
    first = {(name, word.partition("=")[0]): (name, word) for name, word in every}
    rest = [own for own in every if own not in first.values()]
    return [*first.values(), *rest][:count]
