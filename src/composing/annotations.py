"""What the annotation of an argument is made of."""

import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Union, get_args, get_origin


def unwrapped(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """The type itself, and the limits that ``Annotated`` states beside it."""
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    kind, *limits = get_args(annotation)
    return kind, tuple(limits)


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The members of a union; none where there is no choice."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else ()


def is_mapping(kind: Any) -> bool:
    """Whether YAML would write it as ``name: value``."""
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping)


def is_list(kind: Any) -> bool:
    """Whether YAML would write it as a list; a class of one's own is none, even if it iterates."""
    origin = get_origin(kind) or kind
    plain = getattr(origin, "__module__", "") in ("builtins", "collections.abc")
    return plain and isinstance(origin, type) and issubclass(origin, Iterable) and origin is not str


def places(kind: Any) -> int | None:
    """How many there are of a tuple that says what stands in each place."""
    inner = get_args(kind)
    return len(inner) if get_origin(kind) is tuple and inner and inner[-1] is not ... else None
