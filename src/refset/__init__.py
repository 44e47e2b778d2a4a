"""Reference sets: prepare, label elsewhere, look, freeze, verify."""

from collections.abc import Callable

import typer

from src.composing.sentences import OneSentence
from src.refset.arriving import prepare, render, scan
from src.refset.exchanging import export_set, import_set
from src.refset.keeping import freeze, gc, restore, verify
from src.refset.looking import diff, frozen_list, log, stats, status
from src.refset.people import person

COMMANDS: dict[str, Callable[..., None]] = {
    "prepare": prepare,
    "render": render,
    "scan": scan,
    "stats": stats,
    "status": status,
    "log": log,
    "restore": restore,
    "frozen-list": frozen_list,
    "diff": diff,
    "gc": gc,
    "freeze": freeze,
    "verify": verify,
    "export": export_set,
    "import": import_set,
}

app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(person, name="person")
