"""The command ``python -m src.runs rank``: which configuration is best, and how surely."""

from typing import Annotated

import typer

from src.tracking.archive import Archive
from src.tracking.console import table_console
from src.tracking.ranking import AREA, Question, rank_configurations
from src.tracking.ranking_tables import ranking_table, ranking_words, views_table
from src.tracking.store import DEFAULT_URI


def rank(
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN...]", help="Runs, or parents of runs with several seeds."),
    ] = None,
    study: Annotated[str | None, typer.Option(help="All trials of this study.")] = None,
    experiment: Annotated[str | None, typer.Option(help="All runs of this experiment.")] = None,
    metric: Annotated[str, typer.Option(help="By what.")] = AREA,
    smallest: Annotated[bool, typer.Option("--smallest", help="Smaller is better.")] = False,
    clock: Annotated[
        str | None, typer.Option(help="Clocks to time the strokes by: klm,steering or none.")
    ] = None,
    across: Annotated[
        str, typer.Option(help="Group whose choices should agree on the ranking, or none.")
    ] = "annotator",
    budget: Annotated[
        float | None, typer.Option(min=1, help="Simulated seconds of AUBC, in place of recorded.")
    ] = None,
    across_datasets: Annotated[
        bool, typer.Option("--across-datasets", help="Even when the data differ.")
    ] = False,
    uri: Annotated[
        str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")
    ] = DEFAULT_URI,
) -> None:
    """Which configuration is best over its seeds, and whether that survives another clock."""
    from src._contenders import NONE, clocks_to_ask, contenders, remarks, runs_to_rank

    archive, question = Archive(uri), Question(metric, smallest, budget)
    found = runs_to_rank(archive, runs or [], study, experiment, metric)
    ranked = contenders(found, across_datasets)
    clocks, notes = clocks_to_ask(archive, found, clock, question)
    group = None if across == NONE else across
    ranking = rank_configurations(archive, ranked, question, clocks, group)
    console = table_console()
    console.print(ranking_table(ranking))
    console.print()
    console.print(views_table(ranking.views))
    console.print()
    for sentence in (*remarks(found, ranked), *notes):
        console.print(f"({sentence})", markup=False, highlight=False)
    console.print(ranking_words(ranking), markup=False, highlight=False)
