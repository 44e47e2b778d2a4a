"""Doors with several verbs that answer bad input with one sentence."""

from collections.abc import Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from src.composing.entry import UNUSABLE_INPUT
from src.core import InputError


def in_options(sentence: str, options: Mapping[str, str]) -> str:
    """Advice in the words of a door: key of a configuration to the option that sets it."""
    for key, option in options.items():
        sentence = sentence.replace(key, option)
    return sentence


class OneSentence(TyperGroup):
    """Answers bad input with one sentence and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(UNUSABLE_INPUT) from error
