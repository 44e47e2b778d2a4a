"""Which programs are walked through, and by which commands."""

import re
import shlex
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from src.core import InputError

CHROMIUM = (
    "chromium --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --force-renderer-accessibility "
    "--user-data-dir=profile --password-store=basic "
)
OFFICE = "soffice --norestore --nologo "

KNOWN = (
    f"writer={OFFICE} --writer", f"writer={OFFICE} --writer Documents/notes.txt",
    f"calc={OFFICE} --calc Documents/table.csv", f"calc={OFFICE} --calc",
    f"impress={OFFICE} --impress", f"startcenter={OFFICE}",
    "gimp=gimp -n -s Pictures/photo0.png", "gimp=gimp -n -s Pictures/photo1.png",
    "thunderbird=thunderbird", "vlc=vlc --no-qt-privacy-ask",
    f"chromium={CHROMIUM} Documents/page.html", f"chromium={CHROMIUM} chrome://settings",
    f"chromium={CHROMIUM} chrome://version chrome://flags",
    "gedit=gedit Documents/code.py", "geany=geany Documents/code.py",
    "mousepad=mousepad Documents/notes.txt", "nautilus=nautilus Documents",
    "thunar=thunar Documents", "caja=caja --no-desktop Documents", "atril=atril",
    "calculator=gnome-calculator", "galculator=galculator", "abiword=abiword Documents/notes.txt",
    "dia=dia", "rhythmbox=rhythmbox", "transmission=transmission-gtk", "fileroller=file-roller",
    "gucharmap=gucharmap", "bluefish=bluefish Documents/code.py", "glade=glade",
    "widgets=gtk3-widget-factory", "demo=gtk3-demo", "icons=gtk3-icon-browser",
    "terminal=xfce4-terminal", "settings=xfce4-settings-manager",
    "appearance=xfce4-appearance-settings", "keyboard=xfce4-keyboard-settings",
    "zim=zim --standalone Documents", "keepassxc=keepassxc",
    "texstudio=texstudio Documents/notes.txt", "qbittorrent=qbittorrent",
    "monitor=gnome-system-monitor", "eog=eog Pictures/photo0.png", "liferea=liferea",
    "inkscape=inkscape Pictures/photo0.png", "assistant=assistant -qt5",
    "designer=designer -qt5", "linguist=linguist -qt5", "gnumeric=gnumeric Documents/table.csv",
    "pluma=pluma Documents/notes.txt", "claws=claws-mail",
    "meld=meld Documents/notes.txt Documents/code.py", "homebank=homebank", "planner=planner",
)  # fmt: skip
"""Without a word from the user; paths are of the home that each program is given."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class Start:
    """One way to start a program; ``number`` tells those of one program apart."""

    program: str
    number: int
    command: tuple[str, ...]

    @property
    def installed(self) -> bool:
        """Whether the command is there."""
        return shutil.which(self.command[0]) is not None


def chosen(words: Sequence[str], rounds: int = 1) -> tuple[list[Start], list[str]]:
    """The starts that NAME=COMMAND words ask for, or all known; and which are not installed.

    Args:
        rounds: how often each of them is started; another number is another look.
    """
    starts = _starts([*(words or KNOWN)] * rounds)
    absent = list(dict.fromkeys(own.program for own in starts if not own.installed))
    if words and absent:
        missing = next(own for own in starts if not own.installed)
        raise InputError(
            f"{missing.program}: there is no command {missing.command[0]!r}: install the program, "
            "or name another one"
        )
    return [own for own in starts if own.installed], absent


def _starts(words: Iterable[str]) -> list[Start]:
    counts: Counter[str] = Counter()
    starts = []
    for word in words:
        name, command = _parsed(word)
        starts.append(Start(name, counts[name], command))
        counts[name] += 1
    return starts


def _parsed(word: str) -> tuple[str, tuple[str, ...]]:
    name, _, command = word.partition("=")
    try:
        parts = tuple(shlex.split(command))
    except ValueError as error:
        raise InputError(f"{word!r} cannot be read as NAME=COMMAND ({error})") from error
    if not NAME.fullmatch(name) or not parts:
        raise InputError(
            f"{word!r} must be NAME=COMMAND, the name of letters, digits, - and _, such as "
            "'editor=mousepad Documents/notes.txt'"
        )
    return name, parts
