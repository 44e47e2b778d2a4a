"""What the configuration tree names itself: the only code that a configuration may call."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from src.composing.conf import CONF

TARGET = "_target_"

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast where PyYAML was built with it."""


def named(*groups: str) -> tuple[str, ...]:
    """Every ``_target_`` that files of these groups have, at any depth."""
    targets = (name for file, part in _parts() if file in groups for name in _targets(part))
    return tuple(dict.fromkeys(targets))


@cache
def heads(group: str) -> frozenset[str]:
    """The ``_target_`` with which the options of a group begin."""
    parts = (part for file, part in _parts() if file == group and isinstance(part, Mapping))
    return frozenset(str(part[TARGET]) for part in parts if TARGET in part)


@cache
def _parts() -> tuple[tuple[str, Any], ...]:
    """Group and content of every file; an experiment has one such part per group that it sets."""
    parts: list[tuple[str, Any]] = []
    for file in sorted(CONF.rglob("*.yaml")):
        text = file.read_text("utf-8")
        if TARGET in text:
            parts += _of_file(file, text)
    return tuple(parts)


def _of_file(file: Path, text: str) -> list[tuple[str, Any]]:
    content = yaml.load(text, Loader)  # noqa: S506 - a safe one
    if "@package _global_" in text:
        return list(content.items())
    return [(file.relative_to(CONF).parts[0], content)]


def _targets(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if TARGET in part:
            yield str(part[TARGET])
        for inner in part.values():
            yield from _targets(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _targets(inner)
