"""Tables of columns are measured before room is made for them."""

from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from src.core import InputError
from src.data.files import columns
from src.data.files.columns import read_columns


def test_what_was_written_comes_back(tmp_path: Path) -> None:
    table = pyarrow.table({"a": [1, 2], "b": ["x", None]})
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    assert read_columns(tmp_path / "a.parquet").equals(table)


def test_a_few_bytes_that_stand_for_many_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "MOST_CELLS", 2**20)
    file = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"a": np.zeros(2**20 + 1)}), file)
    assert file.stat().st_size < 2**14
    with pytest.raises(InputError, match="too large"):
        read_columns(file)


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + bytes(40) + b"PAR1", b"a,b\n1,2\n"])
def test_what_is_none_is_said_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(InputError, match=r"^\S*a\.parquet is no table of columns [^\n]*$"):
        read_columns(tmp_path / "a.parquet")
