"""Which fonts pages are set in, and which of them are kept from training."""

import os
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from src.data.files.lock import alone
from src.data.files.shelf import cache_folder
from src.data.files.whole import write_whole
from src.data.ui_rendered.typeface import icon_font
from src.data.ui_synthetic.fonts import matplotlib_fonts

SANS: Mapping[str, tuple[str, ...]] = {
    "train": (
        "'Roboto','DejaVu Sans'",
        "'Liberation Sans','DejaVu Sans'",
        "'Noto Sans','DejaVu Sans'",
        "'Open Sans','DejaVu Sans'",
        "'DejaVu Sans'",
        "'DejaVu Sans Condensed','DejaVu Sans'",
        "'Roboto Condensed','DejaVu Sans Condensed'",
    ),
    "val": ("'Cantarell','DejaVu Sans Display'",),
    "test": ("'Lato','cmss10'", "'Inter','cmss10'", "'Carlito','STIXGeneral'"),
}
"""Split to its stacks of fonts; what a machine lacks is replaced by what matplotlib brings."""

SERIF: Mapping[str, tuple[str, ...]] = {
    "train": ("'Liberation Serif','DejaVu Serif'", "'DejaVu Serif'", "'Noto Serif','DejaVu Serif'"),
    "val": ("'STIXGeneral'",),
    "test": ("'cmr10'",),
}

MONO: Mapping[str, tuple[str, ...]] = {
    "train": ("'DejaVu Sans Mono'", "'Liberation Mono','DejaVu Sans Mono'"),
    "val": ("'Noto Mono','DejaVu Sans Mono'",),
    "test": ("'Hack','cmtt10'",),
}

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>{matplotlib}</dir>
  <dir>{own}</dir>
  <cachedir>{cache}</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <match target="font"><edit name="antialias" mode="assign"><bool>true</bool></edit></match>
  <match target="font"><edit name="rgba" mode="assign"><const>none</const></edit></match>
</fontconfig>
"""


def font_settings() -> Path:
    """A file for FONTCONFIG_FILE: the machine's fonts, matplotlib's and the icons.

    With settings of its own Chromium draws letters the same way whatever a desktop prefers.
    """
    font = icon_font()
    home = cache_folder() or Path(tempfile.gettempdir()) / f"brushwork-{os.getuid()}"
    folder = home / f"fonts-{sha256(font).hexdigest()[:12]}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings, own = folder / "fonts.conf", folder / "icons"
    places = {"matplotlib": matplotlib_fonts(), "own": own, "cache": folder / "cache"}
    with alone(folder):
        _write(own / "icons.ttf", font)
        _write(settings, CONFIGURATION.format(**places).encode())
    return settings


def _write(file: Path, content: bytes) -> None:
    if not file.is_file() or file.read_bytes() != content:
        write_whole(file, content)
