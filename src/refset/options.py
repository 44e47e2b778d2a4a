"""Options that several commands share, and the set that they are about."""

from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.data.refsets.about import NAME as ABOUT
from src.data.refsets.about import About
from src.data.refsets.reference_set import ReferenceSet

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


def opened_or_made(
    folder: Path, dimensions: str | None, title: str | None, source: str
) -> ReferenceSet:
    """The set in a folder, or a new one."""
    if (folder / ABOUT).exists():
        return ReferenceSet.open(folder)
    if dimensions is None:
        raise InputError(
            f"--set: {folder} is no reference set yet: say --dimensions bibs,faces,links or masks "
            "or elements to make one"
        )
    about = About(title or folder.absolute().name, tuple(dimensions.split(",")), source=source)
    return ReferenceSet.create(folder, about)


def one_of(path: str | Path | None, dataset: str | None) -> str:
    """What photos or labels come from."""
    if (path is None) == (dataset is None):
        raise InputError("say either PATH or --dataset NAME, where photos and labels come from")
    return str(path or dataset)


def refuse_idle(override: list[str] | None, chosen: str | None) -> None:
    """Overrides of nothing."""
    if override and chosen is None:
        raise InputError(
            f"--override {override[0]!r:.80} changes nothing: say --dataset or --detector with it"
        )
