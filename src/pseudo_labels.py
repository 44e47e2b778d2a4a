"""Judges masks in Label Studio tasks by masks a person drew: exit 0 PASS, 1 FAIL, 2 unusable."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from src._compose import CONF, FAILED_GATE, UNUSABLE_INPUT, build
from src.core import InputError, Outcome, Verdict

app = typer.Typer(add_completion=False)

GtDir = Annotated[Path, typer.Option(help="Masks called {frame_id}_gt_{n}.png, one instance each.")]
Tasks = Annotated[Path, typer.Option(help="Holds tasks.json or *_tasks.json, and the images.")]
Output = Annotated[Path, typer.Option(help="For frames.csv, report.json and a picture per frame.")]
Least = Annotated[float, typer.Option(min=0, max=1, help="Mean IoU over true masks that passes.")]


@app.command(help=__doc__)
def check(
    gt_dir: GtDir,
    pseudo_labels_dir: Tasks = Path("output/verify_pseudo_labels"),
    output_dir: Output = Path("output/test_sam2"),
    threshold: Least = 0.70,
) -> None:
    """Score every frame, write the report, print the verdict."""
    try:
        verdict = judge(pseudo_labels_dir, gt_dir, output_dir, threshold)
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(UNUSABLE_INPUT) from error
    if verdict.outcome is not Outcome.PASS:
        raise typer.Exit(FAILED_GATE)


def judge(pseudo_labels_dir: Path, gt_dir: Path, output_dir: Path, threshold: float) -> Verdict:
    """What ``+experiment=pseudo_labels`` computes, left in a folder instead of MLflow."""
    from hydra import compose, initialize_config_dir

    from src.scoring.evaluation import evaluate
    from src.tracking.console import print_scores
    from src.tracking.mask_report import MaskReport

    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=["+experiment=pseudo_labels"])
    config.dataset.pseudo_labels_dir, config.dataset.gt_dir = str(pseudo_labels_dir), str(gt_dir)
    config.gate.threshold = threshold
    dataset, detector, scorer, gate = (
        build(config, group) for group in ("dataset", "detector", "scorer", "gate")
    )
    report = MaskReport(output_dir, scorer)
    card = evaluate(dataset.samples(), detector, scorer, report.observe)
    verdict: Verdict = gate.judge(card)
    report.write(card, verdict)
    print_scores(Console(), card, verdict)
    typer.echo(f"report: {output_dir}")
    return verdict


if __name__ == "__main__":
    app()
