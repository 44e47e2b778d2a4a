"""One command for all doors: brushwork run +experiment=smoke, brushwork predict RUN FOLDER …"""

import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

DOORS = {
    "run": "one run, a set of them or a sweep: GROUP=NAME KEY=VALUE",
    "predict": "what a detector sees on pictures without masks",
    "runs": "list, show, compare, rank, export and clean recorded runs",
    "retime": "the strokes of a run on another clock",
    "refset": "reference sets: photos and what people say of them",
    "grounding": "screenshots: annotate, record, compare",
    "pseudo_labels": "masks in Label Studio tasks, judged by masks a person drew",
}
"""Name to what it does; each is a module of this package, python -m src.NAME."""

UNUSABLE_INPUT = 2


def main() -> None:
    """Hand the words on to a door."""
    words = sys.argv[1:]
    if words and words[0] in ("--version", "-V"):
        sys.stdout.write(f"brushwork {installed_version()}\n")
        return
    if not words or words[0] in ("--help", "-h"):
        sys.stdout.write(help_text())
        return
    name = words[0].replace("-", "_")
    if name not in DOORS:
        sys.stderr.write(f"error: brushwork {words[0]:.80} is none of {', '.join(DOORS)}\n")
        raise SystemExit(UNUSABLE_INPUT)
    sys.argv = [f"brushwork {name}", *words[1:]]
    door = import_module(f"src.{name}")
    (door.main if hasattr(door, "main") else door.app)()


def help_text() -> str:
    """Usage, and a line per door."""
    lines = [f"  brushwork {name:<14} {what}\n" for name, what in DOORS.items()]
    return "".join(
        ["Brushwork: a detector, on a dataset, earns a scorecard and a verdict.\n\n", *lines,
         "\nbrushwork DOOR --help tells more; brushwork --version.\n"]
    )  # fmt: skip


def installed_version() -> str:
    """Of the package, as pip knows it."""
    try:
        return version("brushwork")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    main()
