"""A chart as pixels and as vectors, the same bytes every time."""

import io
import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Sink

Pixels = npt.NDArray[np.uint8]

RULES = {"svg.hashsalt": "brushwork", "svg.fonttype": "none", "pdf.fonttype": 42}
"""Texts stay texts, so that a journal can set them; ids do not change from run to run."""

DPI = 110


def new_axes(title: str, size: tuple[float, float] = (8, 4.5)) -> Any:
    """Empty axes without the two spines that say nothing."""
    from matplotlib.figure import Figure

    axes = Figure(figsize=size, dpi=DPI, layout="constrained").add_subplot()
    # A name may hold dollars, which are no formula.
    axes.set_title(title, loc="left", fontsize=11).set_parse_math(False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes


def clear_legend(axes: Any) -> None:
    """What lines mean, where the fewest of them run, and on paper of its own where some do."""
    look = {"fontsize": 8, "framealpha": 0.8, "edgecolor": "none"}
    for text in axes.legend(loc="best", **look).get_texts():
        text.set_parse_math(False)


def pixels_of(figure: Any) -> Pixels:
    """(height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    canvas, png = FigureCanvasAgg(figure), io.BytesIO()
    canvas.print_figure(png, format="png", dpi=figure.dpi, bbox_inches=_edges(figure))
    return np.asarray(Image.open(png).convert("RGB"))


def _edges(figure: Any) -> str | None:
    """A figure that does not lay itself out is as large as what is on it."""
    return None if figure.get_layout_engine() else "tight"


def vectors_of(figure: Any, kind: str = "svg") -> bytes:
    """The file of a chart: ``svg`` or ``pdf``."""
    from matplotlib import rc_context

    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None, "ModDate": None}}
    content = io.BytesIO()
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # tells of every glyph else
    with rc_context(RULES):
        figure.savefig(content, format=kind, metadata=dated[kind], bbox_inches=_edges(figure))
    return content.getvalue()


def keep_figure(sink: Sink, path: str, figure: Any) -> None:
    """Keep ``path`` as a PNG for screens, and beside it SVG and PDF for papers."""
    sink.picture(path, pixels_of(figure))
    place = Path(path)
    with TemporaryDirectory() as folder:
        for kind in ("svg", "pdf"):
            file = Path(folder) / f"{place.stem}.{kind}"
            file.write_bytes(vectors_of(figure, kind))
            sink.file(file, str(place.parent) if place.parent != Path() else None)
