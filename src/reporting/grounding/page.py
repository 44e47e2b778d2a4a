"""The page of mistakes: one file that any browser shows, and that runs nothing."""

import base64
import io
from collections.abc import Mapping, Sequence
from html import escape

from PIL import Image

from src.core import Scorecard, Table
from src.reporting.drawing.pictures import Pixels
from src.reporting.grounding.console import (
    SIZES,
    looks_sentence,
    rate_words,
    rates,
    rule_words,
    rules_of,
)
from src.reporting.grounding.mistakes import Mistake
from src.reporting.palette import CORRECT, MISSED, OUTLINE
from src.scoring.grounding import tables
from src.scoring.grounding.failures import KINDS
from src.scoring.grounding.parts import ALL, SIZE

FILE = "failures.html"

# Nothing may be loaded or run, whatever a text of a screenshot or the name of a file says.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
  color: #18181b; background: #fafafa; }
h2 { margin-top: 2.2rem; } table { border-collapse: collapse; background: #fff; }
th, td { padding: .3rem .7rem; border: 1px solid #d4d4d8; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.crops { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; background: #fff; border: 1px solid #d4d4d8; padding: .6rem; max-width: 42rem; }
figure img { max-width: 100%; display: block; } figcaption { font-size: 13px; margin-top: .4rem; }
.key { display: inline-block; width: .9em; height: .9em; border: 1px solid #000; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .6rem; margin: .3rem 0 0; }
dt { color: #71717a; } dd { margin: 0; overflow-wrap: anywhere; }
"""


def failure_page(title: str, card: Scorecard, mistakes: Mapping[str, Sequence[Mistake]]) -> str:
    """The mistakes of a run by kind, with crops, under its rates by size."""
    failures = card.tables[tables.FAILURES]
    counts = dict(zip(failures["kind"].tolist(), failures["questions"].tolist(), strict=True))
    kinds = [kind for kind in failures["kind"].tolist() if counts[kind]]
    sections = [_section(kind, counts[kind], mistakes.get(kind, ())) for kind in kinds]
    return "\n".join([
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        f"<title>{escape(title)}: mistakes</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        _rules(card),
        _sizes(card),
        "<h2>Mistakes by kind</h2>",
        _kinds(failures),
        f"<p>{escape(looks_sentence(card) or '')}</p>",
        _legend(),
        *sections,
        "</body></html>\n",
    ])  # fmt: skip


def _rules(card: Scorecard) -> str:
    words = "; ".join(f"{name}: {value}" for name, value in rules_of(card).items())
    return f"<p>{escape(words)}</p>"


def _sizes(card: Scorecard) -> str:
    parts = card.tables[tables.PARTS]
    heads = ["longer side", "targets", "errors", *(rule_words(own) for own in rates(card))]
    rows = []
    for place, (by, part) in enumerate(zip(parts["by"], parts["part"], strict=True)):
        if by in (ALL, SIZE):
            cells = [SIZES.get(str(part), "all")]
            cells += [f"{parts[name][place]:.0f}" for name in ("targets", "errors")]
            cells += [rate_words(parts, place, own) for own in rates(card)]
            rows.append(cells)
    return _table(heads, rows)


def _kinds(failures: Table) -> str:
    rows = zip(
        *(failures[name].tolist() for name in ("meaning", "questions", "share")), strict=True
    )
    cells = [[meaning, str(count), f"{share:.1%}"] for meaning, count, share in rows if count]
    return _table(["kind", "questions", "share"], cells) if cells else "<p>None.</p>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _legend() -> str:
    words = {"target": OUTLINE, "chosen, or where the answer points": MISSED, "click": CORRECT}
    keys = (
        f'<span class="key" style="background: rgb{colour}"></span> {escape(word)}'
        for word, colour in words.items()
    )
    return f"<p>{' &nbsp; '.join(keys)}</p>"


def _section(kind: str, count: int, mistakes: Sequence[Mistake]) -> str:
    head = f"<h2>{escape(KINDS[kind])} ({count})</h2>"
    crops = "".join(_figure(mistake) for mistake in mistakes)
    return f'<section>{head}<div class="crops">{crops}</div></section>'


def _figure(mistake: Mistake) -> str:
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(word)}</dd>" for name, word in mistake.words.items()
    )
    picture = base64.b64encode(png_bytes(mistake.picture)).decode()
    return (
        f'<figure><img alt="{escape(mistake.question)}" src="data:image/png;base64,{picture}">'
        f"<figcaption>{escape(mistake.name)}<dl>{facts}</dl></figcaption></figure>"
    )


def png_bytes(pixels: Pixels) -> bytes:
    """A picture as a PNG file."""
    content = io.BytesIO()
    Image.fromarray(pixels).save(content, format="PNG")
    return content.getvalue()
