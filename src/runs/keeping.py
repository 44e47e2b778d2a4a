"""What becomes of runs: a baseline, tasks for people to correct, the bin."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.runs.options import Experiment, Name, Uri
from src.tracking import keys
from src.tracking.archive import Archive, PastRun, baselines
from src.tracking.store import DEFAULT_URI, cleaning, is_server

EXPORTS = Path("outputs/label_studio")


class Format(StrEnum):
    """The tools that predictions can go to."""

    LABEL_STUDIO = "label-studio"


def baseline(
    run: Annotated[
        str | None,
        typer.Argument(metavar="[RUN]", help="Id, beginning of an id, or name; else the newest."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Replace another baseline without asking.")
    ] = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Compare every later run on the same data with this one."""
    archive = Archive(uri)
    chosen = baselines.candidate(archive, run)
    data = chosen.tags[keys.FINGERPRINT]
    others = [own for own in baselines.baselines(archive, data) if own.id != chosen.id]
    if others and not force:
        typer.confirm(f"Replace {others[0].name}, the baseline of this data?", abort=True)
    baselines.set_baseline(archive, chosen)
    typer.echo(f"{chosen.name} is the baseline of data {data}")


def export(
    run: Name,
    format: Annotated[Format, typer.Option(help="Whose tasks.")] = Format.LABEL_STUDIO,
    output: Annotated[
        Path | None, typer.Option(help="The task file; pictures go beside it.", show_default=False)
    ] = None,
    label: Annotated[str, typer.Option(help="Name of what has no class.")] = "object",
    split: Annotated[str, typer.Option(help="train, val, test or all.")] = "all",
    uri: Uri = DEFAULT_URI,
) -> None:
    """A run's predictions as tasks that a person can correct."""
    from src.serving.export import export_label_studio  # seconds of imports, for this alone

    archive = Archive(uri)
    past = archive.find(run)
    file = output or EXPORTS / past.name / "tasks.json"
    try:
        done = export_label_studio(archive, past, file, label=label, split=split)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error}): set --output") from error
    typer.echo(f"{done.regions} regions on {done.pictures} pictures: {done.tasks} ({format})")


def clean(
    failed: Annotated[
        bool, typer.Option("--failed", help="Delete failed and killed runs for good.")
    ] = False,
    keep_latest: Annotated[
        int | None, typer.Option(min=0, help="Delete all runs but so many, the newest.")
    ] = None,
    keep_baseline: Annotated[
        bool,
        typer.Option("--keep-baseline", help="Keep the baselines too; alone: delete all others."),
    ] = False,
    experiment: Experiment = None,
    yes: Annotated[bool, typer.Option("--yes", "-f", help="Do not ask.")] = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Mark abandoned runs as KILLED, and delete failed or old ones where asked to."""
    archive = Archive(uri)
    if not archive.exists:
        typer.echo(archive.first_run)
        return
    closed = cleaning.close_all_abandoned(archive)
    typer.echo(f"{_runs(len(closed))} abandoned by a dead process, now KILLED")
    removed = cleaning.left_overs(archive)
    if removed:
        count = "1 file or folder" if len(removed) == 1 else f"{len(removed)} files or folders"
        typer.echo(f"{count} that dead processes left, now removed")
    if failed:
        _delete(archive, cleaning.failed_runs(archive), "that failed or were killed", yes)
    if keep_latest is not None or keep_baseline:
        old = cleaning.old_runs(
            archive, keep_latest or 0, keep_baseline=keep_baseline, experiment=experiment
        )
        marked = sum(keys.BASELINE in run.tags for run in old)
        words = f"that are old ({_runs(marked)} a baseline)" if marked else "that are old"
        _delete(archive, old, words, yes, cleaning.ENDED)


def _delete(
    archive: Archive,
    runs: Sequence[PastRun],
    which: str,
    yes: bool,
    statuses: Sequence[str] = cleaning.ENDED_BADLY,
) -> None:
    binned = 0 if is_server(archive.uri) else len(cleaning.deleted_before(archive))
    deleted = []
    if runs or binned:
        question = f"Delete {_runs(len(runs))} {which}, with all files"
        if binned:
            question += f", and {_runs(binned)} deleted before, for good"
        if not yes:
            typer.confirm(f"{question}?", abort=True)
        deleted = cleaning.delete(archive, runs, statuses)
    typer.echo(f"{_runs(len(deleted))} deleted")
    if is_server(archive.uri):
        return
    for folder in cleaning.unclaimed_folders(archive):
        typer.echo(f"{folder} belongs to no run of this store; delete it if no other store uses it")


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"
