"""Tables of tools without masks."""

from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.measurements import Measurements, find_measured
from src.detectors.measured import MeasuredTools


def write(home: Path, **tables: str) -> str:
    for tool, text in tables.items():
        (home / f"{tool}.csv").write_text(text)
    return str(home)


def test_every_field_has_the_objects_of_the_reference(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        CellProfiler="field,area,note,round\nA,3,x,0.5\nB,4,y,0.25\nA,5,z,1\n",
        other="field,area\nA,1\nB,2\n",
    )
    dataset = Measurements(root, field="field")
    assert [entry.name for entry in dataset.entries] == ["A", "B"]
    sample = dataset.read(dataset.entries[0])
    assert (sample.reference, sample.strategy) == ("CellProfiler", "tool_comparison")
    assert set(sample.truth.extra) == {"area", "round"}
    np.testing.assert_array_equal(sample.truth.extra["area"], [3, 5])
    found = MeasuredTools(lambda: find_measured(root, "field")).detect(sample.picture)
    assert {tool: len(own) for tool, own in found.by_tool.items()} == {
        "CellProfiler": 2,
        "other": 1,
    }


def test_without_a_column_of_fields_all_objects_are_of_one(tmp_path: Path) -> None:
    root = write(tmp_path, CellProfiler="area\n3\n4\n")
    assert [entry.name for entry in Measurements(root).entries] == [tmp_path.name]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("area\n3\n", {"reference": "Icy"}, "Icy is no tool; there are CellProfiler"),
        ("area\n3\n", {"field": "well"}, "dataset.field: .* has no column 'well'; it has area"),
        ("area\n3\n", {"features": ["size"]}, "dataset.features: .* has no column 'size'"),
        ("area,b\n3,x\n", {"features": ["b"]}, "'b' holds no numbers"),
        ("area\n3\n,\n", {}, "empty or not finite|cannot be read"),
        ("note\nx\n", {}, "no column of numbers"),
        ("", {}, "cannot be read as CSV"),
    ],
)
def test_what_cannot_be_compared_is_told(
    tmp_path: Path, text: str, options: dict[str, object], message: str
) -> None:
    root = write(tmp_path, CellProfiler=text)
    with pytest.raises(InputError, match=message):
        Measurements(root, **options)  # type: ignore[arg-type]


def test_a_tool_that_lacks_a_field_is_named(tmp_path: Path) -> None:
    root = write(tmp_path, CellProfiler="f,area\nA,3\nB,4\n", other="f,area\nA,1\n")
    dataset = Measurements(root, field="f")
    tools = MeasuredTools(lambda: find_measured(root, "f"))
    with pytest.raises(InputError, match="other has no objects of the field B"):
        tools.detect(dataset.read(dataset.entries[1]).picture)
    with pytest.raises(InputError, match="Icy has no table; there are CellProfiler, other"):
        MeasuredTools(lambda: find_measured(root, "f"), tools=["Icy"])
