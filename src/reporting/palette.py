"""The one palette: a colour means the same on overlays, object panels, videos, players and pages.

Of Okabe and Ito (https://jfly.uni-koeln.de/color/). Tinted over grey, what is correct, missed and
spurious stays 12 CIELAB units apart under protan-, deuter- and tritanopia as simulated after
Machado 2009.
"""

Colour = tuple[int, int, int]

CORRECT: Colour = (86, 180, 233)
MISSED: Colour = (213, 94, 0)
SPURIOUS: Colour = (204, 121, 167)
OUTLINE: Colour = (240, 228, 66)
"""Of the truth."""
UNSCORED: Colour = (128, 128, 128)

SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Lines of a chart, one after another."""

CLOCKS = {"seed": "#0072B2", "steering": "#009E73", "klm": "#D55E00"}
"""The same strokes by each clock, wherever they are drawn together."""


def css(colour: Colour) -> str:
    """A colour as style sheets and charts write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
