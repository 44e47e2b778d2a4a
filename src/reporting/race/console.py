"""The cards of race photos on a terminal."""

from collections.abc import Mapping, Sequence

from rich.markup import escape
from rich.table import Table

from src.core import Scorecard
from src.scoring.race.row import RIGHTNESS, STATUS
from src.scoring.race.sums import BY_FACE, BY_NUMBER, CLUSTERING, FOUND, LOST, NUMBERS, OCR

FOUND_METRICS = ("precision", "recall", "f1")
SEARCH_METRICS = ("top_1", "recall_at_1", "recall_at_5", "recall_at_10", "precision", "map")
PART_METRICS = (
    *(
        f"{NUMBERS}/recall",
        "bibs/recall",
        "bibs/f1",
        f"{OCR}/accuracy",
        "faces/precision",
        "faces/recall",
    ),
    *("links/f1", f"{BY_FACE}/recall_at_5"),
)
"""What is told of every part; recall alone where a part is one of boxes."""

WORST = 8
"""Photos that are listed."""


def printed(card: Scorecard) -> Sequence[object]:
    """Tables and sentences, from what was found to who finds himself."""
    if not card.rows:
        return ()
    shown: list[object] = [found_table(card), status_words(card), clustering_words(card)]
    shown += [search_table(card), lost_words(card), parts_table(card), worst_table(card)]
    return [own for own in shown if own]


def found_table(card: Scorecard) -> Table:
    """Precision, recall and F1 of numbers, boxes and links; accuracy of readings."""
    table = Table(title="Found", title_justify="left")
    for heading in ("card", "photos", "true", *FOUND_METRICS):
        table.add_column(heading, justify="left" if heading == "card" else "right")
    for name in FOUND:
        counts = [f"{card.metrics[f'{name}/{count}']:.0f}" for count in ("photos", "true")]
        table.add_row(
            name, *counts, *(escape(_number(card, f"{name}/{own}")) for own in FOUND_METRICS)
        )
    return table


def status_words(card: Scorecard) -> str:
    """How many photos were read wholly, partly or not; how bibs that were found were read."""
    statuses = [str(own) for own in card.rows[STATUS].tolist()]
    counts = ", ".join(f"{statuses.count(own)} {own}" for own in ("PASS", "PARTIAL", "MISS"))
    accuracy, edits = (_number(card, f"{OCR}/{name}") for name in ("accuracy", "edit_distance"))
    words = f"numbers: {counts}; readings of found bibs: {accuracy} exact, {edits} letters wrong"
    unscored = {name: card.metrics[f"{name}/unscored"] for name in FOUND}
    left = ", ".join(f"{count:.0f} without {name}" for name, count in unscored.items() if count)
    return escape(f"{words}{f'; photos not scored: {left}' if left else ''}")


def clustering_words(card: Scorecard) -> str:
    """How well faces were grouped; "" where nobody said who they are, or nothing measured them."""
    faces = card.metrics[f"{CLUSTERING}/faces"]
    if not faces:
        return ""
    people, groups = (card.metrics[f"{CLUSTERING}/{name}"] for name in ("people", "clusters"))
    names = ("pairwise_precision", "pairwise_recall", "pairwise_f1", "nmi", "b3_f1")
    scores = ", ".join(f"{name} {_number(card, f'{CLUSTERING}/{name}')}" for name in names)
    return escape(f"{faces:.0f} faces of {people:.0f} people in {groups:.0f} groups: {scores}")


def search_table(card: Scorecard) -> Table | None:
    """Who would find the photos of himself."""
    rows = {BY_NUMBER: "by number", BY_FACE: "by face"}
    if not any(card.metrics[f"{name}/queries"] for name in rows):
        return None
    table = Table(title="Photos of me", title_justify="left")
    for heading in ("", "people", *SEARCH_METRICS):
        table.add_column(heading, justify="right" if heading else "left")
    for name, words in rows.items():
        asked = f"{card.metrics[f'{name}/queries']:.0f}"
        table.add_row(
            words, asked, *(escape(_number(card, f"{name}/{own}")) for own in SEARCH_METRICS)
        )
    return table


def lost_words(card: Scorecard) -> str:
    """At which stage wanted photos are lost."""
    sentences = []
    for name, stages in LOST.items():
        if card.metrics[f"{name}/queries"]:
            shares = (f"{card.metrics[f'{name}/lost_{stage}']:.3f} by {stage}" for stage in stages)
            sentences.append(f"{name.replace('_', ' ')}: {', '.join(shares)}")
    return f"wanted photos that are lost {'; '.join(sentences)}" if sentences else ""


def parts_table(card: Scorecard) -> Table | None:
    """Every part that the card has."""
    if not card.slices:
        return None
    table = Table(title="Parts", title_justify="left")
    table.add_column("part")
    for heading in PART_METRICS:
        table.add_column(heading, justify="right")
    for part, numbers in card.slices.items():
        table.add_row(escape(part), *(_plain(numbers, name) for name in PART_METRICS))
    return table


def worst_table(card: Scorecard) -> Table | None:
    """The photos that were read worst."""
    scores = card.rows[RIGHTNESS]
    order = [place for place in scores.argsort(kind="stable").tolist() if scores[place] < 1]
    if not order:
        return None
    table = Table(title="The worst photos", title_justify="left")
    for heading in ("photo", "numbers", RIGHTNESS):
        table.add_column(heading, overflow="fold")
    for place in order[:WORST]:
        cells = (str(card.rows[name][place]) for name in ("name", STATUS))
        table.add_row(*map(escape, cells), f"{float(scores[place]):.3f}")
    return table


def _plain(numbers: Mapping[str, float], name: str) -> str:
    value = numbers.get(name, float("nan"))
    return "–" if value != value else f"{value:.3f}"


def _number(card: Scorecard, name: str) -> str:
    """A metric with its interval."""
    value, interval = _plain(card.metrics, name), card.intervals.get(name)
    if value == "–" or interval is None or interval.low != interval.low:
        return value
    return f"{value} [{interval.low:.2f}–{interval.high:.2f}]"
