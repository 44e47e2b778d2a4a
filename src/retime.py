"""Times the strokes of a recorded run by another clock: python -m src.retime RUN clock=klm."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from src._compose import CONF, build
from src.core import Clock, InputError
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

        from src.tracking.archive import Archive
        from src.tracking.retiming import retime_run

        archive = Archive(uri)
        past = archive.find(run)
        retiming = retime_run(archive, past, name, clock, seed)
    except InputError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error
    table = Table(title=f"{past.name} by clock={name}", title_justify="left")
    table.add_column("pictures", justify="right")
    table.add_column("skipped", justify="right")
    table.add_column("recorded seconds", justify="right")
    table.add_column(f"effort/{name}/seconds", justify="right")
    table.add_row(
        str(len(retiming)),
        str(int((retiming.events == 0).sum())),
        f"{retiming.recorded_seconds.sum():.1f}",
        f"{retiming.seconds.sum():.1f}",
    )
    Console().print(table)


def chosen_clock(overrides: list[str]) -> tuple[str, Clock]:
    """The option of the group ``clock`` and the clock itself, from Hydra's ``key=value``."""
    from hydra import compose, initialize_config_dir
    from hydra.errors import HydraException

    names = [text.removeprefix("clock=") for text in overrides if text.startswith("clock=")]
    known = sorted(file.stem for file in CONF.glob("clock/*.yaml"))
    if len(names) != 1 or names[0] not in known:
        given = ", ".join(names) or "none"
        raise InputError(f"Choose one clock=NAME of {', '.join(known)}; given: {given}")
    settings = [text for text in overrides if text != f"clock={names[0]}"]
    for text in settings:
        if not text.startswith("clock."):
            raise InputError(f"{text!r} is no setting of a clock: write clock.KEY=VALUE")
    try:
        with initialize_config_dir(str(CONF)):
            config = compose(overrides=[f"+clock={names[0]}", *settings])
            return names[0], build(config, "clock")
    except (HydraException, TypeError, ValueError) as error:
        raise InputError(f"clock={names[0]}: {str(error).splitlines()[0]}") from error


if __name__ == "__main__":
    app()
