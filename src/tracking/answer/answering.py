"""Which page tells of some recorded runs: of one, of seeds, a comparison, a sweep, a plan."""

from collections import Counter
from collections.abc import Sequence

from src.core import Interval
from src.reporting.page.facts import Shown
from src.reporting.page.one_run import run_page
from src.reporting.page.several import Together, comparison_page, seeds_page, study_page
from src.reporting.page.words import number_words
from src.tracking import keys
from src.tracking.answer.gathering import about, run_facts
from src.tracking.answer.planned import plan_page
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children, trial_runs
from src.tracking.archive.learning import learning_curves
from src.tracking.archive.reading import fetch, has, read_table, read_verdict
from src.tracking.archive.results import all_whole
from src.tracking.compare.differences import compare
from src.tracking.compare.learning import compare_learning, shared_budget
from src.tracking.compare.tables import conclusion, headline_metrics, learning_words, told_apart
from src.tracking.record.names import accepted
from src.tracking.record.resuming import FREE
from src.tracking.store.left_overs import passing_folder

MOST_MEMBERS = 24
"""Runs whose curves are read for one page."""


def page_of(archive: Archive, runs: Sequence[PastRun], *, across_datasets: bool = False) -> str:
    """The page of a run of any kind, or of several beside one another."""
    runs = all_whole(archive, runs)
    if len(runs) > 1:
        return _comparison(archive, runs, across_datasets)
    (run,) = runs
    if has(archive, run, keys.table_file(keys.TRIALS)):
        return _sweep(archive, run)
    if has(archive, run, keys.table_file(keys.PLAN)):
        return plan_page(archive, run)
    if keys.REPEATS in run.tags:
        return _seeds(archive, run)
    return run_page(run_facts(archive, run))


def _seeds(archive: Archive, parent: PastRun) -> str:
    members = [run_facts(archive, run) for run in children(archive, parent)[:MOST_MEMBERS]]
    taught = has(archive, parent, keys.table_file(keys.CURVE))
    main = next((one.card.main for one in members if one.card), ())
    quoted = [accepted(f"{keys.TEST}/{name}") for name in main]
    names = [name for name in quoted if name in parent.metrics]
    numbers = {name: (parent.metrics[name], parent.interval(name)) for name in names}
    return seeds_page(
        Together(
            name=parent.name,
            about=about(parent) | {"seeds": str(len(members))},
            members=members,
            numbers=numbers,
            sentences=[_mean_words(parent, names, len(members))],
            verdict=read_verdict(archive, parent),
            config=members[0].config if members else "",
            command=parent.tags.get(keys.COMMAND),
        ),
        read_table(archive, parent, keys.CURVE) if taught else None,
    )


def _mean_words(parent: PastRun, names: Sequence[str], seeds: int) -> str:
    """The quoted score over all seeds."""
    if not names:
        return ""
    name = names[0]
    own = parent.interval(name)
    ends = f" [{number_words(own.low)}–{number_words(own.high)}]" if own else ""
    return f"Over {seeds} seeds {name} is {number_words(parent.metrics[name])}{ends}."


def _comparison(archive: Archive, runs: Sequence[PastRun], across_datasets: bool) -> str:
    differences = compare(runs, across_datasets=across_datasets)
    names = told_apart(runs)
    heads = ["", *names]
    parameters = [[row.name, *(value or "–" for value in row.values)]
                  for row in differences.parameters if not row.name.startswith(FREE)]  # fmt: skip
    metrics = [[row.name, *_values(row.values, [run.interval(row.name) for run in runs])]
               for row in headline_metrics(differences.metrics)]  # fmt: skip
    curves = [learning_curves(archive, run) for run in runs]
    budget = shared_budget(runs)
    sentences: list[str] = []
    if all(curves) and budget:
        first, *others = compare_learning(names, curves, budget)
        sentences = [f"{learning_words(first, other)}." for other in others]
    kept = {"Numbers side by side": (heads, metrics), "What differs": (heads, parameters)}
    single = [run for run in runs if keys.REPEATS not in run.tags]
    return comparison_page(
        Together(
            name=" and ".join(names) if len(names) == 2 else f"{len(names)} runs",
            about={"runs": ", ".join(run.name for run in runs)},
            members=[run_facts(archive, run) for run in single[:MOST_MEMBERS]],
            sentences=sentences or [conclusion(differences.metrics, names)],
            tables=kept,
            command=f"python -m src.runs compare {' '.join(run.name for run in runs)}",
        ),
        dict(zip(names, curves, strict=True)) if all(curves) else {},
    )


def _values(values: Sequence[float | None], ends: Sequence[Interval | None]) -> list[str]:
    words = []
    for value, own in zip(values, ends, strict=True):
        between = f" [{number_words(own.low)}–{number_words(own.high)}]" if own else ""
        words.append("–" if value is None else number_words(value) + between)
    return words


def _sweep(archive: Archive, parent: PastRun) -> str:
    trials = read_table(archive, parent, keys.TRIALS)
    runs = trial_runs(archive, parent.id)
    best = [run for run in runs.values() if keys.BEST_TRIAL in run.tags][:1]
    columns = trial_columns([*trials])
    lines = zip(*(trials[name].tolist() for name in columns), strict=True)
    rows = [[_cell(value) for value in line] for line in lines]
    objectives = [name for name in parent.metrics if name.startswith(keys.BEST_VALUE)]
    words = [
        f"{name.removeprefix(keys.BEST_VALUE)} {number_words(parent.metrics[name])}"
        for name in objectives
    ]
    named = parent.tags.get(keys.BEST_TRIAL, "")
    lead = f"{len(rows)} trials; the best, {named}, came to {', '.join(words)}." if words else (
        f"{len(rows)} trials; no other beats {named}.")  # fmt: skip
    with passing_folder() as place:
        plots = []
        if has(archive, parent, "plots"):
            folder = fetch(archive, parent, "plots", place, "")
            files = sorted(folder.glob("*.png"))
            plots = [Shown(plot_words(file.stem), file.read_bytes()) for file in files]
    return study_page(
        Together(
            name=parent.name,
            about=about(parent) | {"study": parent.tags.get(keys.STUDY, "")},
            members=[run_facts(archive, run) for run in best],
            sentences=[lead],
            tables={"Trials": ([*columns.values()], rows)},
            pictures=plots,
            command=parent.tags.get(keys.COMMAND),
        )
    )


PLOTS = {
    "history": "every trial, and the best one so far",
    "importances": "which keys the result depends on",
    "slices": "the result against each key",
    "contours": "the result against two keys; dots are trials",
    "pareto": "trials that no other beats in everything",
    "images": "every trial after each image: where it was stopped, and what it came to",
}
"""How the name of a plot begins, and what it shows."""


def plot_words(name: str) -> str:
    """The caption of a plot; its name where nobody told what it shows."""
    told = next((words for begin, words in PLOTS.items() if name.startswith(begin)), "")
    return f"{name}: {told}" if told else name


def trial_columns(names: Sequence[str]) -> dict[str, str]:
    """The columns of a table of trials and their heads: what came of each stands before its keys.

    Of a key the last word is enough where no other has the same.
    """
    shown = [name for name in names if name not in ("run_id", keys.FAILURE)]
    first = [name for name in shown if name in ("trial", "state")]
    came = [name for name in shown if "/" in name]
    given = [name for name in shown if name not in (*first, *came)]
    ends = Counter(_end(name) for name in given)
    heads = {name: _end(name) if ends[_end(name)] == 1 else name for name in given}
    return {name: heads.get(name, name) for name in (*first, *came, *given)}


def _end(key: str) -> str:
    return key.rpartition(".")[2]


def _cell(value: object) -> str:
    return number_words(value) if isinstance(value, float) else str(value)
