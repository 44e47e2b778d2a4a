"""Judges masks in Label Studio tasks by masks a person drew: exit 0 PASS, 1 FAIL, 2 unusable."""

from pathlib import Path
from typing import Annotated

import typer

from src.composing.conf import composed
from src.composing.entry import FAILED_GATE, UNUSABLE_INPUT
from src.core import InputError, Outcome
from src.running.threads import wait_passively

app = typer.Typer(add_completion=False)

GtDir = Annotated[Path, typer.Option(help="Masks called {frame_id}_gt_{n}.png, one instance each.")]
Tasks = Annotated[Path, typer.Option(help="Holds tasks.json or *_tasks.json, and the images.")]
Output = Annotated[Path, typer.Option(help="For report.json, tables and a picture per frame.")]
Least = Annotated[float, typer.Option(min=0, max=1, help="Mean IoU over true masks that passes.")]


@app.command(help=__doc__)
def check(
    gt_dir: GtDir,
    pseudo_labels_dir: Tasks = Path("output/verify_pseudo_labels"),
    output_dir: Output = Path("output/test_sam2"),
    threshold: Least = 0.70,
) -> None:
    """``+experiment=pseudo_labels`` with a folder in place of MLflow."""
    from src.running.once import once

    wait_passively()
    try:
        config = composed(["+experiment=pseudo_labels", "tracking=folder"])
        config.dataset.pseudo_labels_dir = str(pseudo_labels_dir)
        config.dataset.gt_dir = str(gt_dir)
        config.tracking.folder, config.gate.threshold = str(output_dir), threshold
        config.report.pictures = None
        _, verdict = once(config, {"experiment": "pseudo_labels"})
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error
    if verdict is None or verdict.outcome is not Outcome.PASS:
        raise typer.Exit(FAILED_GATE)


if __name__ == "__main__":
    app()
