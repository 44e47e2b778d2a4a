"""A virtual display with a session of its own, in which one program is walked through."""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import numpy as np

from src.core import InputError
from src.data.ui_programs.home import furnish
from src.data.ui_programs.looks import Look, managers
from src.data.ui_programs.programs import Start

PYTHON = "/usr/bin/python3"
"""The system's, since PyGObject is installed for that one."""

WALKER = Path(__file__).with_name("walk.py")
LAUNCHERS = (
    Path("/usr/libexec/at-spi-bus-launcher"), Path("/usr/lib/at-spi2-core/at-spi-bus-launcher")
)  # fmt: skip
ASKING = "import gi; gi.require_version('Atspi', '2.0'); gi.require_version('Gdk', '3.0')"
PACKAGES = (
    "xvfb dbus at-spi2-core python3-gi gir1.2-atspi-2.0 gir1.2-gtk-3.0 xdotool xfwm4 libatk-adaptor"
)

WORDS = {
    "GTK_MODULES": "gail:atk-bridge", "GNOME_ACCESSIBILITY": "1", "NO_AT_BRIDGE": "0",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_ACCESSIBILITY": "1", "MOZ_ACCESSIBILITY": "1",
    "SAL_USE_VCLPLUGIN": "gtk3", "LIBGL_ALWAYS_SOFTWARE": "1", "GTK_CSD": "0",
    "XDG_CURRENT_DESKTOP": "XFCE", "XDG_DATA_DIRS": "/usr/share", "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
}  # fmt: skip
"""The environment of a session; nothing of the user's own gets into it but the path."""

STARTING = 1.0
"""Seconds for a window manager to be there."""

ENDING = 3.0
"""Seconds between asking a process to end and ending it."""

BESIDES = 150.0
"""Seconds that a walk may take besides those that were asked for."""

LOOK_AGAIN = 0.2
DESKTOP = "org.gnome.desktop.interface"


def refuse_without_tools() -> None:
    """Refuse to start where something is not installed."""
    missing = [name for name in ("Xvfb", "dbus-daemon", "xdotool") if shutil.which(name) is None]
    missing += [] if any(own.is_file() for own in LAUNCHERS) else ["AT-SPI"]
    missing += [] if managers() else ["a window manager (xfwm4, openbox or metacity)"]
    asked = [PYTHON, "-c", ASKING]
    if not Path(PYTHON).is_file() or subprocess.run(asked, capture_output=True).returncode:  # noqa: S603
        missing.append("PyGObject with Atspi and Gdk")
    if missing:
        raise InputError(
            f"programs needs {', '.join(missing)}, not installed here: install Debian's packages "
            f"{PACKAGES}"
        )


def walk_through(
    start: Start, look: Look, seconds: float, rng: np.random.Generator, out: Path,
    stopped: threading.Event,
) -> None:  # fmt: skip
    """Leave the screens of a program in a folder; none where it shows no window.

    Args:
        rng: draws the documents that the program may show.
        stopped: ends the walk early once it is set.
    """
    size = (str(look.width), str(look.height))
    lot = f"{start.program}/{start.number}"
    walker = (PYTHON, str(WALKER), str(out), *size, str(seconds), str(int(look.maximised)), lot)
    due = time.monotonic() + seconds + BESIDES
    with _session(look, rng) as words, _running((*walker, *start.command), words) as process:
        while process.poll() is None and time.monotonic() < due and not stopped.is_set():
            stopped.wait(LOOK_AGAIN)


@contextmanager
def _session(look: Look, rng: np.random.Generator) -> Iterator[dict[str, str]]:
    """The environment of a session with this look, which ends with all that was started."""
    with ExitStack() as stack:
        # Programs may still write while they are ended, and what they write then is of no use.
        temporary = tempfile.TemporaryDirectory(prefix="programs-", ignore_cleanup_errors=True)
        home = Path(stack.enter_context(temporary))
        furnish(home, look, rng)
        words = {**WORDS, "PATH": os.environ.get("PATH", os.defpath), **_places(home)}
        screen = ("-screen", "0", f"{look.width}x{look.height}x24", "-nolisten", "tcp")
        number = stack.enter_context(_telling(("Xvfb", *screen, "-displayfd"), words))
        words["DISPLAY"] = f":{number}"
        bus = ("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address")
        words["DBUS_SESSION_BUS_ADDRESS"] = stack.enter_context(_telling(bus, words))
        launcher = next(str(own) for own in LAUNCHERS if own.is_file())
        stack.enter_context(_running((launcher, "--launch-immediately"), words))
        _set_look(look, words)
        stack.enter_context(_running((look.manager,), words))
        time.sleep(STARTING)
        yield words


def _places(home: Path) -> dict[str, str]:
    named = {"CONFIG": ".config", "DATA": ".local/share", "CACHE": ".cache"}
    places = {f"XDG_{key}_HOME": str(home / place) for key, place in named.items()}
    own = {"HOME": str(home), "TMPDIR": str(home / "tmp"), "XDG_RUNTIME_DIR": str(home / "run")}
    return {**own, **places}


def _set_look(look: Look, words: Mapping[str, str]) -> None:
    """Tell programs that read no files of settings; without gsettings these keep their own."""
    if shutil.which("gsettings") is None:
        return
    own = {"gtk-theme": look.theme, "icon-theme": look.icons, "font-name": look.font}
    for key, value in {"toolkit-accessibility": "true", **own}.items():
        setting = _running(("gsettings", "set", DESKTOP, key, value), words)
        with setting as process, suppress(subprocess.TimeoutExpired):
            process.wait(ENDING)


@contextmanager
def _telling(command: Sequence[str], words: Mapping[str, str]) -> Iterator[str]:
    """A server that runs, by the first line it tells on the descriptor its last word asks for."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as told, ExitStack() as stack:
        try:
            server = (*command[:-1], *_with_descriptor(command[-1], writing))
            stack.enter_context(_running(server, words, (writing,)))
        finally:
            os.close(writing)
        line = told.readline().strip()
        if not line:
            raise InputError(f"{command[0]} does not start here: see what it says on a terminal")
        yield line


def _with_descriptor(option: str, descriptor: int) -> tuple[str, ...]:
    """D-Bus wants the number behind a sign, X behind a space."""
    joined = option.startswith("--")
    return (f"{option}={descriptor}",) if joined else (option, str(descriptor))


@contextmanager
def _running(
    command: Sequence[str], words: Mapping[str, str], descriptors: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A process and all that it starts, ended together."""
    silent = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603
        command, env=dict(words), cwd=words["HOME"], stdin=silent, stdout=silent, stderr=silent,
        pass_fds=descriptors, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDING)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
