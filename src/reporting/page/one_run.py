"""The page of one run: a session, or an evaluation."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from src.core import Scorecard
from src.reporting.curves import Clocks, learning_figure
from src.reporting.headline import clock_rows, headline
from src.reporting.page import parts
from src.reporting.page.document import document
from src.reporting.page.facts import RunFacts
from src.reporting.page.gallery import described_gallery, gallery_section
from src.reporting.page.words import (
    BELIEVE,
    cheaper_words,
    learned_words,
    number_words,
    scored_words,
    verdict_words,
)


def run_page(facts: RunFacts) -> str:
    """The answer on top, then what it rests on."""
    gallery = described_gallery(facts.card, facts.thumbnails, facts.score)
    sections = [
        parts.paragraph(lead(facts), "lead"),
        learning_section(facts),
        parts.section("Verdict", parts.verdict(facts.verdict)),
        scores_section(facts.card),
        parts.section("Before and after teaching", parts.pictures(facts.pictures)),
        gallery_section(gallery),
        players_section(facts.players),
        repeating_section(facts),
    ]
    return document(facts.name, facts.about, sections, gallery, facts.players)


def lead(facts: RunFacts) -> str:
    """The one paragraph of plain words."""
    return " ".join(filter(None, (
        learned_words([facts.clocks]),
        cheaper_words([facts.rows]),
        scored_words(facts.card, facts.about),
        verdict_words(facts.verdict),
    )))  # fmt: skip


def learning_section(facts: RunFacts) -> str:
    """The curve with all clocks, and which to believe for what."""
    if not facts.clocks:
        return ""
    caption = (
        "Test F1 after every image. The strokes are the same on every line; the grey band lies "
        "between the fastest clock and the slowest."
    )
    figure = learning_figure(facts.rows, facts.name, facts.clocks)
    return parts.section("How fast it learned", parts.chart(figure, caption),
                         clocks_table([facts.clocks]), believing())  # fmt: skip


def clocks_table(clocks: Sequence[Clocks]) -> str:
    """Time to levels of F1, and altogether, by every clock; means over seeds."""
    return parts.table(*clock_rows(clocks))


def believing() -> str:
    """Which clock to believe for what."""
    table = parts.table(["clock", "believe it for"], [[*own] for own in BELIEVE.items()])
    return table.replace("<table>", '<table class="words">')


def scores_section(card: Scorecard | None) -> str:
    """The quoted numbers, then all of them."""
    if card is None or not card.metrics:
        return ""
    chosen, heads = headline(card), ["metric", "value", "95 % interval"]
    everything = parts.table(heads, _score_rows(card, card.metrics))
    rest = f"<details><summary>all {len(card.metrics)} numbers</summary>{everything}</details>"
    return parts.section(
        f"Scores of {len(card)} images",
        parts.table(heads, _score_rows(card, chosen)),
        rest if len(card.metrics) > len(chosen) else "",
    )


def players_section(scenes: Sequence[Mapping[str, Any]]) -> str:
    """A button for every annotation that can be watched."""
    buttons = " ".join(
        f'<button type="button" class="play">▶ {escape(str(scene["title"]))}: '
        f"{escape(str(scene['phase']))}</button>"
        for scene in scenes
    )
    frame = '<iframe id="player" sandbox="allow-scripts" hidden title="The annotation"></iframe>'
    return parts.section("Watch the annotator", f"<p>{buttons}</p>{frame}" if scenes else "")


def repeating_section(facts: RunFacts) -> str:
    """The command, and the whole configuration."""
    command = f"<pre>{escape(facts.command)}</pre>" if facts.command else ""
    return parts.section("Repeat it", command, parts.folded("configuration", facts.config))


def _score_rows(card: Scorecard, numbers: Mapping[str, float]) -> list[list[str]]:
    ends = {name: card.intervals.get(name) for name in numbers}
    return [
        [
            name,
            number_words(value),
            f"{number_words(own.low)} – {number_words(own.high)}" if (own := ends[name]) else "",
        ]
        for name, value in numbers.items()
    ]
