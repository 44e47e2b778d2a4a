"""A set from pictures to a score that stays: prepared, killed, labelled, frozen, edited, verified.

``BRUSHWORK_ATTACK=all`` does so with 50 pictures, killed after 20.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from src.core import Annotation, InputError, Sample, Trajectory
from src.data.refsets import ReferenceSet
from src.data.refsets.dataset import Reference
from src.data.synthetic.nuclei import Nuclei
from src.refset import app
from src.tracking.archive import Archive, PastRun
from tests.conftest import ROOT
from tests.end_to_end.conftest import Answer

COUNT, KILLED = (50, 20) if os.environ.get("BRUSHWORK_ATTACK") == "all" else (10, 3)


SEED = 1
"""That of ``conf/config.yaml``."""


def looks(place: Path) -> int:
    if not (place / "about.yaml").exists():
        return 0
    with closing(sqlite3.connect(place / "store.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM looks").fetchone()[0])


def prepare(workplace: Path) -> list[str]:
    return [
        "prepare", "--dataset", "nuclei", "--override", f"dataset.count={COUNT}", "--override",
        "dataset.size=96", "--override", f"seed={SEED}", "--set", str(workplace / "set"),
        "--dimensions", "masks", "--source", "synthetic", "--detector", "otsu",
    ]  # fmt: skip


MOUSE = Trajectory([5, 5], [5, 6], [True, True], [0, 1], [3, 3], [1.0, 1.0])


def paint(sample: Sample) -> Annotation:
    truth = sample.truth.foreground()
    rgba = np.zeros((*truth.shape, 4), np.uint8)
    rgba[..., 0], rgba[..., 1] = truth * 255, ~truth * 255
    return Annotation(rgba, MOUSE)


def newest() -> PastRun:
    return Archive(os.environ["MLFLOW_TRACKING_URI"]).newest(1)[0]


def test_a_set_is_prepared_through_a_kill_labelled_frozen_and_scored(
    run: Callable[..., Answer], workplace: Path
) -> None:
    samples = list(Nuclei(count=COUNT, size=96, seed=SEED).samples())
    place = workplace / "set"
    process = subprocess.Popen(
        [sys.executable, "-m", "src.refset", *prepare(workplace)],
        cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    while looks(place) < KILLED:
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert KILLED <= looks(place) <= COUNT
    again = CliRunner().invoke(app, prepare(workplace))
    assert again.exit_code == 0, again.output
    assert f"0 photos copied, {COUNT} were there" in again.stdout
    assert looks(place) == COUNT
    refset = ReferenceSet.open(place)
    assert refset.statistics().photos == sum(1 for photo in refset.photos(limit=99)) == COUNT

    for sample in samples:
        photo = refset.photo(f"{sample.name}.png")
        with refset.batch("ann") as batch:
            painted = batch.put_painting(paint(sample))
            batch.save(photo.sha, {"masks": painted}, began=photo.revision)
    frozen = CliRunner().invoke(app, ["freeze", "--name", "v1", "--set", str(place)])
    assert f"v1: {COUNT} photos ({COUNT} complete)" in frozen.stdout, frozen.output

    words = ("dataset=reference", f"dataset.root={place}", "detector=otsu", "pictures=0")
    assert run(*words, "dataset.frozen=v1").code == 0
    first = newest()
    assert first.tags["reference.frozen"] == "v1"
    assert first.tags["reference.fingerprint"] in frozen.stdout

    wrong = Annotation(np.zeros((96, 96, 4), np.uint8), MOUSE)
    with refset.batch("ben") as batch:
        edited = {"masks": batch.put_painting(wrong)}
        batch.save(refset.photo(f"{samples[0].name}.png").sha, edited, began=None)
    verified = CliRunner().invoke(app, ["verify", "v1", "--set", str(place)])
    assert verified.exit_code == 0, verified.output
    assert run(*words, "dataset.frozen=v1").code == 0
    assert newest().metrics["test/f1"] == first.metrics["test/f1"]
    assert newest().tags["dataset.fingerprint"] == first.tags["dataset.fingerprint"]
    staging = Reference(str(place))
    assert staging.run_tags["reference.frozen"] == "staging"
    assert staging.run_tags["reference.fingerprint"] != first.tags["reference.fingerprint"]

    name = f"{samples[1].name}.png"
    path = refset.objects.path(refset.photo(name).sha)
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    content[-20] ^= 1
    path.write_bytes(content)
    faulty = CliRunner().invoke(app, ["verify", "v1", "--set", str(place)])
    assert faulty.exit_code == 1
    assert f"changed: photo {name}" in faulty.stdout
    with pytest.raises(InputError, match="has changed: its bytes are not those of its name"):
        list(Reference(str(place), "v1").samples())
