"""A configuration as the flat parameters that MLflow compares."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from src.tracking import keys
from src.tracking.record.names import LONGEST_PARAMETER, Names, shortened


def parameters(config: Mapping[str, Any]) -> dict[str, str]:
    """Dotted path to value, as YAML writes it; what is too long ends with where the whole is."""
    names = Names()
    return {
        names[path]: shortened(_written(value), LONGEST_PARAMETER, keys.CONFIG_FILE)
        for path, value in _leaves(config)
    }


def _leaves(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every scalar and every list of scalars; lists of groups are numbered from 0."""
    children: list[tuple[Any, Any]] = []
    if isinstance(node, Mapping):
        children = list(node.items())
    elif isinstance(node, list | tuple) and any(isinstance(item, Mapping) for item in node):
        children = list(enumerate(node))
    if not children:
        if path:
            yield path, node
        return
    for key, child in children:
        yield from _leaves(child, f"{path}.{key}" if path else str(key))


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
