"""Looks back at runs: list, show, report, compare, rank, baseline, export, ui, clean."""

from collections.abc import Callable

import typer

from src.composing.sentences import OneSentence
from src.runs.comparing import compare, rank
from src.runs.keeping import baseline, clean, export
from src.runs.looking import list_runs, report, show, ui

COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_runs,
    "show": show,
    "compare": compare,
    "report": report,
    "rank": rank,
    "baseline": baseline,
    "export": export,
    "ui": ui,
    "clean": clean,
}

app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)
for name, command in COMMANDS.items():
    app.command(name)(command)
