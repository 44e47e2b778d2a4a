"""The page itself: one file, without network, in which no name is ever run."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from src.reporting.page.parts import facts
from src.reporting.playback import player

POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; script-src "
)


def document(
    title: str,
    about: Mapping[str, str],
    sections: Sequence[str],
    gallery: Mapping[str, Any] | None = None,
    scenes: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The HTML.

    Args:
        about: a line of facts below the title.
        sections: HTML of our own making, in which every word from outside is escaped.
        gallery: what ``src.reporting.page.gallery`` describes.
        scenes: what the players play.
    """
    own = _part("page.js")
    pages = [player.page_of(scene) for scene in scenes]
    # Nothing runs but these two, whatever a name, a label or a stored page says.
    allowed = [_hash(own)] + ([_hash(f"\n{player.script()}")] if pages else [])
    data = json.dumps({"gallery": gallery, "players": pages}, separators=(",", ":"))
    parts = {
        "policy": escape(POLICY + " ".join(allowed)),
        "title": escape(title),
        "about": facts(about),
        "style": _part("page.css"),
        "body": "\n".join(filter(None, sections)),
        # "<" would let a name end the script element early.
        "data": data.replace("<", "\\u003c"),
        "script": own,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], _part("page.html"))


def _hash(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
