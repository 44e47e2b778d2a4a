"""Label Studio's task files: which pictures they name, what was predicted and annotated there."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from src.core import InputError
from src.data.files.foreign import UNSPEAKABLE, is_folder, read_json, spoken

PATTERNS = ("tasks.json", "*_tasks.json")
UPLOADED = re.compile(r"^[0-9a-f]{8}-(?=.)")
"""What Label Studio puts before the name of a file that was uploaded."""

Result = Mapping[str, Any]
"""A result as exported, except that the ``rle`` of a brush is bytes."""


@dataclass(frozen=True, eq=False)
class Work:
    """What one model predicted, or one person annotated, on one task."""

    results: tuple[Result, ...]
    score: float | None = None
    model_version: str | None = None
    updated: str = ""


@dataclass(frozen=True, eq=False)
class Task:
    """One picture of a task file.

    Args:
        place: file and number of the task, for sentences.
        image: address or path of the picture, as the task gives it.
        data: all that the task gives, the picture included.
        numbered: predictions that Label Studio's export names by their number alone.
    """

    place: str
    image: str
    predictions: tuple[Work, ...]
    annotations: tuple[Work, ...]
    data: Mapping[str, Any] = field(default_factory=dict)
    numbered: int = 0

    @property
    def name(self) -> str:
        """Stem of the picture's file."""
        return PurePosixPath(file_name(self.image)).stem


def read_tasks(path: Path) -> list[Task]:
    """All tasks of a file, or of the task files of a folder."""
    files = task_files(path) if is_folder(path) else [path]
    return [task for file in files for task in _tasks(file)]


def task_files(folder: Path) -> list[Path]:
    """``tasks.json`` and ``*_tasks.json`` of a folder; raises where there is none."""
    files = sorted({file for pattern in PATTERNS for file in folder.glob(pattern)})
    if not files:
        there = ", ".join(sorted(spoken(path.name) for path in folder.iterdir())[:5]) or "nothing"
        raise InputError(f"{folder} holds neither tasks.json nor *_tasks.json, it holds {there}")
    return files


def by_name(tasks: Iterable[Task]) -> dict[str, Task]:
    """Name to task; an uploaded picture is also known without what the upload put before it."""
    named: dict[str, Task] = {}
    for task in tasks:
        other = named.setdefault(task.name, task)
        if other is not task:
            raise InputError(f"{task.place} and {other.place} name the same image: keep one task")
    short = [UPLOADED.sub("", name) for name in named]
    counts = Counter(short)
    shortened = {
        name: task for name, task in zip(short, named.values(), strict=True) if counts[name] == 1
    }
    return shortened | named


def file_name(image: str) -> str:
    """The last part of an address or path; that of ``?d=`` where local files are served."""
    parts = urlsplit(image)
    served = parse_qs(parts.query).get("d")
    path = served[0] if served else unquote(parts.path if parts.scheme else image)
    return PurePosixPath(path.replace("\\", "/")).name


def _tasks(file: Path) -> tuple[Task, ...]:
    try:
        about = file.stat()
        return _tasks_as_of(file, about.st_size, about.st_mtime_ns)
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): check the path") from error


@lru_cache(maxsize=4)
def _tasks_as_of(file: Path, _size: int, _modified: int) -> tuple[Task, ...]:
    """Parsed once where a dataset and a detector of one run both ask."""
    content = read_json(file, "export the tasks again")
    listed = content if isinstance(content, list) else [content]
    named = enumerate(listed, start=1)
    return tuple(_task(task, f"{file}: task {number}") for number, task in named)


def _task(task: Any, place: str) -> Task:
    if not isinstance(task, dict) or not isinstance(task.get("data"), dict):
        raise InputError(f"{place} has no data: export as JSON, not as JSON-MIN")
    image = _image(task["data"], place)
    predicted = _listed(task.get("predictions") or [], f"{place}, predictions")
    annotated = task.get("annotations") or task.get("completions") or []
    told = [work for work in predicted if not _is_number(work)]
    return Task(
        f"{place} ({file_name(image):.100})",
        image,
        _works(told, f"{place}, predictions"),
        _works(_listed(annotated, f"{place}, annotations"), f"{place}, annotations"),
        task["data"],
        len(predicted) - len(told),
    )


def _image(data: Mapping[str, Any], place: str) -> str:
    """The value of ``image``, or the only text there is."""
    texts = {key: value for key, value in data.items() if isinstance(value, str)}
    chosen = [texts["image"]] if "image" in texts else list(texts.values())
    if len(chosen) != 1 or not _is_named(chosen[0]):
        raise InputError(f"{place} does not say which image it is about: its data need image")
    return chosen[0]


def _is_named(image: str) -> bool:
    """Whether an address has a last part that can be said; one that is no address has none."""
    try:
        name = file_name(image)
    except ValueError:
        return False
    return bool(name) and not UNSPEAKABLE.search(name)


def _listed(works: Any, place: str) -> list[Any]:
    if not isinstance(works, list):
        raise InputError(f"{place} is no list: export the tasks again as JSON")
    return works


def _is_number(work: Any) -> bool:
    return isinstance(work, int) and not isinstance(work, bool)


def _works(listed: list[Any], place: str) -> tuple[Work, ...]:
    return tuple(_work(work, place) for work in listed if not _cancelled(work))


def _cancelled(work: Any) -> bool:
    return isinstance(work, dict) and bool(work.get("was_cancelled"))


def _work(work: Any, place: str) -> Work:
    if not isinstance(work, dict) or not isinstance(work.get("result"), list):
        raise InputError(f"{place} has no list result: export the tasks again as JSON")
    results = work["result"]
    if not all(isinstance(result, dict) for result in results):
        raise InputError(f"{place} has a result that is no object: export the tasks again as JSON")
    score = work.get("score")
    version = work.get("model_version")
    return Work(
        results=tuple(map(_packed, results)),
        score=number_of(score),
        model_version=None if version is None else str(version),
        updated=str(work.get("updated_at") or work.get("created_at") or ""),
    )


def _packed(result: dict[str, Any]) -> Result:
    """The same with a brush's numbers as bytes: in a list each takes eight, and time to send."""
    value = result.get("value")
    if not isinstance(value, dict) or not isinstance(value.get("rle"), list):
        return result
    with suppress(TypeError, ValueError):  # whoever decodes it says what is wrong with it
        return {**result, "value": {**value, "rle": bytes(value["rle"])}}
    return result


def number_of(score: Any) -> float | None:
    """How sure somebody was; ``None`` for what is no number, or larger than any."""
    try:
        return float(score) if isinstance(score, int | float) else None
    except OverflowError:
        return None
