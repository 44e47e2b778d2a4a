"""The pages of several runs: the seeds of one configuration, a comparison, a sweep, a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from src.core import Interval, Verdict
from src.reporting.curves import compared_figure, repeated_figure
from src.reporting.page import parts
from src.reporting.page.document import document
from src.reporting.page.facts import RunFacts, Shown
from src.reporting.page.gallery import described_gallery, gallery_section
from src.reporting.page.one_run import (
    believing,
    clocks_table,
    learning_section,
    players_section,
    repeating_section,
)
from src.reporting.page.words import (
    cheaper_words,
    learned_words,
    number_words,
    verdict_words,
)


@dataclass(frozen=True, eq=False)
class Together:
    """What several runs come to.

    Args:
        name: of what holds them together.
        members: the runs themselves; the first one's samples are shown.
        numbers: quoted, with their intervals.
        sentences: that only whoever compared them can say.
        tables: title to heads and rows.
        curves: a figure of all learning curves; ``None`` where nobody was taught.
        pictures: such as the plots of a sweep.
    """

    name: str
    about: Mapping[str, str]
    members: Sequence[RunFacts]
    numbers: Mapping[str, tuple[float, Interval | None]] = field(default_factory=dict)
    sentences: Sequence[str] = ()
    tables: Mapping[str, tuple[Sequence[str], Sequence[Sequence[str]]]] = field(
        default_factory=dict
    )
    curves: Any = None
    verdict: Verdict | None = None
    pictures: Sequence[Shown] = ()
    config: str = ""
    command: str | None = None


def seeds_page(together: Together, middle: Mapping[str, Any] | None) -> str:
    """One configuration with several seeds.

    Args:
        middle: columns of the mean curve; ``None`` where nobody was taught.
    """
    members = together.members
    lead = [learned_words([one.clocks for one in members])]
    lead += [cheaper_words([one.rows for one in members]), *together.sentences]
    learning = ""
    clocks = [one.clocks for one in members if one.clocks]
    if middle is not None and clocks:
        names = [name for name in clocks[0] if all(name in own for own in clocks)]
        by_clock = {name: [own[name] for own in clocks] for name in names}
        figure = repeated_figure(by_clock[names[0]], middle, together.name, by_clock)
        caption = "Test F1 of every seed, their mean with its interval, and the mean by each clock."
        learning = parts.section("How fast it learned", parts.chart(figure, caption),
                                 clocks_table(clocks), believing())  # fmt: skip
    return _page(together, lead, learning)


def comparison_page(together: Together, curves: Mapping[str, Any]) -> str:
    """Runs side by side; the first is what the others are measured against."""
    learning = ""
    if curves:
        figure = compared_figure(curves, "Which learns faster?")
        caption = "Test F1 against the recorded time; every curve ends where its run does."
        learned = [
            parts.section(one.name, clocks_table([one.clocks])) for one in together.members
            if one.clocks
        ]  # fmt: skip
        learning = parts.section("How fast each learned", parts.chart(figure, caption),
                                 *learned, believing())  # fmt: skip
    return _page(together, together.sentences, learning)


def study_page(together: Together) -> str:
    """A sweep or a plan: what its runs come to, and the best of them whole."""
    best = together.members[0] if together.members else None
    return _page(together, together.sentences, learning_section(best) if best else "")


def _page(together: Together, lead: Sequence[str], learning: str) -> str:
    first = together.members[0] if together.members else None
    gallery = described_gallery(first.card, first.thumbnails, first.score) if first else None
    words = [*lead, verdict_words(together.verdict)]
    sections = [
        parts.paragraph(" ".join(filter(None, words)), "lead"),
        *(parts.section(title, parts.table(*own)) for title, own in together.tables.items()),
        parts.section("Plots", parts.pictures(together.pictures)),
        learning,
        parts.section("Verdict", parts.verdict(together.verdict)) if together.verdict else "",
        _numbers_section(together.numbers),
    ]
    if first is not None:
        sections += [
            parts.section("Before and after teaching", parts.paragraph(first.name, "quiet"),
                          parts.pictures(first.pictures)) if first.pictures else "",
            parts.paragraph(f"The samples are those of {first.name}.", "quiet") if gallery else "",
            gallery_section(gallery),
            players_section(first.players),
        ]  # fmt: skip
    repeated = RunFacts(together.name, {}, config=together.config, command=together.command)
    sections.append(repeating_section(repeated))
    scenes = first.players if first else ()
    return document(together.name, together.about, sections, gallery, scenes)


def _numbers_section(numbers: Mapping[str, tuple[float, Interval | None]]) -> str:
    rows = [
        [name, number_words(value), f"{number_words(own.low)} – {number_words(own.high)}" if own
         else ""] for name, (value, own) in numbers.items()
    ]  # fmt: skip
    return parts.section("Numbers", parts.table(["metric", "value", "95 % interval"], rows))
