"""An object that a configuration describes, checked and not yet made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from src.composing.plain import first_line
from src.core import InputError

REFUSALS = (
    TypeError, ValueError, ArithmeticError, LookupError, OSError, MemoryError, RuntimeError,
    ImportError,
)  # fmt: skip
"""What a wrong argument raises in a constructor; anything else is a fault of ours."""


@dataclass(frozen=True, eq=False)
class Described:
    """What to call, and with what.

    Args:
        target: a class, or a function that gives the object.
        key: where it stands in the configuration.
        arguments: by name; they may hold further described objects.
        partial: somebody else will call it, and give what is missing.
    """

    target: Callable[..., Any]
    key: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    partial: bool = False

    def make(self) -> Any:
        """The object; what its constructor refuses becomes one sentence with the key.

        Hydra's ``instantiate`` would resolve names and interpolations once more, after the check,
        and its partial functions cannot be sent to another process.
        """
        arguments = _made(dict(self.arguments))
        if self.partial:
            return partial(self.target, **arguments)
        try:
            return self.target(**arguments)
        except InputError as error:
            subject = self._subject(str(error))
            if subject is None:
                raise
            raise InputError(f"{subject}: {error}") from error
        except REFUSALS as error:
            raise InputError(self._sentence(error)) from error

    def __repr__(self) -> str:
        name = getattr(self.target, "__qualname__", str(self.target))
        return f"{name} with _partial_" if self.partial else name

    def _sentence(self, error: BaseException) -> str:
        """What the constructor says, with the whole key of the argument where it names one."""
        line = first_line(error)
        if line.partition(" ")[0] in self.arguments:
            return f"{self.key}.{line}"
        if isinstance(error, OSError) and error.filename:
            inside = {one: name for name, one in self._texts() if one in str(error.filename)}
            named = [inside[max(inside, key=len)]] if inside else []
            return f"{'.'.join([self.key, *named])}: {error.strerror}"
        return f"{self.key}: {line}"

    def _subject(self, sentence: str) -> str | None:
        """The key of a path with which a sentence begins: its constructor does not know the key."""
        for name, one in self._texts():
            if sentence.startswith(f"{Path(one).expanduser()} "):
                return f"{self.key}.{name}"
        return None

    def _texts(self) -> list[tuple[str, str]]:
        given = self.arguments.items()
        return [(name, one) for name, one in given if isinstance(one, str) and one]


def _made(value: Any) -> Any:
    if isinstance(value, Described):
        return value.make()
    if isinstance(value, dict):
        return {name: _made(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_made(one) for one in value]
    return value
