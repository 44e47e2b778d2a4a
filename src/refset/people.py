"""People in the pictures of a set."""

from pathlib import Path
from typing import Annotated

import typer

from src.data.files.progress import progress
from src.data.refsets.reference_set import ReferenceSet
from src.refset.options import HERE, Overrides, Set, Yes
from src.reporting import refsets as tables
from src.reporting.console import table_console

person = typer.Typer(no_args_is_help=True, help="People in the pictures.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="As person list shows it.")]


@person.command("list")
def person_list(folder: Set = HERE) -> None:
    """Who is in the set, and how much is held about them."""
    from src.data.refsets.people.listing import people_of

    found = people_of(ReferenceSet.open(folder))
    if found:
        table_console().print(tables.people_table(found))
    else:
        typer.echo("Nobody has a name here")


@person.command("export")
def person_export(
    name: Name,
    output: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write.")],
    folder: Set = HERE,
) -> None:
    """Collect everything that is held about somebody."""
    from src.data.refsets.people.handing_over import hand_over

    count = hand_over(ReferenceSet.open(folder), name, output)
    typer.echo(f"{count} photos and all that is held about them are in {output}")


@person.command("rename")
def person_rename(
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="What they are called.")],
    folder: Set = HERE,
) -> None:
    """Call somebody otherwise; frozen sets stay as they are."""
    from src.data.refsets.people.renaming import rename

    typer.echo(f"called otherwise in {rename(ReferenceSet.open(folder), name, new)} photos")


@person.command("merge")
def person_merge(
    name: Name,
    into: Annotated[str, typer.Argument(metavar="INTO", help="Who they really are.")],
    folder: Set = HERE,
) -> None:
    """Make two people one; frozen sets stay as they are."""
    from src.data.refsets.people.renaming import merge

    typer.echo(f"one person now, {merge(ReferenceSet.open(folder), name, into)} photos changed")


@person.command("measure")
def person_measure(override: Overrides = None, folder: Set = HERE) -> None:
    """Measure the faces that have boxes, so that the studio can tell who is alike."""
    from src.composing.origins import chosen_embedder  # seconds of imports, for this alone
    from src.data.refsets.people import measuring

    refset = ReferenceSet.open(folder)
    measuring.refuse_strangers(refset)
    embedder, source = chosen_embedder(override or [])
    count = len(measuring.photos_to_measure(refset, source))
    with progress("measuring faces", count) as step:
        done = measuring.measure_faces(refset, embedder, source, step)
    typer.echo(f"{done} faces of {count} photos measured")


@person.command("forget-hand")
def person_forget_hand(
    who: Annotated[str, typer.Argument(metavar="WHO", help="As the log calls them.")],
    yes: Yes = False,
    folder: Set = HERE,
) -> None:
    """Remove the traces that somebody left while painting; the paint stays."""
    from src.data.refsets.people.hands import forget_hand

    refset = ReferenceSet.open(folder)
    if not yes:
        typer.confirm("Remove these traces for good? Nothing brings them back.", abort=True)
    typer.echo(f"{forget_hand(refset, who)} traces are gone")


@person.command("forget")
def person_forget(
    name: Name,
    photos: Annotated[
        bool, typer.Option("--photos", help="Also the photos in which they are.")
    ] = False,
    yes: Yes = False,
    uri: Annotated[
        str | None, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")
    ] = None,
    folder: Set = HERE,
) -> None:
    """Remove a name and all that is known of its face, from backups and frozen sets, too."""
    refset = ReferenceSet.open(folder)
    if not yes:
        what = "and the photos they are in " if photos else ""
        typer.confirm(f"Forget this person {what}for good? Nothing brings it back.", abort=True)
    from src.data.refsets.people.forgetting import forget
    from src.tracking.archive.reference_runs import runs_on

    done = forget(refset, name, photos=photos)
    for line in tables.forgotten_lines(done):
        typer.echo(line)
    refused = {print_ for old in done.frozen.values() for print_ in old}
    for run, why in runs_on(uri, refset.about.title, refused):
        typer.echo(f"run {run.id} ({run.name}) {why}: python -m src.runs show {run.id}")
