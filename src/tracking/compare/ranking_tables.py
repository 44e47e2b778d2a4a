"""A ranking as tables and one sentence for a terminal."""

import math
from collections.abc import Mapping, Sequence

from rich.console import Group
from rich.markup import escape
from rich.table import Table

from src.core import Interval
from src.scoring.learning.ranking import Improvement
from src.tracking.archive.words import UNKNOWN
from src.tracking.compare.oracles import TITLE, Bound
from src.tracking.compare.people import agreement_words
from src.tracking.compare.ranking import Ranking, View

MANY, LONG = 3, 40
"""Names that a sentence lists, and letters of a name; beyond these it counts and points."""


def ranking_table(ranking: Ranking) -> Group:
    """One line per contender, from the best to the worst; oracles below, without a rank."""
    ranked = _ranked(ranking)
    bounds = ("", TITLE, _oracles(ranking.oracles)) if ranking.oracles else ()
    return Group(ranked, *bounds)


def _oracles(bounds: Sequence[Bound]) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column("configuration", overflow="fold")
    for heading in ("seeds", "mean"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bound in bounds:
        table.add_row(escape(bound.name), str(bound.seeds), _number(bound.mean))
    return table


def _ranked(ranking: Ranking) -> Table:
    title = f"{ranking.metric}, mean over seeds"
    title += f"; among {escape(ranking.among)}" if ranking.among else ""
    table = _table(title)
    table.add_column("rank", justify="right")
    table.add_column("configuration", overflow="fold")
    for heading in ("seeds", "mean", "interval", "middle half", "ranks", "beats the next"):
        table.add_column(heading, justify="right", no_wrap=True)
    last = ranking.places[-1]
    for place in ranking.places:
        table.add_row(
            str(place.rank),
            escape(ranking.names[place.number]),
            str(ranking.seeds[place.number]),
            _number(place.mean),
            _between(place.interval, 4),
            _number(place.middle),
            _ranks(place.ranks),
            "" if place is last else _chance(place.ahead),
        )
    return table


def views_table(views: Sequence[View]) -> Table:
    """How far every other view keeps the order."""
    table = _table("the same order elsewhere?")
    table.add_column("seen by", overflow="fold")
    for heading in ("configurations", "Kendall's τ", "interval"):
        table.add_column(heading, justify="right")
    table.add_column("first", overflow="fold")
    table.add_column("")
    for view in views:
        table.add_row(
            escape(view.name),
            str(view.contenders),
            f"{view.tau:.2f}",
            _between(view.interval, 2),
            escape(view.first or UNKNOWN),
            "overturned" if view.overturned else "",
        )
    return table


def ranking_words(ranking: Ranking) -> str:
    """Who is first, who may be as good, and whether that holds elsewhere."""
    called = _called(ranking)
    first, *others = (ranking.names[place.number] for place in ranking.places)
    rivals = [ranking.names[place.number] for place in ranking.places[1:] if place.rivals_first]
    seen = [view for view in ranking.views if view.first is not None]
    if min(ranking.seeds) < 2:
        surely = "but one seed cannot tell whether that is chance (seeds=[1,2,3])"
    elif rivals:
        surely = f"but these seeds cannot tell it from {_listed([called[name] for name in rivals])}"
    else:
        surely = f"clearly ahead of {_listed([called[name] for name in others])}"
    return f"{called[first]} is first, {surely}; {_elsewhere(first, seen, called)}."


def people_words(ranking: Ranking) -> list[str]:
    """For how many people the first is ahead of each other; nothing where seeds are no people."""
    called = _called(ranking)
    first, *others = (called[ranking.names[place.number]] for place in ranking.places)
    if not ranking.people:
        return []
    pairs = zip(others, ranking.people, strict=True)
    return [f"{agreement_words(first, other, found)}." for other, found in pairs]


def _elsewhere(first: str, seen: Sequence[View], called: Mapping[str, str]) -> str:
    if not seen:
        return "no other clock or annotator was asked"
    worst = min(view.tau for view in seen)
    upset = [view for view in seen if view.overturned]
    other = [view for view in seen if view.first != first]
    if not other:
        return f"so it is by {_listed([view.name for view in seen])} (smallest τ {worst:.2f})"
    firsts = ", ".join(f"by {view.name} {called[view.first or '']} is first" for view in other)
    clearly = f"clearly by {_listed([view.name for view in upset])}" if upset else "not clearly"
    return f"{firsts}, {clearly} (smallest τ {worst:.2f})"


def _called(ranking: Ranking) -> dict[str, str]:
    """What a sentence calls each: its name, or its line in the table where that is long."""
    lines = enumerate((ranking.names[place.number] for place in ranking.places), start=1)
    return {name: name if len(name) <= LONG else f"line {line}" for line, name in lines}


def _listed(names: Sequence[str]) -> str:
    return f"{len(names)} others" if len(names) > MANY else " and ".join(names)


def _table(title: str) -> Table:
    return Table(box=None, title=title, title_justify="left", header_style="bold")


def _number(number: float) -> str:
    return UNKNOWN if math.isnan(number) else f"{number:.4f}"


def _between(interval: Interval | None, digits: int) -> str:
    if interval is None:
        return UNKNOWN
    return f"{interval.low:.{digits}f} – {interval.high:.{digits}f}"


def _ranks(ranks: Interval | None) -> str:
    return UNKNOWN if ranks is None else f"{ranks.low:.0f} – {ranks.high:.0f}"


def _chance(ahead: Improvement | None) -> str:
    if ahead is None:
        return UNKNOWN
    return f"{ahead.chance:.2f} {'clearly' if ahead.conclusive else 'by chance?'}"
