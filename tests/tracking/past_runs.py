"""Recorded runs without a store."""

from datetime import UTC, datetime
from typing import Any

from src.tracking import keys
from src.tracking.archive import PastRun


def past(name: str, metrics: dict[str, float] | None = None, **changed: Any) -> PastRun:
    """A run that was."""
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    known: dict[str, Any] = {"parameters": {}, "tags": {keys.FINGERPRINT: "aa"}} | changed
    return PastRun(
        id=name,
        name=name,
        experiment="brushwork",
        experiment_id="1",
        status="FINISHED",
        started=moment,
        ended=moment,
        metrics=metrics or {},
        artifacts="",
        **known,
    )
