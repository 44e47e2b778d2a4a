"""What all questions come to, as tables: by part, by click, by size, by mistake, by type."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Row, Table
from src.core.answers import FOUND
from src.scoring.grounding.failures import KINDS
from src.scoring.grounding.parts import APART, Part
from src.scoring.grounding.sums import at
from src.scoring.rows import TAG

QUESTIONS = "questions"
"""Every question with its truth, its answer and how that was judged."""

PARTS, OFFSETS, SIDES = "parts", "click_offset", "element_size"
"""Numbers with intervals: by what is alike, by how far off a click is, by how large a target is."""

FAILURES, CONFUSION, TRANSFORMS, RULES = "failures", "confusion", "transforms", "rules"
"""Mistakes by kind, types that were taken for others, what helped, and by which rules all this."""

UNTYPED = "no type"
"""Of an answer whose element has none."""

Columns = dict[str, npt.NDArray[Any]]


def joined_questions(rows: Sequence[Row]) -> Table:
    """The questions of all pictures; a word that a picture does not know is empty there."""
    tables = [_named(row) for row in rows]
    if not tables:
        return {}
    names = dict.fromkeys(name for table in tables for name in table)
    return {
        name: np.concatenate([
            table[name] if name in table else np.full(len(table["question"]), "")
            for table in tables
        ])
        for name in names
    }  # fmt: skip


def _named(row: Row) -> Columns:
    questions = row.tables[QUESTIONS]
    count = len(questions["question"])
    tags = {TAG + name: np.full(count, value) for name, value in row.tags.items()}
    return {"name": np.full(count, row.name), "id": np.full(count, row.id), **questions, **tags}


def parts_table(parts: Sequence[Part]) -> Columns:
    """One row per part: its numbers, each rate followed by the ends of its interval."""
    columns: Columns = {
        "by": np.array([part.by for part in parts]),
        "part": np.array([part.value.replace(APART, " ") for part in parts]),
    }
    for name in parts[0].numbers if parts else ():
        columns[name] = np.array([part.numbers[name] for part in parts])
        ends = [part.intervals.get(name) for part in parts]
        if any(ends):
            for side in ("low", "high"):
                known = [np.nan if own is None else getattr(own, side) for own in ends]
                columns[f"{name}_{side}"] = np.array(known)
    columns["intervals"] = np.array([part.whose for part in parts])
    return columns


def failure_counts(table: Table) -> dict[str, int]:
    """Kind of mistake to how many of them there are."""
    if not table:
        return dict.fromkeys(KINDS, 0)
    kinds, counts = np.unique(table["kind"], return_counts=True)
    found = dict(zip(kinds.tolist(), counts.tolist(), strict=True))
    return {kind: int(found.get(kind, 0)) for kind in KINDS}


def failures_table(counts: Mapping[str, int]) -> Columns:
    """One row per kind of mistake, from the commonest."""
    order = sorted(counts, key=lambda kind: -counts[kind])
    total = max(sum(counts.values()), 1)
    return {
        "kind": np.array(order, str),
        "meaning": np.array([KINDS[kind] for kind in order], str),
        "questions": np.array([counts[kind] for kind in order], np.int64),
        "share": np.array([counts[kind] / total for kind in order], float),
    }


def confusion_table(table: Table) -> Columns:
    """How often a target of one type was answered by an element of another.

    Answers that found nothing, or failed, stand in the column of their outcome.
    """
    targets = table["target"] & (table["type"] != "")
    typed = np.where(table["chosen_type"] == "", UNTYPED, table["chosen_type"])
    chosen = np.where(table["outcome"] == FOUND, typed, table["outcome"])
    pairs = Counter(zip(table["type"][targets].tolist(), chosen[targets].tolist(), strict=True))
    order = sorted(pairs)
    return {
        "true_type": np.array([true for true, _ in order], str),
        "chosen_type": np.array([chosen for _, chosen in order], str),
        "questions": np.array([pairs[pair] for pair in order], np.int64),
    }


def transforms_table(table: Table, threshold: float) -> Columns:
    """What each transform of the picture was good for."""
    targets = table["target"]
    used = table["transform_used"][targets]
    right = {
        "hits": table["hit"][targets],
        at("hits", threshold): np.nan_to_num(table["iou"][targets]) >= threshold,
    }
    names = sorted({*used.tolist()})
    return {
        "transform_used": np.array(names, str),
        "answers": np.array([(used == name).sum() for name in names], np.int64),
        **{
            rule: np.array([(own & (used == name)).sum() for name in names], np.int64)
            for rule, own in right.items()
        },
    }


def rules_table(rules: Mapping[str, str]) -> Columns:
    """By which rules a card was made."""
    return {"rule": np.array([*rules], str), "value": np.array([*rules.values()], str)}
