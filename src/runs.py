"""Looks back at runs: list, show, report, compare, rank, baseline, export, ui, clean."""

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from src.annotators.clocks import keeps_recorded
from src.composing.clocks import chosen_clock, known_clocks
from src.composing.sentences import OneSentence
from src.core import InputError
from src.core.metric_names import spelled
from src.data.files.whole import write_whole
from src.data.formats.painter import write_picture
from src.reporting.console import table_console
from src.reporting.curves import compared_figure
from src.reporting.drawing.figures import pixels_of
from src.tracking import keys
from src.tracking.archive import Archive, PastRun, baselines
from src.tracking.archive import tables as run_tables
from src.tracking.archive.learning import learning_curves
from src.tracking.archive.listing import newest_lines
from src.tracking.archive.results import whole
from src.tracking.compare import contenders, ranking_tables, tables
from src.tracking.compare.differences import compare as differences_of
from src.tracking.compare.learning import compare_learning, shared_budget
from src.tracking.compare.manners import Manners, by_a_person, timed_by
from src.tracking.compare.people import agreeing, agreement_words, areas_by_person
from src.tracking.compare.question import Question
from src.tracking.compare.ranking import rank_configurations
from src.tracking.record.names import accepted
from src.tracking.store import DEFAULT_URI, cleaning, is_server, opening_command

PROMISED = (keys.REPORT_FILE, keys.LEARNING_CURVE, keys.PLAYBACK, keys.CONFIG_FILE)
"""Files that people look for."""

EXPORTS = Path("outputs/label_studio")


class Format(StrEnum):
    """The tools that predictions can go to."""

    LABEL_STUDIO = "label-studio"


app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)

Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]
Name = Annotated[str, typer.Argument(metavar="RUN", help="Id, beginning of an id, or name.")]
Names = Annotated[list[str], typer.Argument(metavar="RUN...", help="Two runs or more.")]
Experiment = Annotated[str | None, typer.Option(help="Only runs of this experiment.")]
All = Annotated[bool, typer.Option("--all", help="Every number, not the dozen that people quote.")]
AcrossDatasets = Annotated[
    bool, typer.Option("--across-datasets", help="Even when the data differ.")
]


@app.command("list")
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


@app.command()
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


@app.command()
def compare(
    runs: Names,
    across_datasets: AcrossDatasets = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the learning curves into this PNG file.")
    ] = None,
    all_: All = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Runs side by side; the first is what the others are measured against."""
    archive, console = Archive(uri), table_console()
    past = [whole(archive, archive.find(run)) for run in runs]
    names = [run.name for run in past]
    differences = differences_of(past, across_datasets=across_datasets)
    curves = [learning_curves(archive, run) for run in past]
    budget = shared_budget(past) if all(curves) else None
    shown = tables.difference_tables(differences, everything=all_, judged=budget is not None)
    for table in shown:
        console.print(table)
        console.print()
    if budget:
        first, *others = compare_learning(names, curves, budget)
        console.print(tables.learning_table([first, *others], budget))
    _compare_painting(archive, past)
    if budget:
        for other in others:
            typer.echo(tables.learning_words(first, other))
        _compare_people(archive, past, budget)
    else:
        typer.echo(tables.conclusion(differences.metrics, names))
    if picture is not None:
        if not all(curves):
            raise InputError("--picture: not all of these runs were taught, so there is no curve")
        named = dict(zip(names, curves, strict=True))
        write_picture(picture, pixels_of(compared_figure(named, "Which learns faster?")))
        typer.echo(f"curves: {picture}")


def _compare_people(archive: Archive, runs: Sequence[PastRun], budget: float) -> None:
    """Whether people agree on who learns faster, where every seed was another person."""
    first, *others = (areas_by_person(archive, run, budget) for run in runs)
    for run, areas in zip(runs[1:], others, strict=True):
        found = agreeing(first, areas)
        if found is not None:
            typer.echo(agreement_words(runs[0].name, run.name, found))


def _compare_painting(archive: Archive, runs: Sequence[PastRun]) -> None:
    """How far annotators and clocks are from the first run's, which may be a person's."""
    console = table_console()
    painted = [manners for run in runs if (manners := Manners.of(archive, run)) is not None]
    if len(painted) == len(runs):
        console.print()
        console.print(tables.manners_table(painted))
    if by_a_person(runs[0]):
        clocks = {name: chosen_clock([f"clock={name}"])[1] for name in known_clocks()}
        # A clock that keeps real seconds is never off.
        own = {name: clock for name, clock in clocks.items() if not keeps_recorded(clock)}
        rows = timed_by(archive, runs[0], own)
        if rows:
            console.print()
            console.print(tables.clocks_table(rows, runs[0].name))


@app.command()
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


@app.command()
def rank(
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN...]", help="Runs, or parents of runs with several seeds."),
    ] = None,
    study: Annotated[str | None, typer.Option(help="All trials of this study.")] = None,
    experiment: Experiment = None,
    metric: Annotated[str, typer.Option(help="By what.")] = keys.AREA,
    smallest: Annotated[
        bool | None, typer.Option("--smallest/--largest", help="In place of what the runs say.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option(help="Clocks to time the strokes by: klm,steering or none.")
    ] = None,
    across: Annotated[
        str, typer.Option(help="Group whose choices should agree on the ranking, or none.")
    ] = "annotator",
    budget: Annotated[
        float | None, typer.Option(min=1, help="Simulated seconds of AUBC, in place of recorded.")
    ] = None,
    across_datasets: AcrossDatasets = False,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Which configuration is best over its seeds, and whether that survives another clock."""
    archive, console = Archive(uri), table_console()
    metric = accepted(spelled(metric))
    past = contenders.runs_to_rank(archive, runs or [], study, experiment, metric)
    question = Question.about(past, metric, smallest, budget)
    ranked = contenders.contenders(past, across_datasets)
    clocks, notes = contenders.clocks_to_ask(archive, past, clock, question)
    group = None if across == contenders.NONE else across
    ranking = rank_configurations(archive, ranked, question, clocks, group)
    console.print(ranking_tables.ranking_table(ranking))
    console.print()
    console.print(ranking_tables.views_table(ranking.views))
    console.print()
    for sentence in (*contenders.remarks(past, ranked), *notes):
        typer.echo(f"({sentence})")
    typer.echo(ranking_tables.ranking_words(ranking))
    for sentence in ranking_tables.people_words(ranking):
        typer.echo(sentence)


@app.command()
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


@app.command()
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


@app.command()
def ui(
    port: Annotated[int, typer.Option(min=1, max=65_535, help="On 127.0.0.1.")] = 5000,
    uri: Uri = DEFAULT_URI,
) -> None:
    """The recorded runs in MLflow's own pages, until Ctrl-C."""
    from src.tracking.store.pages import address, serve_pages  # starts MLflow, for this alone

    typer.echo(f"{address(uri, port)}\nCtrl-C ends it.")
    sys.stdout.flush()
    serve_pages(uri, port)


@app.command()
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


if __name__ == "__main__":
    app()
