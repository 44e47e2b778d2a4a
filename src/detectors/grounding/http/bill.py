"""What answers cost, whenever they were paid for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Ge

from src.detectors.grounding.method import SECONDS

REQUESTS, TOKENS_IN, TOKENS_OUT, MONEY = "requests", "tokens_in", "tokens_out", "money"
MILLION = 1e6

Price = Annotated[float, Ge(0)]


@dataclass(frozen=True)
class Prices:
    """What a server charges, in any currency; all 0 where money plays no part."""

    per_request: Price = 0.0
    per_million_in: Price = 0.0
    per_million_out: Price = 0.0

    def bill(self, content: Any, requests: int, seconds: float | None = None) -> dict[str, float]:
        """Requests, seconds, tokens where the answer tells them, money where it has a price."""
        spent: dict[str, float] = {REQUESTS: requests}
        if seconds is not None:
            spent[SECONDS] = seconds
        usage = content.get("usage") if isinstance(content, Mapping) else None
        if isinstance(usage, Mapping):
            spent[TOKENS_IN] = _count(usage.get("prompt_tokens"))
            spent[TOKENS_OUT] = _count(usage.get("completion_tokens"))
        if self.per_request or self.per_million_in or self.per_million_out:
            tokens = self.per_million_in * spent.get(TOKENS_IN, 0)
            tokens += self.per_million_out * spent.get(TOKENS_OUT, 0)
            spent[MONEY] = self.per_request * requests + tokens / MILLION
        return spent


def _count(number: Any) -> float:
    return float(number) if isinstance(number, int) and number >= 0 else 0.0
