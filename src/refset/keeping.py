"""Freeze, verify, bring back, clear up."""

from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.data.refsets import backup as backups
from src.data.refsets.collecting import collect
from src.data.refsets.frozen.freezing import freeze as frozen_now
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.verifying import verify as faults_of
from src.data.refsets.words import INCOMPLETE, UNLABELLED
from src.refset.options import HERE, DryRun, Set

FAULTY = 1


def restore(
    photo: Annotated[str | None, typer.Argument(metavar="PHOTO", help="Whose labels.")] = None,
    revision: Annotated[int | None, typer.Argument(metavar="REVISION", help="See log.")] = None,
    backup: Annotated[Path | None, typer.Option(help="All labels of a backup instead.")] = None,
    folder: Set = HERE,
) -> None:
    """Bring labels back, as a new change."""
    refset = ReferenceSet.open(folder)
    if backup is not None and photo is None:
        count = backups.restore_backup(refset, backup)
        typer.echo(f"labels of {count} photos are as in {backup}")
    elif photo is not None and revision is not None and backup is None:
        saved = refset.restore(photo, revision)
        typer.echo(f"{saved.photo[:12]} is as in revision {revision}; this is {saved.revision}")
    else:
        raise InputError("restore needs PHOTO and REVISION, or --backup FILE")


def gc(folder: Set = HERE, dry_run: DryRun = False) -> None:
    """Remove objects that nothing refers to."""
    garbage = collect(ReferenceSet.open(folder), dry_run=dry_run)
    verb = "would be removed" if dry_run else "removed"
    typer.echo(f"{len(garbage.files)} objects {verb}, {garbage.bytes / 2**20:.1f} MiB")


def freeze(
    name: Annotated[str, typer.Option(help="a-z, 0-9, '.', '_', '-'; not taken.")],
    folder: Set = HERE,
    include_incomplete: Annotated[
        bool, typer.Option("--include-incomplete", help="Also what is labelled in part.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Also what nobody labelled.")] = False,
) -> None:
    """Freeze what is complete and what is known to be empty."""
    made = frozen_now(
        ReferenceSet.open(folder),
        name,
        include_incomplete=include_incomplete,
        everything=everything,
    )
    for state, words in ((INCOMPLETE, "labelled in part"), (UNLABELLED, "not labelled at all")):
        if made.states.get(state):
            typer.echo(f"warning: {made.states[state]} of its photos are {words}", err=True)
    head = made.frozen.head
    counts = ", ".join(f"{count} {state}" for state, count in made.states.items())
    typer.echo(f"{name}: {head.photos} photos ({counts}), fingerprint {head.fingerprint}")


def verify(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One frozen set.")] = None,
    folder: Set = HERE,
) -> None:
    """Read every byte: exit 1 where something changed, is missing or is extra."""
    faults = faults_of(ReferenceSet.open(folder), name)
    for fault in faults:
        typer.echo(str(fault))
    if faults:
        typer.echo(f"{len(faults)} faults", err=True)
        raise typer.Exit(FAULTY)
    typer.echo(f"{name or 'the whole set'} is as it was")
