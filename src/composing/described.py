"""An object that a configuration describes, checked and not yet made."""

from collections.abc import Callable, Iterator, Mapping
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
            sentence = self._with_key(str(error))
            if sentence == str(error):
                raise
            raise InputError(sentence) from error
        except REFUSALS as error:
            raise InputError(self._sentence(error)) from error

    def __repr__(self) -> str:
        name = getattr(self.target, "__qualname__", str(self.target))
        return f"{name} with _partial_" if self.partial else name

    def _sentence(self, error: BaseException) -> str:
        """What an error that is not meant for a user says, with the key."""
        line = first_line(error)
        if isinstance(error, OSError) and error.filename:
            inside = {text: key for key, text in self._texts() if text in str(error.filename)}
            return f"{inside[max(inside, key=len)] if inside else self.key}: {error.strerror}"
        sentence = self._with_key(line)
        return sentence if sentence != line else f"{self.key}: {line}"

    def _with_key(self, sentence: str) -> str:
        """With the whole key, where it begins with an argument's name or with the path given."""
        if sentence.partition(" ")[0] in self.arguments:
            return f"{self.key}.{sentence}"
        for key, text in self._texts():
            if sentence.startswith(f"{Path(text).expanduser()} "):
                return f"{key}: {sentence}"
        return sentence

    def _texts(self) -> Iterator[tuple[str, str]]:
        """Keys and texts of the arguments, and of partial functions that are called inside."""
        for name, argument in self.arguments.items():
            if isinstance(argument, Described):
                yield from argument._texts()
            elif isinstance(argument, str) and argument:
                yield f"{self.key}.{name}", argument


def _made(value: Any) -> Any:
    if isinstance(value, Described):
        return value.make()
    if isinstance(value, dict):
        return {name: _made(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_made(part) for part in value]
    return value
