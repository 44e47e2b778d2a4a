"""What came of a run in Markdown, where MLflow shows it: verdict first, then what people quote."""

from collections.abc import Iterator, Mapping, Sequence

from src.core import Interval, Scorecard, Verdict
from src.tracking import keys
from src.tracking.record.names import accepted

QUOTED, LEARNED = 8, 4
"""Lines of the table at most: of the scorecard, and of what teaching came to."""

Line = tuple[str, float, Interval | None]


def scored(card: Scorecard, stage: str, learned: Mapping[str, float]) -> list[Line]:
    """The headlines of one run by the names that MLflow has them under."""
    lines: list[Line] = [
        (keys.LEARNING + name, value, None) for name, value in [*learned.items()][:LEARNED]
    ]
    for name in (card.main or tuple(card.metrics))[:QUOTED]:
        own = accepted(f"{stage}/{name}")
        lines.append((own, card.metrics[name], card.intervals.get(name)))
    return lines


def description(
    about: str, lines: Sequence[Line], verdict: Verdict | None = None, note: str | None = None
) -> str:
    """The text.

    Args:
        about: what was done, in one sentence.
        note: what a person said of the run.
    """
    return "\n\n".join(part for part in _parts(about, lines, verdict, note) if part) + "\n"


def _parts(
    about: str, lines: Sequence[Line], verdict: Verdict | None, note: str | None
) -> Iterator[str]:
    yield _plain(note or "")
    if verdict:
        yield f"**{verdict.outcome.value}**"
        yield "\n".join(
            f"- {reason.outcome.value}: {_plain(reason.sentence)}" for reason in verdict.reasons
        )
    if lines:
        head = ["| metric | value | interval |", "|---|---:|---:|"]
        yield "\n".join([*head, *(_row(*line) for line in lines)])
    yield _plain(about)
    yield f"All numbers: `{keys.TABLES}/{keys.RESULTS}.csv`."


def _row(name: str, value: float, interval: Interval | None) -> str:
    between = "" if interval is None else f"{interval.low:.4f} – {interval.high:.4f}"
    return f"| {_plain(name)} | {value:.4f} | {between} |"


def _plain(text: str) -> str:
    """A text that is no markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
