"""One question with a picture to a chat server, and the words that come back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.request import Reply, Request
from src.detectors.grounding.method import UnansweredError

VERSIONED = re.compile(r"/v\d+\w*$")
COMPLETIONS, MODELS = "/chat/completions", "/models"


@dataclass(frozen=True)
class Words:
    """What a server said, and what that cost.

    Args:
        cut: whether it was stopped for length.
    """

    text: str
    cut: bool
    reply: Reply


def asked(
    client: Client,
    model: str,
    picture: str,
    text: str,
    *,
    system: str = "",
    image_first: bool = True,
    max_tokens: int = 256,
) -> Words:
    """What a model says to a picture and a text, at temperature 0.

    Args:
        picture: PNG in base64.
    """
    shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
    said = {"type": "text", "text": text}
    content = [shown, said] if image_first else [said, shown]
    first = [{"role": "system", "content": system}] if system else []
    payload = {
        "model": model,
        "messages": [*first, {"role": "user", "content": content}],
        "temperature": 0,
        "max_tokens": max_tokens,
    }
    path, probe = _paths(client.address)
    reply = client.post(Request(path, payload, probe))
    return _words(reply)


def _paths(url: str) -> tuple[str, str]:
    """What is added to an address, which may name the version or all of the path."""
    if url.endswith(COMPLETIONS):
        return "", ""
    return (COMPLETIONS, MODELS) if VERSIONED.search(url) else (f"/v1{COMPLETIONS}", f"/v1{MODELS}")


def _words(reply: Reply) -> Words:
    content = reply.content
    try:
        choice = content["choices"][0]
        message = choice["message"]
        text = _text(message.get("content")) + _called(message.get("tool_calls"))
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        reason = "format: the answer has no choices with a message"
        raise UnansweredError(reason, reply.spent) from error
    return Words(text, choice.get("finish_reason") == "length", reply)


def _text(content: Any) -> str:
    """Words, or parts of which some are words."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(
        str(part["text"]) for part in parts if isinstance(part, Mapping) and "text" in part
    )


def _called(calls: Any) -> str:
    """The arguments of tools that a model wants to use, as it wrote them."""
    functions = [call.get("function") or {} for call in calls] if isinstance(calls, list) else []
    return "".join(f"\n{function.get('arguments', '')}" for function in functions)
