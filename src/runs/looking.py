"""What was recorded, one run at a time: a list, a table, a page, MLflow's own pages."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from src.core import InputError
from src.data.files.whole import write_whole
from src.reporting.console import table_console
from src.runs.options import AcrossDatasets, All, Experiment, Name, Uri
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive import tables as run_tables
from src.tracking.archive.listing import newest_lines
from src.tracking.archive.results import whole
from src.tracking.store import DEFAULT_URI, opening_command

PROMISED = (keys.REPORT_FILE, keys.LEARNING_CURVE, keys.PLAYBACK, keys.CONFIG_FILE)
"""Files that people look for."""


def list_runs(
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 20,
    status: Annotated[str | None, typer.Option(help="Only FINISHED, FAILED, KILLED…")] = None,
    experiment: Experiment = None,
    uri: Uri = DEFAULT_URI,
) -> None:
    """The newest runs."""
    archive = Archive(uri)
    runs = newest_lines(archive, limit, status, experiment)
    if runs:
        table_console().print(run_tables.list_table(runs))
    else:
        typer.echo("No run is like that" if status or experiment else archive.first_run)


def show(run: Name, all_: All = False, uri: Uri = DEFAULT_URI) -> None:
    """What one run is and came to; with --all every number, parameter and file."""
    archive = Archive(uri)
    past = whole(archive, archive.find(run))
    page = archive.page(past)
    console = table_console()
    console.print(past.name, style="bold", markup=False, highlight=False)
    where = {"page": page, "open with": opening_command(uri, page)}
    console.print(run_tables.facts_table(past, where.items()))
    files = archive.files(past)
    if not all_:
        files = [own for own in files if own[0].startswith(PROMISED)]
    for table in (
        run_tables.metrics_table(past, everything=all_),
        *([run_tables.parameters_table(past)] if all_ else []),
        run_tables.files_table(files),
    ):
        if table.row_count:
            console.print()
            console.print(table)


def report(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="A run, seeds, a sweep; or several runs.")
    ],
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("report.html"),
    across_datasets: AcrossDatasets = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """One page for people: the answer in words, curves, every sample, the command to repeat it."""
    from src.tracking.answer.answering import page_of  # a second of imports, for this alone

    archive = Archive(uri)
    past = [archive.find(run) for run in runs]
    text = page_of(archive, past, across_datasets=across_datasets)
    try:
        write_whole(out, text.encode())
    except OSError as error:
        raise InputError(f"{out} cannot be written ({error}): set --out") from error
    typer.echo(f"report: {out}")


def ui(
    port: Annotated[int, typer.Option(min=1, max=65_535, help="On 127.0.0.1.")] = 5000,
    uri: Uri = DEFAULT_URI,
) -> None:
    """The recorded runs in MLflow's own pages, until Ctrl-C."""
    from src.tracking.store.pages import address, serve_pages  # starts MLflow, for this alone

    typer.echo(f"{address(uri, port)}\nCtrl-C ends it.")
    sys.stdout.flush()
    serve_pages(uri, port)
