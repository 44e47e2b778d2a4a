"""Times the strokes of a recorded run by another clock: python -m src.retime RUN clock=klm."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from src.composing.clocks import chosen_clock
from src.core import InputError
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.compare.retiming import retime_run
from src.tracking.store import DEFAULT_URI

UNUSABLE_INPUT = 2

app = typer.Typer(add_completion=False)

Name = Annotated[str, typer.Argument(metavar="RUN", help="Id, beginning of an id, or name.")]
Overrides = Annotated[
    list[str],
    typer.Argument(metavar="clock=NAME [clock.KEY=VALUE]...", help="The clock and its settings."),
]
Seed = Annotated[int, typer.Option(min=0, help="Of a clock with a spread.")]
Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]


@app.command(help=__doc__)
def retime(run: Name, overrides: Overrides, seed: Seed = 1, uri: Uri = DEFAULT_URI) -> None:
    """Add the new times to the run and print them."""
    try:
        name, clock = chosen_clock(overrides)
        archive = Archive(uri)
        past = archive.find(run)
        retiming = retime_run(archive, past, name, clock, seed)
    except InputError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error
    table = Table(title=f"{past.name} by clock={name}", title_justify="left")
    for heading in ("pictures", "skipped", "recorded seconds", f"{keys.EFFORT}{name}/seconds"):
        table.add_column(heading, justify="right")
    table.add_row(
        str(len(retiming)),
        str(int((retiming.events == 0).sum())),
        f"{retiming.recorded_seconds.sum():.1f}",
        f"{retiming.seconds.sum():.1f}",
    )
    Console().print(table)


if __name__ == "__main__":
    app()
