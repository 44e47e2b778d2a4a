"""Hands and clocks from recordings of people: python -m src.calibrate TRACES… | --data NAME."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from src.calibrating import Calibration, Fit, calibrate
from src.calibrating.of_public import read_public
from src.calibrating.reading import read_recordings
from src.calibrating.writing import clock_yaml
from src.composing.entry import UNUSABLE_INPUT
from src.core import InputError
from src.data.files.whole import write_whole
from src.reporting.console import table_console

ALL = "all, each person counting once"

app = typer.Typer(add_completion=False)

Traces = Annotated[
    list[Path] | None,
    typer.Argument(metavar="TRACES...", help="Traces, trajectories, client.csv, or folders."),
]
Data = Annotated[str | None, typer.Option(help="In place of TRACES: a public recording.")]
Write = Annotated[Path | None, typer.Option(help="A clock to write: conf/clock/NAME.yaml.")]
Draws = Annotated[int, typer.Option(min=100, max=100_000, help="For the intervals.")]


@app.command(help=__doc__)
def main(
    traces: Traces = None, data: Data = None, write: Write = None, draws: Draws = 1000
) -> None:
    """Fit, print, and write what was fitted."""
    try:
        _calibrate(traces or [], data, write, draws)
    except InputError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error


def _calibrate(traces: list[Path], data: str | None, write: Path | None, draws: int) -> None:
    if bool(traces) == bool(data):
        raise InputError("give either TRACES or --data NAME")
    if write is not None and write.suffix != ".yaml":
        raise InputError(f"--write {write} must end with .yaml")
    parts = read_public(data) if data else read_recordings(traces)
    calibration = calibrate(parts, draws)
    show(calibration)
    if write is not None:
        source = data or ", ".join(place.name for place in traces)
        text = clock_yaml(calibration, source, datetime.now(UTC).date())
        write_whole(write, text.encode())
        typer.echo(f"wrote {write}: clock={write.stem}")


def show(calibration: Calibration) -> None:
    """One table of all, and what is known of each person where there are several."""
    console = table_console()
    for title, fits in ((ALL, calibration.fits), *calibration.people.items()):
        table = Table(title=title, title_justify="left")
        for heading in ("parameter", "value", "95 %", "5–95 % of rows", "R²", "rows", "people"):
            table.add_column(heading, justify="left" if heading == "parameter" else "right")
        table.add_column("not identifiable, since")
        for fit in (one for one in fits if title == ALL or one.value == one.value):
            table.add_row(*_cells(fit))
        console.print(table)


def _cells(fit: Fit) -> tuple[str, ...]:
    known = fit.value == fit.value
    return (
        f"{fit.parameter} ({fit.unit})" if fit.unit else fit.parameter,
        f"{fit.value:.4g}" if known else "–",
        f"{fit.low:.4g} to {fit.high:.4g}" if known else "–",
        f"{fit.spread[0]:.4g} to {fit.spread[1]:.4g}" if fit.spread else "–",
        f"{fit.r2:.3f}" if fit.r2 == fit.r2 else "–",
        str(fit.count),
        str(fit.people),
        fit.reason,
    )


if __name__ == "__main__":
    app()
