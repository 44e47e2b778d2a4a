"""Whether a scorecard is good enough."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """The three answers a gate can give."""

    PASS = "PASS"
    FAIL = "FAIL"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class Reason:
    """One criterion, its outcome, and the sentence that explains it."""

    criterion: str
    outcome: Outcome
    sentence: str


@dataclass(frozen=True)
class Verdict:
    """The answer of a gate, with one reason per criterion."""

    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a verdict needs at least one reason")

    @property
    def outcome(self) -> Outcome:
        """FAIL if any criterion fails, else INCONCLUSIVE if any is, else PASS."""
        outcomes = {reason.outcome for reason in self.reasons}
        for outcome in (Outcome.FAIL, Outcome.INCONCLUSIVE):
            if outcome in outcomes:
                return outcome
        return Outcome.PASS
