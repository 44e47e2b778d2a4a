"""UI grounding: generate, programs, run, compare, validate, diff, check, annotate, record."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from src.composing.entry import FAILED_GATE, UNUSABLE_INPUT
from src.core import InputError
from src.tracking.store import DEFAULT_URI

EXPERIMENT = "ui_grounding"
GENERATED = Path("outputs/grounding/generated")
WALKED = Path("outputs/grounding/programs")
RECORDED = Path("outputs/grounding/recorded")
RESULTS = Path("outputs/grounding/comparison.json")
SETS = {"synthetic": "ui_synthetic", "rendered": "ui_rendered"}
"""Sets that need no file, by the words of this door."""


class OneSentence(TyperGroup):
    """Answers bad input with one sentence and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(UNUSABLE_INPUT) from error


class Rule(StrEnum):
    """When an answer is a hit."""

    POINT = "point"
    IOU = "iou"


app = typer.Typer(cls=OneSentence, no_args_is_help=True, help=__doc__, add_completion=False)

Uri = Annotated[str, typer.Option(envvar="MLFLOW_TRACKING_URI", help="Where the runs are.")]
Settings = Annotated[
    list[str] | None, typer.Argument(metavar="[KEY=VALUE...]", help="As of src.run.")
]
SetPath = Annotated[Path, typer.Argument(metavar="PATH", help="annotations.json or its folder.")]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[RUN...]", help="Two runs or more; without any, the last multirun."),
]


@app.command()
def generate(
    type: Annotated[str, typer.Option(help="synthetic, or rendered by a browser.")] = "synthetic",
    count: Annotated[int, typer.Option(min=1, help="Screens.")] = 500,
    out: Annotated[Path, typer.Option(help="A new folder.")] = GENERATED,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same bytes.")] = 0,
    difficulty: Annotated[
        str | None, typer.Option(help="Of synthetic ones: easy, medium, hard or mixed.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="That make them.")] = 2,
) -> None:
    """Screens with their annotations.json, whole or not at all."""
    from src.data.ui_rendered.generating import generate as written_by

    made = written_by(type, count, out, seed, difficulty, processes)
    words = f"{made.screens} screens with {made.elements} elements in {made.seconds:.0f} s"
    typer.echo(f"{words}: {made.folder}")


@app.command()
def programs(
    commands: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=COMMAND...]", help="Without any, all known and installed."),
    ] = None,
    out: Annotated[Path, typer.Option(help="A new folder.")] = WALKED,
    seconds: Annotated[float, typer.Option(help="For each start of a program.")] = 40.0,
    held_out: Annotated[
        str, typer.Option(metavar="NAME,NAME", help="Programs of val; others are of train.")
    ] = "",
    rounds: Annotated[
        int, typer.Option(min=1, help="How often each is started, each time with another look.")
    ] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Of themes, fonts, sizes, documents.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Programs at a time.")] = 2,
) -> None:
    """Screens of real programs on a virtual display, with what these tell of themselves."""
    from src.data.ui_programs.programs import chosen
    from src.data.ui_programs.writing import Walk, write_programs

    starts, absent = chosen(commands or [], rounds)
    if absent:
        typer.echo(f"not installed: {', '.join(absent)}")
    walk = Walk(seconds, tuple(filter(None, held_out.split(","))), seed)
    made, silent = write_programs(out, starts, walk, processes)
    if silent:
        typer.echo(f"left out, no window with controls was seen: {', '.join(silent)}")
    words = f"{made.screens} screens with {made.elements} elements in {made.seconds:.0f} s"
    typer.echo(f"{words}: {made.folder}")


@app.command()
def run(
    method: Annotated[str, typer.Option(help="A detector that answers questions.")] = "ui_fused",
    crop: Annotated[str, typer.Option(help="Windows of a screenshot.")] = "none",
    dataset: Annotated[
        str, typer.Option(help="synthetic, rendered, or PATH of annotations.json or its folder.")
    ] = "synthetic",
    settings: Settings = None,
) -> None:
    """The same as python -m src.run +experiment=ui_grounding."""
    from src.composing.conf import composed
    from src.core import Outcome
    from src.running.once import once
    from src.running.threads import wait_passively

    wait_passively()
    group = SETS.get(dataset, "ui")
    place = [] if dataset in SETS else [f"dataset.root={dataset}"]
    choices = {"dataset": group, "detector": method, "crop": crop}
    words = [f"+experiment={EXPERIMENT}", *(f"{name}={own}" for name, own in choices.items())]
    config = composed([*words, *place, *(settings or [])])
    _, verdict = once(config, {"experiment": EXPERIMENT, **choices})
    if verdict is not None and verdict.outcome is Outcome.FAIL:
        raise typer.Exit(FAILED_GATE)


@app.command()
def compare(
    runs: Names = None,
    output: Annotated[
        Path, typer.Option(help="Plots, tables and the text go beside it.")
    ] = RESULTS,
    common: Annotated[
        bool, typer.Option("--common", help="What all were asked, where their sets differ.")
    ] = False,
    by: Annotated[
        Rule | None, typer.Option(help="What a hit is, in place of what the runs quote.")
    ] = None,
    uri: Uri = DEFAULT_URI,
) -> None:
    """Methods on the same targets: ranks, intervals, McNemar, plots; others' figures apart."""
    from src.reporting.console import table_console
    from src.reporting.grounding.contest_text import comparison_parts
    from src.scoring.grounding.contest import compete, rate_by
    from src.tracking.archive import Archive
    from src.tracking.compare import grounding

    archive = Archive(uri)
    past = grounding.runs_to_compare(archive, runs or [])
    methods = grounding.methods_of(archive, past)
    rate = None if by is None else rate_by(methods, boxes=by is Rule.IOU)
    contest = compete(methods, common=common, rate=rate)
    console = table_console()
    for part in comparison_parts(contest, grounding.dataset_name(past)):
        console.print(part)
    name = grounding.keep_comparison(archive, past, contest, output)
    typer.echo(f"written: {output} and what is beside it; in MLflow: {name}")


@app.command()
def validate(
    path: SetPath,
    texts: Annotated[
        bool, typer.Option(help="Look for the texts of elements on the screen; seconds each.")
    ] = True,
) -> None:
    """Every fault of a set in one pass, and what looks wrong; code 2 where a run refuses it."""
    from src.data.ui.validate import exit_code
    from src.data.ui.validate import validate as findings_of

    findings = findings_of(path, texts)
    for finding in findings:
        typer.echo(f"{finding.severity}: {finding}")
    typer.echo(f"{len(findings)} findings")
    raise typer.Exit(exit_code(findings))


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="annotations.json or its folder.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The other version.")],
) -> None:
    """Which targets came, went or moved between two versions of a set."""
    from src.data.ui.difference import diff as changes_of

    changes = changes_of(old, new)
    for change in changes:
        typer.echo(str(change))
    typer.echo(f"{len(changes)} changes")


@app.command()
def check(
    method: Annotated[str, typer.Option(help="A detector that asks a server.")] = "chat",
    size: Annotated[
        tuple[int, int], typer.Option(metavar="WIDTH HEIGHT", min=64, help="Of the picture, px.")
    ] = (1920, 1080),
    settings: Settings = None,
) -> None:
    """Send a picture with known squares, and tell in which units a server answers."""
    from src.composing.builder import build
    from src.composing.conf import composed
    from src.detectors.grounding.calibration import calibrate

    result = calibrate(build(composed([f"detector={method}", *(settings or [])]), "detector"), size)
    typer.echo(str(result))
    if not result.fits:
        raise typer.Exit(FAILED_GATE)


@app.command()
def annotate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Holds pictures.")],
    detector: Annotated[str, typer.Option(help="Who proposes; or recording.")] = "ui_fused",
    least_score: Annotated[float, typer.Option(help="Proposals below are not shown.")] = 0.0,
    settings: Settings = None,
) -> None:
    """Accept, reject and mend what a detector proposes; what was decided is not asked again."""
    from rich.console import Console

    from src.curating.annotating import annotate as go_through

    go_through(folder, detector, least_score, Console(), settings or [])


@app.command()
def record(
    address: Annotated[str | None, typer.Argument(metavar="[URL]", help="Where to begin.")] = None,
    out: Annotated[Path, typer.Option(help="The set that grows.")] = RECORDED,
    desktop: Annotated[
        bool, typer.Option("--desktop", help="Clicks anywhere; in place of a URL.")
    ] = False,
) -> None:
    """Clicks with the screen before each; what they meant is asked afterwards."""
    from rich.console import Console

    from src.curating.annotating import RECORDING
    from src.curating.annotating import annotate as go_through
    from src.curating.recorded import record_browser, record_desktop

    if desktop == (address is not None):
        raise InputError("record takes either a URL or --desktop")
    console = Console()
    if address is not None:
        clicks = record_browser(address, out, console)
    else:
        clicks = record_desktop(out, console)
    typer.echo(f"{clicks} clicks: {out}")
    if clicks:
        go_through(out, RECORDING, 0.0, console)


if __name__ == "__main__":
    app()
