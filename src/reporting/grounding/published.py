"""Figures that others published, with their sources: for orientation, never for a ranking."""

from dataclasses import dataclass

NOTE = "Published by others on their own machines and not repeated here: never ranked with ours."


@dataclass(frozen=True)
class Published:
    """One figure.

    Args:
        score: percent of targets whose point was hit.
        source: who says so, and where.
        remark: what a reader should know before comparing.
    """

    benchmark: str
    method: str
    score: float
    source: str
    remark: str = ""


SCREENSPOT_PRO, OSWORLD_G = "ScreenSpot-Pro", "OSWorld-G"
UI_TARS = "ByteDance, https://github.com/bytedance/UI-TARS"
HOLO = "H Company, https://huggingface.co/blog/Hcompany/introducing-holo2-235b-a22b"
CLAWGUI = "ZJU-REAL ClawGUI-Eval, https://github.com/ZJU-REAL/ClawGUI"
GELATO = "table of Gelato-30B-A3B, https://huggingface.co/mlfoundations/Gelato-30B-A3B"
PAPER = "Li et al. 2025, arXiv:2504.07981"

PUBLISHED = (
    Published(
        SCREENSPOT_PRO, "OmniParser v2 + GPT-4o", 39.5,
        "Microsoft, https://github.com/microsoft/OmniParser", "its model card says 39.6",
    ),
    Published(SCREENSPOT_PRO, "UI-TARS-1.5", 61.6, UI_TARS, "weights not released"),
    Published(SCREENSPOT_PRO, "UI-TARS-1.5-7B", 49.6, UI_TARS),
    Published(SCREENSPOT_PRO, "UI-TARS-1.5-7B, repeated", 42.1, CLAWGUI, "of 49.6 as published"),
    Published(SCREENSPOT_PRO, "best model before ScreenSeekeR", 18.9, PAPER, "OS-Atlas-7B"),
    Published(SCREENSPOT_PRO, "the same with ScreenSeekeR", 48.1, PAPER, "planned by GPT-4o"),
    Published(SCREENSPOT_PRO, "GTA1-32B", 63.6, GELATO, "model: arXiv:2507.05791"),
    Published(SCREENSPOT_PRO, "UI-Venus-1.5", 69.6, "Venus team 2026, arXiv:2602.09082"),
    Published(SCREENSPOT_PRO, "Holo2-235B", 70.6, HOLO, "one step"),
    Published(SCREENSPOT_PRO, "Holo2-235B, agentic", 78.5, HOLO, "up to three steps"),
    Published(SCREENSPOT_PRO, "Gemini 3.1 Pro with zoom", 85.0, CLAWGUI, "crops first"),
    Published(OSWORLD_G, "GTA1-32B", 65.2, GELATO, "which instructions: see there"),
    Published(OSWORLD_G, "Holo2-235B", 79.0, HOLO, "which instructions: not said"),
)  # fmt: skip
