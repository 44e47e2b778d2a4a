"""Runs that belong together: one configuration, one run for each seed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children
from src.tracking.compare.differences import check_same_data
from src.tracking.record.resuming import FREE

NO_PART = (
    *FREE,
    "objective",
    "trial",
    "trainer.progress_bar",
    "trainer.workers",
    "detector.threads",
)
"""What changes no number."""


@dataclass(frozen=True, eq=False)
class Configuration:
    """Runs that differ by their seed alone.

    Args:
        parameters: what they have in common, without seeds and what changes no number.
        runs: one for each seed, by seed.
    """

    parameters: Mapping[str, str]
    runs: tuple[PastRun, ...]

    def within(self, group: str) -> frozenset[tuple[str, str]]:
        """The parameters of one group of the configuration."""
        own = (item for item in self.parameters.items() if _is_in(item[0], group))
        return frozenset(own)

    def without(self, group: str) -> frozenset[tuple[str, str]]:
        """All parameters but those of one group."""
        return frozenset(self.parameters.items()) - self.within(group)


def single_runs(archive: Archive, runs: Iterable[PastRun]) -> list[PastRun]:
    """The finished runs below these, parents of parents included; a run without any is its own."""
    single: list[PastRun] = []
    for run in runs:
        for child in children(archive, run) or [run]:
            again = keys.REPEATS in child.tags and child.id != run.id
            single += children(archive, child) if again else [child]
    return single


def childless(runs: Sequence[PastRun]) -> list[PastRun]:
    """The runs that are no other's parent."""
    parents = {run.tags.get(keys.PARENT) for run in runs}
    return [run for run in runs if run.id not in parents and keys.REPEATS not in run.tags]


def configurations(runs: Iterable[PastRun]) -> list[Configuration]:
    """Runs by what they have in common but the seed; of two with the same seed, the newer one."""
    groups: dict[frozenset[tuple[str, str]], dict[int, PastRun]] = {}
    for run in sorted(runs, key=lambda run: run.started):
        own = frozenset((name, text) for name, text in run.parameters.items() if _counts(name))
        groups.setdefault(own, {})[run.seed] = run
    return [
        Configuration(dict(sorted(own)), tuple(seeds[seed] for seed in sorted(seeds)))
        for own, seeds in groups.items()
    ]


def check_data(contenders: Sequence[Configuration]) -> None:
    """Refuse configurations that saw other data with the same seed."""
    first: dict[int, PastRun] = {}
    for run in (run for contender in contenders for run in contender.runs):
        check_same_data(first.setdefault(run.seed, run), run)


def labels(contenders: Sequence[Configuration]) -> list[str]:
    """What sets each apart, in the words that would compose it."""
    values = Counter(item for contender in contenders for item in contender.parameters.items())
    differing = {name for (name, _), count in values.items() if count < len(contenders)}
    classes = sorted(name for name in differing if name.endswith(keys.TARGET))
    swapped = [name.removesuffix(keys.TARGET) for name in classes]
    outermost = [group for group in swapped if _outermost(group, swapped)]
    shown = sorted(name for name in differing if not any(_is_in(name, group) for group in swapped))
    return [_label(contender, outermost, shown) for contender in contenders]


def by_choice(contenders: Sequence[Configuration], group: str) -> dict[str, list[Configuration]]:
    """Configurations by what they choose for a group, most first, each choice by its label."""
    choices: dict[frozenset[tuple[str, str]], list[Configuration]] = {}
    for contender in contenders:
        choices.setdefault(contender.within(group), []).append(contender)
    names = labels([replace(alike[0], parameters=dict(own)) for own, alike in choices.items()])
    named = zip(names, choices.values(), strict=True)
    return dict(sorted(named, key=lambda pair: (-len(pair[1]), pair[0])))


def _label(contender: Configuration, groups: Sequence[str], names: Sequence[str]) -> str:
    parameters = contender.parameters
    words = [f"{group}={_choice(contender, group)}" for group in groups]
    words += [f"{name}={parameters[name]}" for name in names if name in parameters]
    return " ".join(words) or contender.runs[0].name


def _choice(contender: Configuration, group: str) -> str:
    target = contender.parameters.get(group + keys.TARGET, "none")
    return contender.runs[0].tags.get(group) or target.rpartition(".")[2]


def _outermost(group: str, groups: Sequence[str]) -> bool:
    return not any(_is_in(group, other) for other in groups if other != group)


def _is_in(name: str, group: str) -> bool:
    return name == group or name.startswith(f"{group}.")


def _counts(name: str) -> bool:
    """Whether a parameter is part of what is compared."""
    return not name.startswith(NO_PART) and name.rpartition(".")[2] != keys.SEED
