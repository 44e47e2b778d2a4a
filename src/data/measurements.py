"""Tables of what tools measured, one row per object, where no masks were kept."""

import io
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset
from src.data.files import finding
from src.data.files.foreign import read_text
from src.data.files.hashes import HashCache, content_id
from src.data.split import Split

log = logging.getLogger(__name__)

SHAPE = (1, 1)
"""Of the black picture that stands for a field nobody gave."""

Tables = Mapping[str, Mapping[str, Instances]]
"""Tool to field to its objects."""


@dataclass(frozen=True)
class MeasuredTables:
    """One CSV per tool, named like it.

    Args:
        root: folder of the tables; ``~`` is expanded.
        field: column with the name of each object's field; ``None``: all are one field.
        features: columns to take; ``None`` for all that hold numbers alone, in any order.
    """

    root: str
    field: str | None = None
    features: Sequence[str] | None = None

    @cached_property
    def by_tool(self) -> Tables:
        """What every tool measured, field by field."""
        home = finding.existing_folder(self.root, "dataset.root")
        files = sorted(home.glob("*.csv"), key=finding.natural_order)
        if not files:
            there = finding.listing(sorted(home.iterdir()))
            raise InputError(f"dataset.root: {home} holds no table TOOL.csv, it has {there}")
        return {file.stem: self._fields(file, home.name) for file in files}

    def _fields(self, file: Path, only: str) -> dict[str, Instances]:
        table = _read(file)
        names = np.full(len(table), only)
        if self.field is not None:
            if self.field not in table:
                raise InputError(
                    f"dataset.field: {file} has no column {self.field!r:.80}; it has "
                    f"{', '.join(map(str, table.columns[:8]))}"
                )
            names = table.pop(self.field).astype(str).to_numpy()
        columns = self._numbers(table, file)
        return {
            str(name): Instances(
                SHAPE, extra={key: own[names == name] for key, own in columns.items()}
            )
            for name in dict.fromkeys(names)
        }

    def _numbers(self, table: Any, file: Path) -> dict[str, np.ndarray[Any, Any]]:
        missing = [name for name in self.features or () if name not in table]
        if missing:
            raise InputError(f"dataset.features: {file} has no column {missing[0]!r:.80}")
        chosen = table if self.features is None else table[[*self.features]]
        numbers = chosen.select_dtypes("number")
        words = [str(name) for name in chosen.columns if name not in numbers]
        if words and self.features is not None:
            raise InputError(f"dataset.features: {file}: {words[0]!r:.80} holds no numbers")
        if words:
            log.info("%s: %s are no numbers and left out", file, ", ".join(words))
        holed = [str(name) for name in numbers if not np.isfinite(numbers[name]).all()]
        if holed:
            raise InputError(
                f"{file}: column {holed[0]!r:.80} has cells that are empty or not finite: fill "
                "them, or choose other columns by dataset.features"
            )
        if not len(numbers.columns):
            raise InputError(f"dataset.features: {file} has no column of numbers to compare")
        return {str(name): numbers[name].to_numpy(np.float64) for name in numbers}


class Measurements(FileDataset[str]):
    """Fields whose truth is what a reference tool measured.

    Args:
        root, field, features: see ``MeasuredTables``.
        reference: the tool that the others are held against.
        tags: see ``FileDataset``; ``scorer.mechanisms`` can name compounds and mechanisms there.
    """

    def __init__(
        self,
        root: str,
        field: str | None = None,
        features: Sequence[str] | None = None,
        reference: str = "CellProfiler",
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        self.root = finding.existing_folder(root, "dataset.root")
        tables = MeasuredTables(str(self.root), field, features).by_tool
        if reference not in tables:
            known = ", ".join(tables)
            raise InputError(f"dataset.reference: {reference} is no tool; there are {known}")
        self.reference, self._objects = reference, tables[reference]
        log.info("strategy tool_comparison: tools are held against %s", reference)
        self._list(self.root, dict.fromkeys(self._objects, ""), self._examine)

    def read(self, entry: Entry) -> Sample:
        """One field as the reference measured it; its picture is a black pixel."""
        picture = Picture(entry, np.zeros(SHAPE, np.uint8))
        truth = self._objects[entry.name]
        return Sample(picture, truth, reference=self.reference, strategy="tool_comparison")

    def _examine(self, name: str, item: str, cache: HashCache) -> tuple[Entry, str]:  # noqa: ARG002
        own = self._objects[name].extra
        content = [part for key, column in own.items() for part in (key.encode(), column.tobytes())]
        truth_id = content_id(*content)
        picture_id = content_id(name.encode(), truth_id.encode())
        return Entry(picture_id, name, self.split.of(picture_id, name), truth_id), item


def find_measured(
    root: str, field: str | None = None, features: Sequence[str] | None = None
) -> Mapping[str, Callable[[Picture], Instances | None]]:
    """Tool to what it measured of a picture, known by the name of the field."""
    tables = MeasuredTables(str(finding.existing_folder(root, "dataset.root")), field, features)
    return {tool: _OfTool(fields) for tool, fields in tables.by_tool.items()}


@dataclass(frozen=True, eq=False)
class _OfTool:
    fields: Mapping[str, Instances]

    def __call__(self, picture: Picture) -> Instances | None:
        return self.fields.get(picture.entry.name)


def _read(file: Path) -> Any:
    import pandas as pd

    text = read_text(file)
    try:
        table = pd.read_csv(io.StringIO(text), skipinitialspace=True)
    except (ValueError, pd.errors.ParserError) as error:
        reason = str(error).splitlines()[0][:200]
        raise InputError(f"{file} cannot be read as CSV ({reason}): correct it") from error
    table.columns = [str(name).strip() for name in table.columns]
    return table
