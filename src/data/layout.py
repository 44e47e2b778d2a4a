"""Where the label images of several tools lie: one folder per tool, or names of files."""

import glob
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import spoken
from src.data.formats.raster import EXTENSIONS

TOOL, NAME = "{tool}", "{name}"
READABLE = (*EXTENSIONS, ".npy")

Files = dict[str, dict[str, Path]]
"""Tool to name of a field to file."""

Patterns = str | Mapping[str, str] | None


def find_labels(root: str | Path, labels: str, besides: Iterable[Patterns] = ()) -> Files:
    """The files of every tool, in natural order of tools and fields.

    Args:
        labels: path below ``root`` with ``{tool}`` and ``{name}``, the ending may be a wildcard;
            without ``{name}`` there is one field, called like ``root``.
        besides: patterns of files that are no tool's, such as those of the pictures.
    """
    home = finding.existing_folder(root, "dataset.root")
    if TOOL not in labels:
        raise InputError(f"dataset.labels needs {TOOL} in it, got {labels!r}")
    apart = [pattern for given in besides for pattern in by_channel(given).values()]
    others = {path for pattern in apart for path in find_files(home, pattern).values()}
    tools: Files = {}
    for path, parts in _matches(home, labels):
        if path in others:
            continue
        own = tools.setdefault(parts["tool"], {})
        name = parts.get("name", home.name)
        if name in own:
            raise InputError(f"{path} and {own[name].name} are both {name} of one tool: keep one")
        own[name] = path
    if not tools:
        raise InputError(
            f"dataset.labels: nothing in {home} is called {spoken(labels):.300}, it holds "
            f"{finding.listing(sorted(home.iterdir()))}"
        )
    return {tool: tools[tool] for tool in sorted(tools, key=finding.natural_order)}


def by_channel(given: Patterns) -> dict[str, str]:
    """Channel to pattern; one pattern of all channels has no name, and ``None`` has no pattern."""
    if isinstance(given, str):
        return {"": given}
    return dict(given or {})


def find_files(root: Path, pattern: str) -> dict[str, Path]:
    """Name of a field to its file; a pattern that is a folder means all files in it."""
    if NAME not in pattern and (root / pattern).is_dir():
        pattern = f"{pattern}/{NAME}.*"
    files: dict[str, Path] = {}
    for path, parts in _matches(root, pattern):
        name = parts.get("name", root.name)
        if name in files:
            raise InputError(f"{path} and {files[name].name} are both {name}: keep one")
        files[name] = path
    return {name: files[name] for name in sorted(files, key=finding.natural_order)}


def _matches(root: Path, pattern: str) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """Readable files that fit, with what stands for the braces."""
    whole = os.path.normpath(root / finding.expanded(pattern, "dataset.root"))
    parts = re.split(r"(\{tool\}|\{name\}|\*)", whole)
    loose = "".join("*" if place % 2 else glob.escape(part) for place, part in enumerate(parts))
    strict = re.compile("".join(_expressions(parts)))
    for file in sorted(glob.glob(loose)):  # noqa: PTH207 - Path.glob takes no absolute pattern
        fits = strict.fullmatch(file)
        if fits and file.lower().endswith(READABLE) and Path(file).is_file():
            yield Path(file), fits.groupdict()


def _expressions(parts: Iterable[str]) -> Iterator[str]:
    """What stands for a brace is the same wherever it comes again."""
    named = {TOOL: "(?P<tool>[^/]+)", NAME: "(?P<name>[^/]+)", "*": "[^/]*"}
    for part in parts:
        yield named.get(part) or re.escape(part)
        if part in (TOOL, NAME):
            named[part] = f"(?P={part[1:-1]})"
