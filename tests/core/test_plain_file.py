"""Archives of numbers from elsewhere are plain files that unpack to no more than they may."""

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.core.plain_file import read_archive


def test_an_honest_archive_is_read(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", numbers=np.arange(5))
    with np.load(read_archive(tmp_path / "a.npz")) as kept:
        assert kept["numbers"].tolist() == [0, 1, 2, 3, 4]


def test_one_that_unpacks_to_more_is_refused_before(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("numbers.npy", bytes(2**22))
    with pytest.raises(InputError, match="would unpack to 4194304 bytes"):
        read_archive(tmp_path / "a.npz", 2**20)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "text"])
def test_what_is_no_archive_is_said_at_once(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "a.npz"
    match kind:
        case "pipe":
            os.mkfifo(file)
        case "device":
            file.symlink_to("/dev/zero")
        case "folder":
            file.mkdir()
        case "text":
            file.write_text("numbers")
    with pytest.raises(InputError, match=r"a\.npz"):
        read_archive(file)
