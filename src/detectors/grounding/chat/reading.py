"""What a model's words mean: a place, a refusal, or nothing that can be read."""

import re
from dataclasses import dataclass

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
GAP = r"(?:\s*[,;]\s*|\s+)"
TWO, FOUR = GAP.join([NUMBER] * 2), GAP.join([NUMBER] * 4)
NUMBERS = rf"({FOUR}|{TWO})"

SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"<(?:point|bbox|box)>\s*[(\[]?\s*{NUMBERS}\s*[)\]]?\s*</",
        rf"<\|box_start\|>\s*[(\[]*\s*{NUMBERS}\s*[)\]]*\s*<\|box_end\|>",
        # Two corners, as Qwen2-VL writes a box.
        rf"\(\s*({TWO})\s*\)\s*,\s*\(\s*({TWO})\s*\)",
        rf"(?:start_box|start_point|point_2d|bbox_2d|box_2d|coordinates?|points?|bbox|box|position)"
        rf"[\"']?\s*[=:]\s*[\"']?\s*[(\[{{]*\s*{NUMBERS}",
        rf"[\"']?\bx[\"']?\s*[=:]\s*({NUMBER})\s*,?\s*[\"']?\by[\"']?\s*[=:]\s*({NUMBER})",
        rf"[(\[]\s*{NUMBERS}\s*[)\]]",
        rf"^\s*{NUMBERS}\s*$",
    )
)
"""From the most telling to the least: tags, tokens, names, then any numbers in brackets."""

CORNERS = SHAPES[2]

REFUSED = re.compile(
    r"\bterminate\b|\bcall_user\b|\binfeasible\b|no[nt][ _-]?(existent|found|present|visible)\b"
    r"|(does|do) ?n[o']t exist|doesn[’']t exist|no such|(can ?not|can[’']t|unable to) (find|locate)"
    r"|(point|bbox|box)(_2d)?[\"']?\s*:\s*(null|none|\[\s*\])",
    re.IGNORECASE,
)

THOUGHTS = re.compile(r"^.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
ACTION = re.compile(r"^.*\baction\s*:", re.DOTALL | re.IGNORECASE)


LONGEST = 20_000
"""Characters from the end that are looked at; an answer stands there, whatever comes before."""


@dataclass(frozen=True)
class Told:
    """What an answer says, in the model's own units.

    Args:
        numbers: x and y, or x1, y1, x2, y2; none where the model says that there is no such thing.
    """

    numbers: tuple[float, ...] = ()


def read(text: str) -> Told | None:
    """The first place that is told, or that there is none; ``None`` where neither can be read.

    Thoughts are not looked at where an action follows them.
    """
    words = THOUGHTS.sub("", text[-LONGEST:])
    words = ACTION.sub("", words)
    for shape in SHAPES:
        found = shape.search(words)
        if found:
            numbers = tuple(
                float(number)
                for group in found.groups()
                for number in re.findall(NUMBER, group or "")
            )
            return Told() if set(numbers) == {-1.0} else Told(numbers)
    return Told() if REFUSED.search(words) else None
