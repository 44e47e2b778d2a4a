"""Looks back at runs: list, show, compare, rank, export, clean."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from src._export import export
from src._rank import rank
from src.core import InputError
from src.data.formats.painter import write_picture
from src.scoring.efficiency import LearningCurve
from src.tracking import cleaning, tables
from src.tracking.archive import Archive, PastRun
from src.tracking.comparison import compare as comparison_of
from src.tracking.comparison import compare_learning
from src.tracking.console import table_console
from src.tracking.curves import compared_curves
from src.tracking.repeats import learning_curves
from src.tracking.store import DEFAULT_URI, is_server, opening_command, run_page


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
        table_console().print(tables.list_table(runs))
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
    console = table_console()
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
    picture: Annotated[
        Path | None, typer.Option(help="Draw the learning curves into this PNG file.")
    ] = None,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Runs side by side; the first is what the others are measured against."""
    archive = Archive(uri)
    found = [archive.find(run) for run in runs]
    for table in tables.comparison_tables(comparison_of(found, across_datasets=across_datasets)):
        table_console().print(table)
        table_console().print()
    curves = [learning_curves(archive, run) for run in found]
    _tell_learning(found, curves)
    if picture is not None:
        if not all(curves):
            raise InputError("--picture: not all of these runs were taught, so there is no curve")
        named = {run.name: own for run, own in zip(found, curves, strict=True)}
        write_picture(picture, compared_curves(named, "Which learns faster?"))
        typer.echo(f"curves: {picture}")


def _tell_learning(runs: list[PastRun], curves: list[list[LearningCurve]]) -> None:
    """Who learns faster, where every run has a learning curve."""
    budgets = [float(run.parameters.get("trainer.budget", "nan")) for run in runs]
    if not all(curves) or not all(budget > 0 for budget in budgets):
        return
    rows = compare_learning([run.name for run in runs], curves, min(budgets))
    console = table_console()
    console.print(tables.learning_table(rows, min(budgets)))
    for row in rows[1:]:
        console.print(tables.learning_words(rows[0], row), markup=False, highlight=False)


app.command()(rank)
app.command()(export)


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


if __name__ == "__main__":
    app()
