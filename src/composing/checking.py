"""Described objects, checked against the constructors that they name before any is called."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from types import SimpleNamespace
from typing import Any, Literal, get_type_hints

from src.composing.described import Described
from src.composing.fitting import misfit
from src.composing.named import TARGET
from src.composing.plain import MISSING
from src.composing.trusted import Trusted, trusted_target
from src.core import InputError

PARTIAL = "_partial_"

CONTROLS: Mapping[str, Any] = {
    TARGET: str,
    PARTIAL: bool,
    "_convert_": Literal["none", "partial", "object", "all"],
}
"""Of the keys that Hydra gives a meaning, those that are taken."""


def described_by(plain: Mapping[str, Any], key: str, trusted: Trusted) -> Described:
    """The object that a mapping with ``_target_`` means, if its constructor takes all of it."""
    for name, value in plain.items():
        if name in CONTROLS:
            refuse_misfit(CONTROLS[name], value, f"{key}.{name}")
        elif str(name).startswith("_") and str(name).endswith("_"):
            raise InputError(f"{key}.{name} is not taken: give every argument by its name")
    target = trusted_target(plain[TARGET], f"{key}.{TARGET}", trusted)
    partial = plain.get(PARTIAL, False)
    arguments = {name: value for name, value in plain.items() if name not in CONTROLS}
    if partial:
        # Whoever calls it will give what is missing.
        arguments = {name: value for name, value in arguments.items() if value != MISSING}
    placed = {name: _placed(value, f"{key}.{name}", trusted) for name, value in arguments.items()}
    check_arguments(target, placed, key, partial=partial)
    return Described(target, key, placed, partial)


def check_arguments(
    target: Callable[..., Any],
    arguments: Mapping[str, Any],
    key: str = "",
    *,
    partial: bool = False,
) -> None:
    """Refuse names that a constructor does not know, values that do not fit, and gaps."""
    above = f"{key}." if key else ""
    parameters = _parameters(target)
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    for name in arguments:
        if name not in parameters and not takes_any:
            near = _near(name, parameters)
            raise InputError(f"{above}{name} is no argument of {target.__name__}{near}")
    hints = hints_of(target)
    for name, value in arguments.items():
        if name in hints:
            refuse_misfit(hints[name], value, f"{above}{name}")
    for name, parameter in parameters.items():
        named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        if named and parameter.default is parameter.empty and name not in arguments and not partial:
            raise InputError(f"set {above}{name}: it has no default")


def refuse_misfit(annotation: Any, value: Any, key: str) -> None:
    """Refuse a value that is not there, or does not fit."""
    if value == MISSING:
        raise InputError(f"set {key}: it has no default")
    fault = misfit(annotation, value, key)
    if fault is not None:
        raise InputError(str(fault))


@cache
def hints_of(target: Callable[..., Any]) -> dict[str, Any]:
    """The annotations that can be told; one that only a type checker can import is left out."""
    called = target.__init__ if isinstance(target, type) else target  # type: ignore[misc]
    function = inspect.unwrap(called)
    hints: dict[str, Any] = {}
    for name, annotation in getattr(function, "__annotations__", {}).items():
        with suppress(NameError, AttributeError, TypeError):
            alone = SimpleNamespace(__annotations__={name: annotation})
            scope = function.__globals__
            hints[name] = get_type_hints(alone, scope, include_extras=True)[name]
    return hints


@cache
def _parameters(target: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(target).parameters


def _placed(value: Any, key: str, trusted: Trusted) -> Any:
    """The same, every object that is described inside being checked."""
    if isinstance(value, dict) and TARGET in value:
        return described_by(value, key, trusted)
    if isinstance(value, dict):
        return {name: _placed(part, f"{key}.{name}", trusted) for name, part in value.items()}
    if isinstance(value, list):
        return [_placed(part, f"{key}[{place}]", trusted) for place, part in enumerate(value)]
    if value == MISSING:
        raise InputError(f"set {key}: it has no default")
    return value


def _near(name: str, known: Iterable[str]) -> str:
    names = [name for name in known if name != "self"]
    near = get_close_matches(str(name), names, n=3) or names
    return f"; did you mean {', '.join(near)}?" if near else ", which takes none"
