"""Who guides a search where nobody says who: a chat server if there is one, else nobody."""

from collections.abc import Callable

from src.detectors.grounding.chat.planner import ChatPlanner
from src.detectors.grounding.crops.planner import Density, Planner
from src.detectors.grounding.http.client import Client


def usual_planner(
    client: Callable[..., Client],
    model: str,
    most: int = 8,
    max_tokens: int = 512,
    url: str | None = None,
) -> Planner:
    """The chat server at an address as the planner; density of proposals where none is given.

    Args:
        client: from an address to whoever asks the server; not called without one.
        model: the name under which the server has it.
    """
    return ChatPlanner(client(url=url), model, most, max_tokens) if url else Density()
