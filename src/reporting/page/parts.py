"""Pieces of HTML; every word that is not ours goes through ``escape``."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from src.core import Outcome, Verdict
from src.reporting.drawing.figures import vectors_of
from src.reporting.page.facts import Shown
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, css

SVG = "image/svg+xml"
LEGEND = {"correct": CORRECT, "missed": MISSED, "spurious": SPURIOUS, "true outline": OUTLINE}


def section(title: str, *bodies: str, anchor: str = "") -> str:
    """A heading and what belongs to it; nothing where nothing does."""
    body = "\n".join(filter(None, bodies))
    place = f' id="{escape(anchor)}"' if anchor else ""
    return f"<section{place}><h2>{escape(title)}</h2>\n{body}</section>" if body else ""


def paragraph(text: str, kind: str = "") -> str:
    """A text of our own or of anybody else's."""
    return f"<p{_class(kind)}>{escape(text)}</p>" if text else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Words in lines; numbers stand to the right."""
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{whole}</div>' if body else ""


def facts(pairs: Mapping[str, str]) -> str:
    """Names and what they are."""
    own = (
        f"<div><dt>{escape(name)}</dt><dd>{escape(word)}</dd></div>" for name, word in pairs.items()
    )
    return f"<dl>{''.join(own)}</dl>" if pairs else ""


def picture(shown: Shown) -> str:
    """A picture over its caption; as a picture an SVG can run nothing."""
    return (
        f'<figure><img alt="{escape(shown.caption)}" src="{address(shown.content, shown.kind)}">'
        f"<figcaption>{escape(shown.caption)}</figcaption></figure>"
    )


def pictures(shown: Iterable[Shown]) -> str:
    """Several, beside one another where there is room."""
    own = "".join(picture(one) for one in shown)
    return f'<div class="pictures">{own}</div>' if own else ""


def chart(figure: Any, caption: str) -> str:
    """A chart as vectors."""
    return picture(Shown(caption, vectors_of(figure), SVG))


def address(content: bytes, kind: str) -> str:
    """An address that holds the file itself."""
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def verdict(judged: Verdict | None) -> str:
    """The outcome, and its reasons one by one."""
    if judged is None:
        return paragraph("No gate was asked for, so nothing was judged: gate=NAME.", "quiet")
    reasons = "".join(
        f'<li><span class="badge {outcome_class(reason.outcome)}">{escape(reason.outcome)}</span> '
        f"<b>{escape(reason.criterion)}</b>: {escape(reason.sentence)}</li>"
        for reason in judged.reasons
    )
    word = escape(judged.outcome)
    badge = f'<span class="badge {outcome_class(judged.outcome)}">{word}</span>'
    return f'<p class="verdict">{badge}</p><ul class="reasons">{reasons}</ul>'


def outcome_class(outcome: Outcome) -> str:
    """The name of its look."""
    return outcome.value.lower()


def legend() -> str:
    """What the colours mean, everywhere."""
    keys = (
        f'<span class="key" style="background:{css(colour)}"></span>{escape(word)}'
        for word, colour in LEGEND.items()
    )
    return f'<p class="legend">{" ".join(keys)}</p>'


def folded(title: str, text: str) -> str:
    """A long text that opens when asked for."""
    if not text:
        return ""
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"


def _class(kind: str) -> str:
    return f' class="{escape(kind)}"' if kind else ""
