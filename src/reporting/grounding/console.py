"""Rates with intervals on a terminal: by size, by whatever else tells questions apart."""

from collections.abc import Iterator, Sequence

import numpy as np
from rich.markup import escape
from rich.table import Table

from src.core import Scorecard
from src.core import Table as Columns
from src.core.metric_names import at, place_of
from src.scoring.grounding import tables
from src.scoring.grounding.coordinates import RIGHT
from src.scoring.grounding.parts import ALL, JOINT, SIZE

SIZES = {"under_32": "< 32 px", "32_to_100": "32–100 px", "over_100": "> 100 px"}
"""Parts by size, as people write them."""

UNCHANGED = "none"
"""The transform of a picture that was shown as it is."""

MOST = 40
"""Parts that a terminal shows; of more, those with the most targets."""


def rules_of(card: Scorecard) -> dict[str, str]:
    """By which rules a card was made; none of a card without questions."""
    rules = card.tables.get(tables.RULES)
    return {} if rules is None else dict(zip(*map(list, rules.values()), strict=True))


def rule_words(metric: str) -> str:
    """``by point``, or ``IoU ≥ 0.50``."""
    threshold = place_of(metric)
    return f"IoU ≥ {threshold}" if threshold else "by point"


def rates(card: Scorecard) -> list[str]:
    """The rates of detection that a card has, by every rule."""
    thresholds = rules_of(card)["iou"].split()
    return ["detection_rate", *(at("detection_rate", own) for own in thresholds)]


def size_table(card: Scorecard) -> Table:
    """The whole set and its sizes, by every rule, with intervals."""
    rules, parts = rules_of(card), card.tables[tables.PARTS]
    title = f"Detection rate by size: the {rules['size']}"
    table = _table(title, "longer side", card)
    for place in _places(parts, SIZE):
        word = SIZES.get(str(parts["part"][place]), "all")
        table.add_row(word, *_cells(parts, place, rates(card)))
    table.caption = (
        f"edge {rules['edge']}; intervals of {float(rules['level']):.0%}: {rules['intervals']}; "
        "errors are neither hit nor miss"
    )
    table.caption_justify = "left"
    return table


def parts_table(card: Scorecard) -> Table | None:
    """Every other word that questions are told apart by; nothing where there is none."""
    parts = card.tables[tables.PARTS]
    others = ~np.isin(parts["by"], [ALL, SIZE]) & (np.char.find(parts["by"], JOINT) < 0)
    chosen = np.flatnonzero(others & (parts["targets"] > 0))
    if not len(chosen):
        return None
    title = "Detection rate by part"
    if len(chosen) > MOST:
        largest = np.argsort(-parts["targets"][chosen], kind="stable")[:MOST]
        title += f" (the {MOST} largest of {len(chosen)}; all are in tables/{tables.PARTS})"
        chosen = np.sort(chosen[largest])
    table = _table(title, "part", card)
    for place in chosen:
        name = f"{parts['by'][place]}: {parts['part'][place]}"
        table.add_row(escape(name), *_cells(parts, int(place), rates(card)))
    return table


def hits_sentence(card: Scorecard) -> str:
    """How many targets were hit, by every rule that says something."""
    counts = [
        f"{card.metrics[rate.replace('detection_rate', 'hits')]:.0f} {rule_words(rate)}"
        for rate in rates(card)
        if not np.isnan(card.metrics[rate])
    ]
    return f"hits: {', '.join(counts) or 'none'}, of {card.metrics['targets']:.0f} targets"


def failure_sentence(card: Scorecard) -> str:
    """The mistakes by kind, from the commonest, and a fault that they have in common."""
    failures = card.tables[tables.FAILURES]
    rows = zip(failures["meaning"].tolist(), failures["questions"].tolist(), strict=True)
    words = [f"{meaning} {count}" for meaning, count in rows if count]
    coordinates = rules_of(card)["coordinates"]
    # Where there is no mistake nobody asks whether there is one in common.
    common = f"\ncoordinates {coordinates}" if words and coordinates != RIGHT else ""
    return f"mistakes: {', '.join(words) or 'none'}{common}"


def looks_sentence(card: Scorecard) -> str | None:
    """What came from changed pictures; nothing where all answers came from unchanged ones."""
    looks = card.tables[tables.TRANSFORMS]
    changed = looks["transform_used"] != UNCHANGED
    if not changed.any():
        return None
    answers, hits = (int(looks[name][changed].sum()) for name in ("answers", "hits"))
    return (
        f"transforms: {answers} of {looks['answers'].sum()} answers came from a changed picture, "
        f"{hits} of them hits by point; what the unchanged one earns alone is not recorded here: "
        "run the same with transforms=none"
    )


def printed(card: Scorecard) -> Sequence[object]:
    """What a terminal shows below the numbers."""
    if not rules_of(card):
        return ()
    shown = [size_table(card), parts_table(card), hits_sentence(card), failure_sentence(card)]
    shown.append(looks_sentence(card))
    return tuple(own for own in shown if own is not None)


def _table(title: str, heading: str, card: Scorecard) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(heading, overflow="fold")
    for name in ("targets", "errors"):
        table.add_column(name, justify="right")
    for rate in rates(card):
        table.add_column(rule_words(rate), justify="right", no_wrap=True)
    return table


def _places(parts: Columns, by: str) -> Iterator[int]:
    """The rows of one kind of part, the whole set last."""
    for wanted in (by, ALL):
        yield from np.flatnonzero(parts["by"] == wanted).tolist()


def _cells(parts: Columns, place: int, names: Sequence[str]) -> list[str]:
    counts = [f"{parts[name][place]:.0f}" for name in ("targets", "errors")]
    return counts + [escape(rate_words(parts, place, name)) for name in names]


def rate_words(parts: Columns, place: int, name: str) -> str:
    """``0.823 [0.790, 0.851]``; a dash where there is no rate."""
    rate = float(parts[name][place])
    if np.isnan(rate):
        return "–"
    ends = [parts.get(f"{name}_{end}") for end in ("low", "high")]
    known = [float(own[place]) for own in ends if own is not None]
    if len(known) < 2 or np.isnan(known).any():
        return f"{rate:.3f}"
    return f"{rate:.3f} [{known[0]:.3f}, {known[1]:.3f}]"
