"""How a set stands, and what became of it."""

from typing import Annotated

import typer

from src.data.refsets.about import NAME as ABOUT
from src.data.refsets.frozen.differences import differences
from src.data.refsets.frozen.frozen_set import frozen_sets
from src.data.refsets.reference_set import ReferenceSet
from src.refset.options import HERE, Photo, Set
from src.reporting import refsets as tables
from src.reporting.console import table_console


def stats(folder: Set = HERE) -> None:
    """How the set stands: photos, labels, suggestions."""
    refset, console = ReferenceSet.open(folder), table_console()
    found = refset.statistics()
    console.print(tables.statistics_table(found, refset.dimensions))
    if found.fates:
        console.print()
        console.print(tables.fates_table(found.fates))
    if refset.about.expired():
        typer.echo(
            f"{refset.folder / ABOUT}: the set expired on {refset.about.expiry}: delete it, or ask "
            "for its photos again",
            err=True,
        )


def status(photo: Photo, folder: Set = HERE) -> None:
    """Everything about one photo."""
    table_console().print(tables.status_table(ReferenceSet.open(folder), photo))


def log(photo: Photo, folder: Set = HERE) -> None:
    """Every change of a photo's labels."""
    table_console().print(tables.log_table(ReferenceSet.open(folder).log(photo)))


def frozen_list(folder: Set = HERE) -> None:
    """The frozen sets."""
    refset = ReferenceSet.open(folder)
    found = frozen_sets(refset.folder)
    if found:
        table_console().print(tables.frozen_table(found))
    else:
        typer.echo("Nothing is frozen yet: python -m src.refset freeze --name N")


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A frozen set, or staging.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    whole: Annotated[bool, typer.Option("--list", help="Every photo.")] = False,
    folder: Set = HERE,
) -> None:
    """Photos that were added, removed or relabelled from A to B."""
    found = differences(ReferenceSet.open(folder), first, second)
    for line in tables.difference_lines(found, whole=whole):
        typer.echo(line)
