"""Disks of their own for tests: small ones, read-only ones."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A file system in memory on a folder; the test skips, by name, where none can be mounted.

    Args:
        options: such as ``size=100k`` or ``ro``; nobody, not even root, writes to the latter.
    """
    folder.mkdir(exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]
    if os.geteuid() != 0 or subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("a disk cannot be mounted here")
    try:
        yield folder
    finally:
        # Lazily: MLflow keeps a database open that it has read.
        subprocess.run(["umount", "--lazy", folder], check=True)


def change(folder: Path, options: str) -> None:
    """Give a mounted disk other options."""
    subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)
