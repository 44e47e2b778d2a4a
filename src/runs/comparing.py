"""Runs beside one another: what differs, who learns faster, who is best over seeds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from src.annotators.clocks import keeps_recorded
from src.composing.clocks import chosen_clock, known_clocks
from src.core import InputError
from src.core.metric_names import spelled
from src.data.formats.painter import write_picture
from src.reporting.console import table_console
from src.reporting.curves import compared_figure
from src.reporting.drawing.figures import pixels_of
from src.runs.options import AcrossDatasets, All, Experiment, Uri
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.learning import learning_curves
from src.tracking.archive.results import whole
from src.tracking.compare import contenders, ranking_tables, tables
from src.tracking.compare.differences import compare as differences_of
from src.tracking.compare.learning import compare_learning, shared_budget
from src.tracking.compare.manners import Manners, by_a_person, timed_by
from src.tracking.compare.people import agreeing, agreement_words, areas_by_person
from src.tracking.compare.question import Question
from src.tracking.compare.ranking import rank_configurations
from src.tracking.record.names import accepted
from src.tracking.store import DEFAULT_URI

Names = Annotated[list[str], typer.Argument(metavar="RUN...", help="Two runs or more.")]


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
