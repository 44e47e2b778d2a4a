"""One command for all doors: brushwork run +experiment=smoke, brushwork predict RUN FOLDER …"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

DOORS = {
    "run": "one run, a set of them or a sweep: GROUP=NAME KEY=VALUE",
    "predict": "what a detector sees on pictures without masks",
    "runs": "list, show, compare, rank, export, look at and clean recorded runs",
    "retime": "the strokes of a run on another clock",
    "calibrate": "a clock of a real hand, from its traces",
    "studio": "label in the browser, look at runs",
    "refset": "reference sets: photos and what people say of them",
    "grounding": "screenshots: annotate, record, compare",
    "pseudo_labels": "masks in Label Studio tasks, judged by masks a person drew",
}
"""Name to what it does; each is a module of this package, python -m src.NAME."""

MODULES = {"studio": "studio.__main__"}
"""Doors that are packages."""

SCRIPT = """\
# eval "$(brushwork --completion)"; in zsh after: autoload -U +X bashcompinit && bashcompinit
COMP_WORDBREAKS=${COMP_WORDBREAKS//=}
_brushwork() {
    local words="$(brushwork --complete "${COMP_WORDS[@]:1:COMP_CWORD-1}")"
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _brushwork brushwork
"""

UNUSABLE_INPUT = 2


def main() -> None:
    """Hand the words on to a door."""
    words = sys.argv[1:]
    if words and words[0] in ("--version", "-V"):
        sys.stdout.write(f"brushwork {installed_version()}\n")
        return
    if words and words[0] in ("--completion", "--complete"):
        sys.stdout.write(SCRIPT if words[0] == "--completion" else _lines(words[1:]))
        return
    if not words or words[0] in ("--help", "-h"):
        sys.stdout.write(help_text())
        return
    name = words[0].replace("-", "_")
    if name not in DOORS:
        sys.stderr.write(f"error: brushwork {words[0]:.80} is none of {', '.join(DOORS)}\n")
        raise SystemExit(UNUSABLE_INPUT)
    sys.argv = [f"brushwork {name}", *words[1:]]
    door = import_module(f"src.{MODULES.get(name, name)}")
    (door.app if hasattr(door, "app") else door.main)()


def completions(words: Sequence[str]) -> list[str]:
    """What may follow these words: a door, or for a run every ``GROUP=NAME``."""
    if not words:
        return [*DOORS, "--help", "--version"]
    if words[0] != "run":
        return []
    from src.composing.conf import CONF, options

    groups = sorted(folder.name for folder in CONF.iterdir() if folder.is_dir())
    new = ("experiment", "sweep")
    return [
        f"{'+' if group in new else ''}{group}={name}"
        for group in groups
        for name in options(group)
    ]


def _lines(words: Sequence[str]) -> str:
    return "".join(f"{candidate}\n" for candidate in completions(words))


def help_text() -> str:
    """Usage, and a line per door."""
    lines = [f"  brushwork {name:<14} {what}\n" for name, what in DOORS.items()]
    return "".join(
        ["Brushwork: a detector, on a dataset, earns a scorecard and a verdict.\n\n", *lines,
         "\nbrushwork DOOR --help tells more; brushwork --version; brushwork --completion.\n"]
    )  # fmt: skip


def installed_version() -> str:
    """Of the package, as pip knows it."""
    try:
        return version("brushwork")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    main()
