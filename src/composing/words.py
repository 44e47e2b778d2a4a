"""Annotations and values as a person would say them."""

import types
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen

from src.composing.annotations import alternatives, is_list, is_mapping, places, unwrapped

NOUNS = {
    bool: "true or false", int: "a whole number", float: "a number", str: "text", Path: "a path",
    None: "null", types.NoneType: "null",
}  # fmt: skip

DESCRIBED = "described by its _target_"

LONGEST = 60
"""Characters of a value that are worth repeating."""

TOO_LARGE = 2**63
"""For a whole number."""


def words(annotation: Any) -> str:
    """What an annotation asks for: ``a whole number, at least 1, or null``."""
    kind, limits = unwrapped(annotation)
    options = dict.fromkeys(words(option) for option in alternatives(kind))
    if options:
        # A Tensor can hardly be written down where a number can.
        easy = [text for text in options if DESCRIBED not in text]
        return ", or ".join(easy if easy not in ([], ["null"]) else options)
    bounds = " and ".join(filter(None, map(_bound, limits)))
    return f"{_noun(kind)}, {bounds}" if bounds else _noun(kind)


def shown(value: Any) -> str:
    """A value as a configuration would write it, however long it is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    if isinstance(value, int | float) and TOO_LARGE <= abs(value) < inf:
        text += ", which is too large"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _noun(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if is_mapping(kind):
        return "a mapping such as {name: value}"
    if is_list(kind):
        length = places(kind)
        return f"a list of {length}" if length else "a list"
    if kind in NOUNS:
        return NOUNS[kind]
    origin = get_origin(kind) or kind
    return (
        DESCRIBED if origin is Callable else f"a {getattr(origin, '__name__', kind)}, {DESCRIBED}"
    )


def _bound(limit: Any) -> str:
    match limit:
        case Ge(ge=low):
            return f"at least {low}"
        case Gt(gt=low):
            return f"above {low}"
        case Le(le=high):
            return f"at most {high}" if high != inf else "perhaps infinite"
        case Lt(lt=high):
            return f"below {high}"
        case MinLen(min_length=1):
            return "not empty"
        case MinLen(min_length=fewest):
            return f"of {fewest} or more"
        case MaxLen(max_length=most):
            return f"of {most} at most"
    return ""
