"""Reference sets: prepare, label elsewhere, look, freeze, verify."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from src.composing.sentences import OneSentence
from src.core import InputError
from src.data.files.progress import progress
from src.data.refsets import backup as backups
from src.data.refsets.about import NAME as ABOUT
from src.data.refsets.about import About
from src.data.refsets.arriving import Tally
from src.data.refsets.collecting import collect
from src.data.refsets.documented.taking import take_files
from src.data.refsets.documented.writing import write_files
from src.data.refsets.frozen.differences import differences
from src.data.refsets.frozen.freezing import freeze as frozen_now
from src.data.refsets.frozen.frozen_set import frozen_sets
from src.data.refsets.ghosts import Source
from src.data.refsets.preparing.photos import Copied, copy_photos, photo_files
from src.data.refsets.preparing.scanning import rescan
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.verifying import verify as faults_of
from src.data.refsets.words import INCOMPLETE, UNLABELLED
from src.reporting import refsets as tables
from src.reporting.console import table_console

FAULTY, FAILED = 1, 1
SHOWN = 5

app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)

Set = Annotated[
    Path, typer.Option("--set", envvar="BRUSHWORK_SET", help="Folder of the reference set.")
]
Photo = Annotated[str, typer.Argument(metavar="PHOTO", help="Hash, its beginning, or a name.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only tell what would happen.")]
Dimensions = Annotated[
    str | None, typer.Option(help="Of a new set: bibs,faces,links or masks or elements.")
]
Title = Annotated[str | None, typer.Option(help="Of a new set.")]
Origin = Annotated[str, typer.Option(help="Of a new set; synthetic: nobody is in it.")]
Dataset = Annotated[
    str | None, typer.Option(help="In place of PATH: an option of dataset=, whose truth is known.")
]
Overrides = Annotated[
    list[str] | None,
    typer.Option(help="Of a configuration: dataset.KEY=VALUE or detector.KEY=VALUE."),
]
HERE = Path()


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


@app.command()
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
    _refuse_idle(override, dataset or detector)
    given, words = _one_of(path, dataset), override or []
    photos = _dataset(dataset, words) if dataset else photo_files(given)
    chosen = _chosen(detector, [f"dataset={dataset}", *words] if dataset else words)
    refset = _opened_or_made(folder, dimensions, title, source)
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


@app.command()
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


@app.command()
def scan(
    folder: Set = HERE,
    path: Annotated[
        str | None, typer.Argument(metavar="PATH", help="Where the photos come from.")
    ] = None,
) -> None:
    """Look again which photos are there, and what they are called."""
    typer.echo(str(rescan(ReferenceSet.open(folder), path)))


@app.command()
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


@app.command()
def status(photo: Photo, folder: Set = HERE) -> None:
    """Everything about one photo."""
    table_console().print(tables.status_table(ReferenceSet.open(folder), photo))


@app.command()
def log(photo: Photo, folder: Set = HERE) -> None:
    """Every change of a photo's labels."""
    table_console().print(tables.log_table(ReferenceSet.open(folder).log(photo)))


@app.command()
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


@app.command("frozen-list")
def frozen_list(folder: Set = HERE) -> None:
    """The frozen sets."""
    refset = ReferenceSet.open(folder)
    found = frozen_sets(refset.folder)
    if found:
        table_console().print(tables.frozen_table(found))
    else:
        typer.echo("Nothing is frozen yet: python -m src.refset freeze --name N")


@app.command()
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


@app.command()
def gc(folder: Set = HERE, dry_run: DryRun = False) -> None:
    """Remove objects that nothing refers to."""
    garbage = collect(ReferenceSet.open(folder), dry_run=dry_run)
    verb = "would be removed" if dry_run else "removed"
    typer.echo(f"{len(garbage.files)} objects {verb}, {garbage.bytes / 2**20:.1f} MiB")


@app.command()
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


@app.command()
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


@app.command("export")
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


@app.command("import")
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
    given, called = _one_of(path, dataset), f"dataset={dataset}" if dataset else format.value
    _refuse_idle(override, dataset)
    if dry_run or dimensions is None:
        refset = ReferenceSet.open(folder)
    else:
        refset = _opened_or_made(folder, dimensions, title, source)
    if dataset:
        chosen = _dataset(dataset, override or [])
        tally = _from_dataset(refset, chosen, dataset, replacing=replace, dry_run=dry_run)
    elif format is Format.FILES:
        tally = take_files(refset, Path(given), replacing=replace, dry_run=dry_run)
    else:
        from src.data.refsets.exchange.exchanging import import_set as taken

        tally = taken(refset, Path(given), format.value, replacing=replace, dry_run=dry_run)
    typer.echo(f"{'would be ' if dry_run else ''}{called}: {tally}")
    for kept in tally.kept_photos:
        typer.echo(f"kept {kept}: somebody changed it here; --replace takes the file's")


person = typer.Typer(no_args_is_help=True, help="People in the pictures.")
app.add_typer(person, name="person")
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


def _opened_or_made(
    folder: Path, dimensions: str | None, title: str | None, source: str
) -> ReferenceSet:
    if (folder / ABOUT).exists():
        return ReferenceSet.open(folder)
    if dimensions is None:
        raise InputError(
            f"--set: {folder} is no reference set yet: say --dimensions bibs,faces,links or masks "
            "or elements to make one"
        )
    about = About(title or folder.absolute().name, tuple(dimensions.split(",")), source=source)
    return ReferenceSet.create(folder, about)


def _one_of(path: str | Path | None, dataset: str | None) -> str:
    """What photos or labels come from."""
    if (path is None) == (dataset is None):
        raise InputError("say either PATH or --dataset NAME, where photos and labels come from")
    return str(path or dataset)


def _refuse_idle(override: list[str] | None, chosen: str | None) -> None:
    if override and chosen is None:
        raise InputError(
            f"--override {override[0]!r:.80} changes nothing: say --dataset or --detector with it"
        )


def _dataset(name: str, overrides: list[str]) -> Any:
    from src.composing.datasets import chosen_dataset  # seconds of imports, for this alone

    return chosen_dataset(name, overrides)


def _from_dataset(refset: ReferenceSet, chosen: Any, name: str, **options: bool) -> Tally:
    from src.data.refsets.samples.taking import take_samples

    with progress(f"taking {name}", len(chosen)) as step:
        return take_samples(refset, chosen.samples(), f"dataset={name}", step=step, **options)


def _copied(refset: ReferenceSet, photos: Any, name: str | None, skip_bad: bool) -> Copied:
    """Photos of a folder with its files, or the pictures of a dataset that has this name."""
    if name is not None:
        tally = _from_dataset(refset, photos, name, labels=False)
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


if __name__ == "__main__":
    app()
