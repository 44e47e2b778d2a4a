"""Labels leave in formats that others read, and come back."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.data.files.progress import progress
from src.data.refsets.documented.taking import take_files
from src.data.refsets.documented.writing import write_files
from src.data.refsets.reference_set import ReferenceSet
from src.refset import datasets
from src.refset.options import (
    HERE,
    Dataset,
    Dimensions,
    DryRun,
    Origin,
    Overrides,
    Set,
    Title,
    one_of,
    opened_or_made,
    refuse_idle,
)


class Format(StrEnum):
    """What a set can be written as, and read from."""

    FILES = "files"
    COCO = "coco"
    YOLO = "yolo"
    LABEL_STUDIO = "label-studio"
    UI = "ui"
    MASKS = "masks"
    ROOTPAINTER = "rootpainter"


class Identities(StrEnum):
    """How people are called in what leaves a set."""

    PSEUDONYMS = "pseudonyms"
    NAMES = "names"


def export_set(
    output: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write.")],
    format: Annotated[Format, typer.Option(help="As what.")] = Format.FILES,
    identities: Annotated[
        Identities, typer.Option(help="How people are called.")
    ] = Identities.PSEUDONYMS,
    blur: Annotated[str, typer.Option(help="faces,bibs: make them unrecognisable.")] = "",
    no_place: Annotated[
        bool, typer.Option("--no-place", help="Photos do not tell where they were taken.")
    ] = False,
    no_serial: Annotated[
        bool, typer.Option("--no-serial", help="Nor with which camera, nor whose it is.")
    ] = False,
    photos: Annotated[
        bool, typer.Option("--photos/--no-photos", help="Whether the photos come along.")
    ] = True,
    folder: Set = HERE,
) -> None:
    """Write the labels in a format that others read; tells what it cannot hold."""
    refset = ReferenceSet.open(folder)
    if format is Format.FILES:
        _export_files(refset, output, identities, photos=bool(blur) or no_place or no_serial)
        return
    from src.data.refsets.exchange.exchanging import export_set as written
    from src.data.refsets.exchange.leaving import Terms

    hidden = tuple(filter(None, blur.split(",")))
    terms = Terms(identities.value, hidden, not no_place, not no_serial, photos)
    with progress(f"writing {output.name}", refset.statistics().photos) as step:
        made = written(refset, output, format.value, terms, step)
    typer.echo(f"{format}: {made.photos} photos in {output}; {made.losses.sentence()}")


def import_set(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Folder or file to read.")
    ] = None,
    format: Annotated[Format, typer.Option(help="As what.")] = Format.FILES,
    dataset: Dataset = None,
    override: Overrides = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also in place of what people said here.")
    ] = False,
    dry_run: DryRun = False,
    folder: Set = HERE,
    dimensions: Dimensions = None,
    title: Title = None,
    source: Origin = "",
) -> None:
    """Take labels in from a format that others write, or from the truth of a dataset."""
    given, called = one_of(path, dataset), f"dataset={dataset}" if dataset else format.value
    refuse_idle(override, dataset)
    if dry_run or dimensions is None:
        refset = ReferenceSet.open(folder)
    else:
        refset = opened_or_made(folder, dimensions, title, source)
    if dataset:
        chosen = datasets.chosen(dataset, override or [])
        tally = datasets.taken_from(refset, chosen, dataset, replacing=replace, dry_run=dry_run)
    elif format is Format.FILES:
        tally = take_files(refset, Path(given), replacing=replace, dry_run=dry_run)
    else:
        from src.data.refsets.exchange.exchanging import import_set as taken

        tally = taken(refset, Path(given), format.value, replacing=replace, dry_run=dry_run)
    typer.echo(f"{'would be ' if dry_run else ''}{called}: {tally}")
    for kept in tally.kept_photos:
        typer.echo(f"kept {kept}: somebody changed it here; --replace takes the file's")


def _export_files(
    refset: ReferenceSet, output: Path, identities: Identities, *, photos: bool
) -> None:
    if photos:
        raise InputError("--blur, --no-place and --no-serial are about photos; files have none")
    from src.data.refsets.people.pseudonyms import Pseudonyms

    called = Pseudonyms.of(refset).of_name if identities is Identities.PSEUDONYMS else str
    with refset.database.reading() as connection:
        written = write_files(connection, output, called)
    typer.echo(
        f"{len(written)} files in {output}; not in them: photos, the log, pairs of faces, fates"
    )
