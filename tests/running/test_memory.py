import os
import subprocess
import sys

import pytest

ASK = "from src.running.memory import keep_freed_memory; print(keep_freed_memory())"


def asked(**settings: str) -> str:
    told = subprocess.run(
        [sys.executable, "-c", ASK], env={**os.environ, **settings}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    return told.stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc is of Linux")
def test_freed_memory_is_kept_unless_somebody_decided_otherwise() -> None:
    assert asked() == "True"
    assert asked(MALLOC_MMAP_MAX_="65536") == "False"
