"""What a detector sees on pictures without masks: python -m src.predict RUN FOLDER --out DIR."""

from pathlib import Path
from typing import Annotated

import typer

from src.composing.conf import composed
from src.composing.entry import UNUSABLE_INPUT
from src.composing.sentences import in_options
from src.core import InputError
from src.data.files.disk import advice
from src.running.memory import keep_freed_memory
from src.running.threads import use_threads, wait_passively
from src.tracking.store import DEFAULT_URI

INTERRUPTED = 130

app = typer.Typer(add_completion=False)

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="[RUN] FOLDER",
        help="A run's id or name, a model's folder or a checkpoint; then a folder of pictures, or "
        "one picture. With --detector there is no RUN.",
    ),
]
Out = Annotated[Path, typer.Option(help="Folder for what is written; the same again goes on.")]
Kinds = Annotated[
    str,
    typer.Option(
        help="Of labels, binary, probabilities, rootpainter, overlay, coco, yolo, yolo_outlines, "
        "label_studio."
    ),
]
Detector = Annotated[
    str | None, typer.Option(help="An option of detector=, such as otsu, in place of RUN.")
]
Workers = Annotated[int, typer.Option(min=1, max=256, help="Processes that share the pictures.")]
Skip = Annotated[bool, typer.Option("--skip-bad", help="Leave unusable pictures out, list them.")]
Override = Annotated[
    list[str] | None, typer.Option(help="Any KEY=VALUE, such as detector.polarity=dark.")
]
Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]

OPTIONS = {
    "prediction.on_error=skip": "--skip-bad",
    "prediction.write": "--write",
    "prediction.images": "FOLDER",
    "prediction.out": "--out",
    "checkpoint=RUN": "RUN",
}
"""What the configuration calls something, and what this door does."""


@app.command(help=__doc__)
def predict(
    words: Words,
    out: Out,
    write: Kinds = "labels,overlay",
    detector: Detector = None,
    workers: Workers = 1,
    skip_bad: Skip = False,
    override: Override = None,
    uri: Uri = DEFAULT_URI,
) -> None:
    """``+experiment=predict`` with the words that people have."""
    wait_passively()
    try:
        if len(words) != (2 if detector is None else 1):
            raise InputError("give RUN FOLDER, or --detector NAME FOLDER")
        chosen = [] if detector is None else [f"detector={detector}"]
        config = composed(["+experiment=predict", *chosen, *(override or [])])
        config.checkpoint = words[0] if detector is None else None
        config.prediction.images, config.prediction.out = words[-1], str(out)
        config.prediction.write = [kind.strip() for kind in write.split(",") if kind.strip()]
        config.prediction.on_error = "skip" if skip_bad else config.prediction.on_error
        config.workers, config.tracking.uri = workers, uri
        keep_freed_memory()
        from src.predicting.job import predict, told  # seconds of imports

        for line in told(predict(use_threads(config))):
            typer.echo(line)
    except KeyboardInterrupt as stop:
        typer.echo("stopped; the same command goes on where it was", err=True)
        raise typer.Exit(INTERRUPTED) from stop
    except (InputError, OSError) as error:
        sentence = str(error) if isinstance(error, InputError) else advice(error)
        if sentence is None:
            raise
        typer.echo(f"error: {in_options(sentence, OPTIONS)}", err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error


if __name__ == "__main__":
    app()
