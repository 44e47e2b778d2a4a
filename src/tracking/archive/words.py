"""Moments, durations and numbers of runs in the words of a table."""

from datetime import datetime

UNKNOWN = "–"
COLOURS = {"FINISHED": "green", "FAILED": "red", "KILLED": "yellow", "RUNNING": "cyan"}


def status_word(status: str) -> str:
    """The status in its colour."""
    colour = COLOURS.get(status, "white")
    return f"[{colour}]{status}[/{colour}]"


def moment_words(moment: datetime) -> str:
    """Local time."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def duration_words(seconds: float | None) -> str:
    """Seconds in the two largest units."""
    if seconds is None:
        return UNKNOWN
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}h {minutes:02}m"
    return f"{minutes}m {rest:02}s" if minutes else f"{seconds:.1f}s"


def number_words(number: float | None) -> str:
    """Four significant digits; a dash where there is no number."""
    return UNKNOWN if number is None else f"{number:.4g}"
