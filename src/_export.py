"""The command ``export`` of ``src.runs``: a run's predictions for another tool."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.store import DEFAULT_URI

HOME = Path("outputs/label_studio")


class Format(StrEnum):
    """The tools that predictions can go to."""

    LABEL_STUDIO = "label-studio"


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Id, beginning of an id, or name.")],
    format: Annotated[Format, typer.Option(help="Whose tasks.")] = Format.LABEL_STUDIO,
    output: Annotated[
        Path | None, typer.Option(help="The task file; pictures go beside it.", show_default=False)
    ] = None,
    label: Annotated[str, typer.Option(help="Name of what has no class.")] = "object",
    split: Annotated[str, typer.Option(help="train, val, test or all.")] = "all",
    uri: Annotated[
        str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")
    ] = DEFAULT_URI,
) -> None:
    """A run's predictions as tasks that a person can correct."""
    from src.training.label_studio import export_label_studio

    archive = Archive(uri)
    past = archive.find(run)
    file = output or HOME / past.name / "tasks.json"
    try:
        done = export_label_studio(archive, past, file, label=label, split=split)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error}): set --output") from error
    typer.echo(f"{done.regions} regions on {done.pictures} pictures: {done.tasks} ({format})")
