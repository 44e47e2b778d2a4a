"""What is written under a name is read under the same name, since there is one list of names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from src.tracking import keys
from src.training import checkpoints, refit
from tests.conftest import ROOT

NAMES = {name: value for name, value in vars(keys).items() if name.isupper()}
SPELT = {name: value for name, value in NAMES.items() if set(value) & set("./_")}
"""Those that no other word of the code could be."""

TRACKING = sorted((ROOT / "src" / "tracking").rglob("*.py"))


def texts(file: Path) -> Iterator[str]:
    """Every text in the code of a file, but no docstring."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in alone:
            yield node.value


def test_no_two_names_are_the_same() -> None:
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize("file", [file for file in TRACKING if file.name != "keys.py"], ids=str)
def test_nobody_spells_a_name_out(file: Path) -> None:
    spelt = {text for text in texts(file) if any(text == own for own in SPELT.values())}
    assert not spelt, f"say keys.… in {file}"


def test_tables_and_files_of_the_test_have_the_plain_name() -> None:
    assert keys.table_file(keys.IMAGES) == "tables/images.parquet"
    assert keys.of_stage(keys.SAMPLES, "test") == "samples"
    assert keys.of_stage(keys.SAMPLES, "val") == "samples_val"
    assert keys.of_stage(keys.SCORECARD_FILE, "val") == "scorecard_val.json"


def test_checkpoints_are_those_that_the_trainers_write() -> None:
    written = (checkpoints.LAST, checkpoints.PREVIOUS, refit.LAST, refit.PREVIOUS)
    known = (keys.LAST_CHECKPOINT, keys.PREVIOUS_CHECKPOINT, keys.LAST_REFIT, keys.PREVIOUS_REFIT)
    assert written == known
