"""The readers of masks, pictures, configurations and tasks, guided to where new branches are."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from src.composing.conf import CONF
from src.data.formats.label_studio.encode import encode_mask
from tests.attack.bad_yaml import YAML
from tests.attack.inputs import ASLEEP, PICTURES, TASKS
from tests.attack.mutations import as_json
from tests.attack.table import whole
from tests.conftest import ROOT

pytest.importorskip("atheris", reason="atheris is absent: no coverage-guided fuzzing")

SECONDS = int(os.environ.get("BRUSHWORK_FUZZING_SECONDS", "150"))
"""For each of four readers: ten minutes in all."""

LEAST, LONGEST = 1500, 4096
"""Inputs of a reader, and bytes of one."""


def _masks() -> Iterator[bytes]:
    for side in (1, 7, 40):
        mask = np.tri(side, side + 3, dtype=bool)
        yield bytes(mask.shape) + bytes(encode_mask(mask))


SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "rle": lambda: [*_masks()],
    "tiff": lambda: [own for own in PICTURES if own[:2] in (b"II", b"MM")],
    "yaml": lambda: [
        *(file.read_bytes() for file in sorted(CONF.glob("*/*.yaml"))),
        *(text.encode("utf-8", "surrogatepass")[:LONGEST] for text in YAML.values()),
    ],
    "json": lambda: [as_json(TASKS), b"[{}]", b'{"data": {"image": "\\ud83d\\ude00.png"}}'],
}


def fuzzed(reader: str, place: Path, seeds: list[bytes], limit: str) -> tuple[int, str]:
    """How many inputs were tried, and what was found."""
    corpus = place / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    words = [
        *(sys.executable, "-m", "tests.attack.fuzzing", reader, limit, "-print_final_stats=1"),
        *(f"-max_len={LONGEST}", f"-timeout={ASLEEP}", "-rss_limit_mb=2048", "-seed=1"),
        *(f"-artifact_prefix={place}/", str(corpus)),
    ]
    own = {"OMP_NUM_THREADS": "1", "TMPDIR": str(place)}
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=False
    )
    told = re.search(r"number_of_executed_units:\s+(\d+)", done.stderr)
    found = done.stderr[-3000:] if done.returncode else ""
    return int(told[1]) if told else 0, found


@whole
@pytest.mark.attack("inputs of RLE, TIFF, YAML and JSON readers, by coverage", kind="fuzzing")
@pytest.mark.parametrize("reader", SEEDS)
def test_no_branch_of_a_reader_ends_in_a_traceback(
    reader: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    tried, found = fuzzed(reader, tmp_path, SEEDS[reader](), f"-max_total_time={SECONDS}")
    record_property("tried", tried)
    assert not found, found
    assert tried >= LEAST
