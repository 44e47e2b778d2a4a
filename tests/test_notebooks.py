"""The notebooks of the documents run as they are."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted(Path(__file__).parents[1].glob("docs/notebooks/*.ipynb"))


def test_there_are_two() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["judge_two_tools", "teach_on_my_images"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_every_cell_runs_and_none_keeps_an_answer_of_another_day(
    notebook: Path, tmp_path: Path
) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in code)
    script = tmp_path / "cells.py"
    script.write_text("\n\n".join("".join(cell["source"]) for cell in code), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", script],
        cwd=Path(__file__).parents[1], env=_environment(tmp_path), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert "watershed - components" in done.stdout or "klm" in done.stdout


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "TMPDIR": str(folder)}
