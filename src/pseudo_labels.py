"""Judges masks in Label Studio tasks by masks a person drew: exit 0 PASS, 1 FAIL, 2 unusable."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from src.composing.conf import composed
from src.composing.entry import FAILED_GATE, UNUSABLE_INPUT
from src.composing.sentences import in_options
from src.core import InputError, Outcome
from src.running.threads import wait_passively

app = typer.Typer(add_completion=False)


class Source(StrEnum):
    """Whose masks are judged."""

    PREDICTIONS = "predictions"
    ANNOTATIONS = "annotations"


class Several(StrEnum):
    """What to do with a task that carries more than one answer."""

    ERROR = "error"
    NEWEST = "newest"


class OnError(StrEnum):
    """What to do with a frame that cannot be used."""

    STOP = "stop"
    SKIP = "skip"


GtDir = Annotated[Path, typer.Option(help="Masks called {frame_id}_gt_{n}.png, one instance each.")]
Tasks = Annotated[Path, typer.Option(help="Holds tasks.json or *_tasks.json, and the images.")]
Output = Annotated[Path, typer.Option(help="For report.json, tables and a picture per frame.")]
Least = Annotated[float, typer.Option(min=0, max=1, help="Mean IoU over true masks that passes.")]
Whose = Annotated[Source, typer.Option(help="Masks of a model, or of people.")]
Version = Annotated[str | None, typer.Option(help="Only predictions of this model version.")]
Many = Annotated[Several, typer.Option(help="Where a task carries more than one.")]
Grey = Annotated[
    float, typer.Option(min=0, help="Grey value above which a pixel is of the instance.")
]
Paint = Annotated[
    int, typer.Option(min=1, max=255, help="Of 255, from which on a pixel of a brush is painted.")
]
Unusable = Annotated[OnError, typer.Option(help="Leave unusable frames out and count them.")]

OPTIONS = {
    "dataset.threshold": "--gt-threshold",
    "dataset.on_error=skip": "--on-error skip",
    "source=annotations": "--source annotations",
    "model_version to": "--model-version to",
    "several=newest": "--several newest",
    "alpha=1": "--alpha 1",
}
"""What the configuration calls something, and what this door does."""


@app.command(help=__doc__)
def check(
    gt_dir: GtDir,
    pseudo_labels_dir: Tasks = Path("output/verify_pseudo_labels"),
    output_dir: Output = Path("output/test_sam2"),
    threshold: Least = 0.70,
    source: Whose = Source.PREDICTIONS,
    model_version: Version = None,
    several: Many = Several.ERROR,
    gt_threshold: Grey = 0,
    alpha: Paint = 128,
    on_error: Unusable = OnError.STOP,
) -> None:
    """``+experiment=pseudo_labels`` with a folder in place of MLflow."""
    from src.reporting.folder import remove_earlier
    from src.running.once import once

    wait_passively()
    try:
        remove_earlier(output_dir.expanduser())
        config = composed(["+experiment=pseudo_labels", "tracking=folder"])
        config.dataset.pseudo_labels_dir = str(pseudo_labels_dir)
        config.dataset.gt_dir, config.dataset.threshold = str(gt_dir), gt_threshold
        config.dataset.on_error = on_error.value
        config.detector.find.source, config.detector.find.several = source.value, several.value
        config.detector.find.model_version, config.detector.find.alpha = model_version, alpha
        config.tracking.folder, config.gate.threshold = str(output_dir), threshold
        config.report.pictures = None
        _, verdict = once(config, {"experiment": "pseudo_labels"})
    except InputError as error:
        typer.echo(f"error: {in_options(str(error), OPTIONS)}", err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error
    if verdict is None or verdict.outcome is not Outcome.PASS:
        raise typer.Exit(FAILED_GATE)


if __name__ == "__main__":
    app()
