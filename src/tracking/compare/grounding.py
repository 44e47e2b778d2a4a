"""Recorded runs on questions as methods that compete: which runs, by what names, kept where."""

from collections.abc import Sequence
from pathlib import Path, PurePath

from src.core import InputError
from src.reporting.folder import FolderSink
from src.reporting.grounding.contest_report import leave_comparison
from src.scoring.grounding.contenders import Method
from src.scoring.grounding.contest import Contest
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_scorecard
from src.tracking.compare.configurations import NO_PART, childless, single_runs
from src.tracking.compare.looks import absent_baselines
from src.tracking.compare.oracles import is_oracle
from src.tracking.record.recorder import Tracking

SCORER = f"scorer{keys.TARGET}"
GROUNDING = "src.scoring.grounding.scorer.Grounding"
NAME = "comparison"

FEW = 3
"""Parameters by which a name may tell runs apart."""


def runs_to_compare(archive: Archive, names: Sequence[str]) -> list[PastRun]:
    """The runs of these names, or all of the last multirun on questions."""
    if names:
        runs = single_runs(archive, [archive.find(name) for name in names])
        for run in runs:
            if run.parameters.get(SCORER) != GROUNDING:
                raise InputError(f"{run.name} was not scored by scorer=grounding: leave it out")
        return runs
    finished = childless(archive.newest(status="FINISHED"))
    asked = [run for run in finished if run.parameters.get(SCORER) == GROUNDING]
    swept = [run for run in asked if keys.MULTIRUN in run.tags]
    if not swept:
        raise InputError(
            "there is no finished multirun on questions: name two runs or more, or start one: "
            "python -m src.run -m +experiment=ui_grounding detector=ui_elements,ui_net"
        )
    last = swept[0].tags[keys.MULTIRUN]
    return [run for run in reversed(swept) if run.tags[keys.MULTIRUN] == last]


def methods_of(archive: Archive, runs: Sequence[PastRun]) -> list[Method]:
    """What each run earned, under a name that sets it apart."""
    absent = absent_baselines(runs)
    return [
        Method(
            name,
            run.id,
            read_scorecard(archive, run, _stage(run)),
            run.tags.get(keys.FINGERPRINT, ""),
            is_oracle(run),
            absent.get(run.id, ""),
        )
        for name, run in zip(_names(runs), runs, strict=True)
    ]


def dataset_name(runs: Sequence[PastRun]) -> str:
    """What the runs were asked about."""
    return ", ".join(dict.fromkeys(run.choice("dataset") or "unknown" for run in runs))


def keep_comparison(archive: Archive, runs: Sequence[PastRun], contest: Contest, file: Path) -> str:
    """Leave everything beside ``file`` and in a run of its own; gives that run's name."""
    dataset = dataset_name(runs)
    leave_comparison(contest, dataset, FolderSink(file.parent, NAME), file.name)
    tracking = Tracking(archive.uri, experiment=runs[0].experiment)
    compared = {run.name: run.id for run in runs}
    tags = {"dataset": dataset, "compared": " ".join(compared.values())}
    with tracking.start({"compared": compared}, f"{NAME}-{dataset}", tags) as record:
        numbers = {own.method.name: own.number(contest.rate) for own in contest.everyone}
        record.metrics({f"{NAME}/{name}": number for name, number in numbers.items()})
        leave_comparison(contest, dataset, record)
    return record.name


def _names(runs: Sequence[PastRun]) -> list[str]:
    """Detector, crop and transforms; runs that share them are called by what else differs."""
    alike: dict[str, list[PastRun]] = {}
    for run in runs:
        words = [run.choice("detector") or run.name]
        words += [run.tags[group] for group in ("crop", "transforms") if run.tags.get(group)]
        alike.setdefault(" + ".join(words), []).append(run)
    names = {
        run.id: name if len(own) == 1 else f"{name} ({_difference(run, own)})"
        for name, own in alike.items()
        for run in own
    }
    return [names[run.id] for run in runs]


def _difference(run: PastRun, others: Sequence[PastRun]) -> str:
    """What sets a run apart, in the words that would compose it; else its name."""
    own = [
        f"{name.rpartition('.')[2]}={PurePath(text).name}"
        for name, text in sorted(run.parameters.items())
        if not name.startswith(NO_PART)
        and any(other.parameters.get(name) != text for other in others)
    ]
    return " ".join(own) if 0 < len(own) <= FEW else run.name


def _stage(run: PastRun) -> str:
    split = run.parameters.get("split", "all")
    return keys.TEST if split == "all" else split
