"""Options that several commands share."""

from typing import Annotated

import typer

Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]
Name = Annotated[str, typer.Argument(metavar="RUN", help="Id, beginning of an id, or name.")]
Experiment = Annotated[str | None, typer.Option(help="Only runs of this experiment.")]
All = Annotated[bool, typer.Option("--all", help="Every number, not the dozen that people quote.")]
AcrossDatasets = Annotated[
    bool, typer.Option("--across-datasets", help="Even when the data differ.")
]
