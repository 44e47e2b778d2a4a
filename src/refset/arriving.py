"""Photos come in, and detectors suggest labels."""

from pathlib import Path
from typing import Annotated, Any

import typer

from src.core import InputError
from src.data.files.progress import progress
from src.data.refsets import backup as backups
from src.data.refsets.ghosts import Source
from src.data.refsets.preparing.photos import Copied, copy_photos, photo_files
from src.data.refsets.preparing.scanning import rescan
from src.data.refsets.reference_set import ReferenceSet
from src.refset import datasets
from src.refset.options import (
    HERE,
    Dataset,
    Dimensions,
    Origin,
    Overrides,
    Set,
    Title,
    Yes,
    one_of,
    opened_or_made,
    refuse_idle,
)

FAILED = 1
SHOWN = 5


def prepare(
    path: Annotated[
        str | None, typer.Argument(metavar="PATH", help="Folder of photos, or one photo.")
    ] = None,
    folder: Set = HERE,
    dataset: Dataset = None,
    dimensions: Dimensions = None,
    title: Title = None,
    source: Origin = "",
    detector: Annotated[
        str | None, typer.Option(help="Who suggests labels: an option of detector=.")
    ] = None,
    override: Overrides = None,
    only: Annotated[
        str | None, typer.Option("--as", help="The dimension it is for, if it does not say.")
    ] = None,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Suggest anew; labels of people stay.")
    ] = False,
    reset_labels: Annotated[
        bool, typer.Option("--reset-labels", help="Take all labels away, after a backup.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out files that cannot be used.")
    ] = False,
    yes: Yes = False,
) -> None:
    """Copy what is new, and have a detector suggest labels; again, it goes on."""
    if refresh and detector is None:
        raise InputError("--refresh needs --detector: say who shall suggest anew")
    refuse_idle(override, dataset or detector)
    given, words = one_of(path, dataset), override or []
    photos = datasets.chosen(dataset, words) if dataset else photo_files(given)
    chosen = _chosen(detector, [f"dataset={dataset}", *words] if dataset else words)
    refset = opened_or_made(folder, dimensions, title, source)
    if reset_labels:
        _reset(refset, yes)
    copied = _copied(refset, photos, dataset, skip_bad)
    typer.echo(f"{copied.new} photos copied, {copied.known} were there")
    for name, reason in list(copied.refused.items())[:SHOWN]:
        typer.echo(f"left out {name}: {reason}", err=True)
    if len(copied.refused) > SHOWN:
        typer.echo(f"… and {len(copied.refused) - SHOWN} more were left out", err=True)
    if chosen is not None:
        _suggest(refset, chosen, only, refresh)


def render(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="New folder.")],
    count: Annotated[int, typer.Option(min=1, help="Photos.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same files.")] = 0,
) -> None:
    """Draw race photos and their labels, as dataset=race_synthetic does, to try a set on."""
    from src.data.race_synthetic.dataset import RaceSynthetic
    from src.data.race_synthetic.folder import write_photos

    made = write_photos(RaceSynthetic(count=count, seed=seed), out)
    typer.echo(
        f"{made.count} photos in {made.photos}: prepare takes them; their labels are in "
        f"{made.labels}: import takes them"
    )


def scan(
    folder: Set = HERE,
    path: Annotated[
        str | None, typer.Argument(metavar="PATH", help="Where the photos come from.")
    ] = None,
) -> None:
    """Look again which photos are there, and what they are called."""
    typer.echo(str(rescan(ReferenceSet.open(folder), path)))


def _copied(refset: ReferenceSet, photos: Any, name: str | None, skip_bad: bool) -> Copied:
    """Photos of a folder with its files, or the pictures of a dataset that has this name."""
    if name is not None:
        tally = datasets.taken_from(refset, photos, name, labels=False)
        return Copied(tally.new_photos, tally.photos - tally.new_photos, dict(photos.skipped))
    home, files = photos
    with progress(f"copying {home.name}", len(files)) as step:
        return copy_photos(refset, home, files, skip_bad=skip_bad, step=step)


def _reset(refset: ReferenceSet, yes: bool) -> None:
    if not yes:
        typer.confirm(f"Take all labels of {refset.folder} away? Frozen sets stay.", abort=True)
    count, place = backups.reset_labels(refset)
    typer.echo(
        f"labels of {count} photos are gone; they come back with "
        f"python -m src.refset restore --set {refset.folder} --backup {place}"
    )


def _chosen(name: str | None, overrides: list[str]) -> tuple[Any, Source] | None:
    if name is None:
        return None
    from src.composing.origins import chosen_detector  # seconds of imports, for this alone

    return chosen_detector(name, overrides)


def _suggest(
    refset: ReferenceSet, chosen: tuple[Any, Source], only: str | None, refresh: bool
) -> None:
    from src.data.refsets.preparing.ghosts import finished, suggest, waiting

    detector, source = chosen
    photos = waiting(refset, source, refresh=refresh)
    with progress(f"{source.backend} suggests", len(photos)) as step:
        done = suggest(refset, photos, detector, source, only=only, step=step)
    if refresh:
        finished(refset)
    typer.echo(f"{done.ghosts} suggestions for {done.photos} photos by {source.backend}")
    for name, reason in list(done.failed.items())[:SHOWN]:
        typer.echo(f"no suggestion for {name}: {reason}", err=True)
    if done.failed:
        typer.echo(f"{source.backend} failed on {len(done.failed)} photos", err=True)
        raise typer.Exit(FAILED)
