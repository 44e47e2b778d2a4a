"""How to speak with the models that are known.

The numbers are the models' own: how they resize a picture and in which units they answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from src.geometry.coordinates import RESIZED, THOUSAND, Kind

Name = Literal["ui_tars_1_5", "ui_tars_1", "qwen2_5_vl", "qwen3_vl"]

AGENT = """\
You are a GUI agent. You are given an instruction and a screenshot. Perform the one action that \
the instruction asks for.

## Output Format
Action: ...

## Action Space
{action}

## User Instruction
"""

LOCATE = """\
Find the element of this screenshot that is meant by: {instruction}
Answer with its box as JSON, {"bbox_2d": [x1, y1, x2, y2]}, and nothing else. If there is no such \
element, answer [-1, -1]."""

AT_POINT = "Click the innermost element at the point ({x}, {y})."
AROUND_POINT = "the innermost user interface element that contains the point ({x}, {y})"


@dataclass(frozen=True)
class Preset:
    """What a model expects, and what its answers mean.

    Args:
        model: the name under which it is usually served.
        coordinates: the units of its answers.
        prompt: around ``{instruction}``.
        click: what stands for the instruction where ``{x}`` and ``{y}`` were clicked, in its units.
        system: what the system says first; nothing where it is empty.
        image_first: whether the picture stands before the words.
        multiple: of which its resized sides are one, px.
        min_pixels: area of the smallest picture that it does not enlarge, px².
        max_pixels: area of the largest that it does not shrink.
    """

    model: str
    coordinates: Kind
    prompt: str
    click: str
    system: str = ""
    image_first: bool = True
    multiple: int = 28
    min_pixels: int = 100 * 28 * 28
    max_pixels: int = 16384 * 28 * 28


PRESETS: Mapping[str, Preset] = {
    "ui_tars_1_5": Preset(
        "ByteDance-Seed/UI-TARS-1.5-7B",
        RESIZED,
        AGENT.format(action="click(point='<point>x1 y1</point>')") + "{instruction}",
        AT_POINT,
        image_first=False,
    ),
    "ui_tars_1": Preset(
        "ByteDance-Seed/UI-TARS-7B-DPO",
        THOUSAND,
        AGENT.format(action="click(start_box='<|box_start|>(x1,y1)<|box_end|>')") + "{instruction}",
        AT_POINT,
        image_first=False,
    ),
    "qwen2_5_vl": Preset(
        "Qwen/Qwen2.5-VL-7B-Instruct",
        RESIZED,
        LOCATE,
        AROUND_POINT,
        system="You are a helpful assistant.",
    ),
    "qwen3_vl": Preset(
        "Qwen/Qwen3-VL-8B-Instruct",
        THOUSAND,
        LOCATE,
        AROUND_POINT,
        # Its patches are of 16 px and merged by two.
        multiple=32,
        min_pixels=64 * 32 * 32,
        max_pixels=16384 * 32 * 32,
    ),
}
