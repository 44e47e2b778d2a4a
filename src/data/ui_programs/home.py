"""The home that a program is given: settings of a look, and documents to show."""

from pathlib import Path

import numpy as np
from PIL import Image

from src.data.ui_programs.looks import Look
from src.data.ui_rendered.vocabulary import Vocabulary

FOLDERS = ("Documents", "Pictures", "Music", "Downloads", ".config/gtk-3.0", "run", "tmp")
FILES, PHOTOS, ROWS = 14, 3, 30
SIDE = 9
"""Patches of colour along a side of a photo."""


def furnish(home: Path, look: Look, rng: np.random.Generator) -> None:
    """Write the settings and the documents."""
    for folder in FOLDERS:
        (home / folder).mkdir(parents=True)
    (home / "run").chmod(0o700)  # Programs refuse a place for sockets that others may read.
    _settings(home, look)
    _documents(home / "Documents", rng)
    for number in range(PHOTOS):
        patches = rng.integers(0, 256, (SIDE, SIDE, 3), np.uint8)
        photo = Image.fromarray(patches).resize((960, 640), Image.Resampling.BICUBIC)
        photo.save(home / "Pictures" / f"photo{number}.png")


def _settings(home: Path, look: Look) -> None:
    own = {"theme": look.theme, "icon-theme": look.icons, "font": look.font}
    modern = "".join(f"gtk-{key}-name={value}\n" for key, value in own.items())
    older = "".join(f'gtk-{key}-name="{value}"\n' for key, value in own.items())
    (home / ".config/gtk-3.0/settings.ini").write_text(f"[Settings]\n{modern}", "utf-8")
    (home / ".gtkrc-2.0").write_text(older, "utf-8")


def _documents(folder: Path, rng: np.random.Generator) -> None:
    words = Vocabulary(rng)
    paragraphs = [words.paragraph(4) for _ in range(8)]
    rows = [",".join(words.word() for _ in range(6))]
    rows += [",".join(words.number().replace(",", "") for _ in range(6)) for _ in range(ROWS)]
    headings = "".join(f"<h2>{words.title()}</h2><p>{text}</p>" for text in paragraphs)
    link = '<a href="#">{}</a> <button>{}</button> '
    links = "".join(link.format(words.title(), words.word()) for _ in range(6))
    code = "".join(
        f'def {words.subject()}(count: int) -> int:\n    """{words.sentence()}"""\n'
        f"    return count * {rng.integers(2, 99)}\n\n\n"
        for _ in range(12)
    )
    texts = {
        "notes.txt": "\n\n".join(paragraphs),
        "table.csv": "\n".join(rows),
        "page.html": f"<!doctype html><meta charset=utf-8><body>{links}{headings}",
        "code.py": code,
        **{words.file(): words.paragraph(3) for _ in range(FILES)},
    }
    for name, text in texts.items():
        (folder / name).write_text(f"{text}\n", "utf-8")
