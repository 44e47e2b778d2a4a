"""Label in the browser, look at runs, freeze: the studio, on this machine alone."""

from pathlib import Path
from typing import Annotated

import typer

from src.composing.sentences import OneSentence
from src.data.refsets import ReferenceSet
from src.studio.asking import Studio
from src.studio.serving import LOOPBACK, PORT, listening, serve
from src.tracking.store import DEFAULT_URI

app = typer.Typer(cls=OneSentence, help=__doc__, add_completion=False)

PATIENCE = 5.0
"""Seconds that a save waits for another process; the page sends it again."""


@app.callback(invoke_without_command=True)
def studio(
    folder: Annotated[
        Path | None, typer.Option("--set", envvar="BRUSHWORK_SET", help="Folder of the set.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: one that is free.")] = PORT,
    host: Annotated[
        str, typer.Option(help="An address that others reach; they need the printed token.")
    ] = LOOPBACK,
    runs: Annotated[
        str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")
    ] = DEFAULT_URI,
) -> None:
    """Open the pages of a set and of the recorded runs."""
    refset = None if folder is None else ReferenceSet.open(folder, patience=PATIENCE)
    made, address = listening(host, port)
    typer.echo(f"{address.url}  (Ctrl-C ends it)")
    serve(Studio(refset, runs), made, address)


if __name__ == "__main__":
    app()
