"""Looks back at runs: list, show, compare, clean."""

from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from src.core import InputError
from src.tracking import cleaning, tables
from src.tracking.archive import Archive, PastRun
from src.tracking.comparison import compare as comparison_of
from src.tracking.comparison import compare_learning
from src.tracking.repeats import learning_curves
from src.tracking.store import DEFAULT_URI, is_server, opening_command, run_page

PIPE_WIDTH = 160
"""Columns of a table that goes into a file or a pipe."""


class OneSentence(TyperGroup):
    """Answers bad input with one sentence and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(2) from error


app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)

Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]
Name = Annotated[str, typer.Argument(metavar="RUN", help="Id, beginning of an id, or name.")]
Names = Annotated[list[str], typer.Argument(metavar="RUN...", help="Two runs or more.")]


@app.command("list")
def list_runs(
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 20,
    status: Annotated[str | None, typer.Option(help="Only FINISHED, FAILED, KILLED…")] = None,
    experiment: Annotated[str | None, typer.Option(help="Only of this experiment.")] = None,
    uri: Uri = DEFAULT_URI,
) -> None:
    """The newest runs."""
    archive = Archive(uri)
    runs = archive.newest(limit, status, experiment)
    if runs:
        _console().print(tables.list_table(runs))
    elif status or experiment:
        typer.echo("No run is like that")
    else:
        typer.echo(archive.first_run)


@app.command()
def show(run: Name, uri: Uri = DEFAULT_URI) -> None:
    """Everything about one run."""
    archive = Archive(uri)
    past = archive.find(run)
    page = run_page(uri, past.experiment_id, past.id)
    command = opening_command(uri, page)
    console = _console()
    console.print(past.name, style="bold", markup=False, highlight=False)
    console.print(tables.facts_table(past, {"page": page, "open with": command}.items()))
    for table in (
        tables.metrics_table(past),
        tables.parameters_table(past),
        tables.files_table(archive.files(past)),
    ):
        if table.row_count:
            console.print()
            console.print(table)


@app.command()
def compare(
    runs: Names,
    across_datasets: Annotated[
        bool, typer.Option("--across-datasets", help="Even when the data differ.")
    ] = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Runs side by side; the first is what the others are measured against."""
    archive = Archive(uri)
    found = [archive.find(run) for run in runs]
    for table in tables.comparison_tables(comparison_of(found, across_datasets=across_datasets)):
        _console().print(table)
        _console().print()
    _tell_learning(archive, found)


def _tell_learning(archive: Archive, runs: list[PastRun]) -> None:
    """Who learns faster, where every run has a learning curve."""
    curves = [learning_curves(archive, run) for run in runs]
    budgets = [float(run.parameters.get("trainer.budget", "nan")) for run in runs]
    if not all(curves) or not all(budget > 0 for budget in budgets):
        return
    rows = compare_learning([run.name for run in runs], curves, min(budgets))
    console = _console()
    console.print(tables.learning_table(rows, min(budgets)))
    for row in rows[1:]:
        console.print(tables.learning_words(rows[0], row), markup=False, highlight=False)


@app.command()
def clean(
    failed: Annotated[
        bool, typer.Option("--failed", help="Delete failed and killed runs for good.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Mark abandoned runs as KILLED, and delete failed ones where asked to."""
    archive = Archive(uri)
    if not archive.exists:
        typer.echo(archive.first_run)
        return
    closed = cleaning.close_all_abandoned(archive)
    typer.echo(f"{_runs(len(closed))} abandoned by a dead process, now KILLED")
    if failed:
        _delete_failed(archive, yes)


def _delete_failed(archive: Archive, yes: bool) -> None:
    runs = cleaning.failed_runs(archive)
    binned = 0 if is_server(archive.uri) else cleaning.deleted_before(archive)
    if runs or binned:
        question = f"Delete {_runs(len(runs))} that failed or were killed, with all files"
        if binned:
            question += f", and {_runs(binned)} deleted before, for good"
        if not yes:
            typer.confirm(f"{question}?", abort=True)
        cleaning.delete(archive, runs)
    typer.echo(f"{_runs(len(runs))} deleted")
    if is_server(archive.uri):
        return
    for folder in cleaning.unclaimed_folders(archive):
        typer.echo(f"{folder} belongs to no run of this store; delete it if no other store uses it")


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


if __name__ == "__main__":
    app()
