"""Teaching through the entry: record, kill, resume, reload, serve."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import InputError
from src.serving import load_detector
from src.tracking.archive import Archive
from src.tracking.record.model import models_of
from tests.conftest import ROOT
from tests.end_to_end.conftest import Answer
from tests.mounts import change, mounted

Run = Callable[..., Answer]
SMALL = (
    "+experiment=quickstart",
    "dataset=nuclei",
    "dataset.count=10",
    "dataset.size=64",
    "detector.net.width=4",
    "detector.net.depth=2",
    "trainer.tile_in=48",
    "trainer.min_epoch_tiles=8",
    "trainer.rules.images=4",
    "trainer.progress_bar=false",
    "playback.images=0",
    "pictures=1",
)


def newest():  # type: ignore[no-untyped-def]
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return archive, archive.newest(1)[0]


def test_a_session_is_recorded_and_reloaded(run: Run) -> None:
    answer = run(*SMALL)
    assert answer.code == 0, answer.err
    archive, past = newest()
    files = {name for name, _ in archive.files(past)}
    assert {
        "annotations.zip", "checkpoints/best.ckpt", "checkpoints/last.ckpt", "learning_curve.png",
        "tables/images.parquet",
    } <= files  # fmt: skip
    assert len(models_of(archive.client, past.experiment_id, past.id)) == 1
    assert sum(name.startswith("trajectories/") for name in files) == 4
    assert past.metrics["learning/seconds"] > 0
    assert past.metrics["by_image/test/f1"] >= 0

    again = run("+experiment=evaluate", f"checkpoint={past.id}", "dataset=nuclei",
                "dataset.count=10", "dataset.size=64")  # fmt: skip
    assert again.code == 0, again.err
    assert newest()[1].metrics["test/f1"] == past.metrics["test/f1"]

    detector = load_detector(past.id, os.environ["MLFLOW_TRACKING_URI"])
    assert detector.threshold == 0.5


def left_behind(run_id: str, sessions: Path) -> dict[str, object]:
    """All that a session leaves: every number at every step, and what the mouse did."""
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    past = archive.find(run_id)
    told = {
        name: [(one.step, one.value) for one in archive.client.get_metric_history(past.id, name)]
        for name in past.metrics
        if not name.startswith("time/")
    }
    session = sessions / past.id
    mouse = {file.name: file.read_bytes() for file in (session / "trajectories").iterdir()}
    paint = {file.name: file.read_bytes() for file in (session / "annotations").rglob("*.png")}
    # As text, since nan is no equal of itself.
    return {"status": past.status, "numbers": str(told), "mouse": mouse, "paint": paint}


@pytest.fixture(scope="module")
def uninterrupted() -> list[dict[str, object]]:
    """What the session leaves that nobody stops: made by whoever needs it first."""
    return []


@pytest.mark.parametrize(
    ("moment", "how", "code"),
    [
        ("annotations/val/*.png", signal.SIGKILL, -signal.SIGKILL),
        ("last.ckpt", signal.SIGKILL, -signal.SIGKILL),
        ("previous.ckpt", signal.SIGKILL, -signal.SIGKILL),
        ("last.ckpt", signal.SIGINT, 130),
    ],
    ids=["first picture", "first checkpoint", "second checkpoint", "Ctrl-C"],
)
def test_a_stopped_session_resumes_and_ends_with_the_same_numbers(
    run: Run,
    workplace: Path,
    tmp_path: Path,
    uninterrupted: list[dict[str, object]],
    moment: str,
    how: signal.Signals,
    code: int,
) -> None:
    sessions = workplace / "mlruns" / "sessions"
    sessions.mkdir(parents=True)
    if not uninterrupted:
        assert run(*SMALL).code == 0
        uninterrupted.append(left_behind(newest()[1].id, sessions))
    known = set(sessions.iterdir())
    with (tmp_path / "log.txt").open("w") as log:
        killed = subprocess.Popen(
            [sys.executable, "-m", "src.run", *SMALL], cwd=workplace, stdout=log, stderr=log,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            # A shell's background job ignores Ctrl-C, and so would this child of one.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        while killed.poll() is None:
            fresh = set(sessions.iterdir()) - known
            if any(True for session in fresh for _ in session.glob(moment)):
                break
            time.sleep(0.005)
        killed.send_signal(how)
        assert killed.wait() == code, "it was stopped before it ended"
    (session,) = set(sessions.iterdir()) - known
    answer = run(*SMALL, f"resume={session.name}")
    assert answer.code == 0, answer.err
    assert [left_behind(session.name, sessions)] == uninterrupted


def test_another_configuration_is_not_resumed(run: Run) -> None:
    answer = run(*SMALL, "trainer.optimizer.lr=-1")
    assert answer.code == 2
    assert "trainer.optimizer cannot be used" in answer.err
    name = newest()[1].name
    refused = run(*SMALL, f"resume={name}")
    assert refused.code == 2
    assert re.search(r"was configured otherwise: trainer\.optimizer\.lr", refused.err)


def test_a_trainer_needs_an_annotator_and_a_net(run: Run) -> None:
    assert "add annotator=rootpainter" in run(*SMALL, "annotator=none").err
    assert "teaches nets, not Otsu" in run(*SMALL[:1], "detector=otsu", "dataset.count=10").err


def test_a_start_that_is_no_project_names_its_key(run: Run, workplace: Path) -> None:
    answer = run(*SMALL, f"start={workplace / 'nowhere'}")
    assert answer.code == 2
    assert answer.err.startswith("error: start=")
    assert "does not exist" in answer.err


def test_scoring_what_was_taught_is_refused(run: Run) -> None:
    assert "set split=test" in run(*SMALL, "split=all").err


def test_what_is_no_checkpoint_is_named(workplace: Path) -> None:
    with pytest.raises(InputError, match="There is no run 'nothing'"):
        load_detector("nothing", os.environ["MLFLOW_TRACKING_URI"])
    with pytest.raises(InputError, match=r"config\.yaml does not exist"):
        load_detector(str(workplace))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room; it can be enlarged."""
    with mounted(tmp_path / "disk", "size=100k") as place:
        yield place


def test_a_full_disk_is_said_and_the_run_goes_on_when_there_is_room(
    run: Run, small_disk: Path
) -> None:
    words = (*SMALL, f"sessions={small_disk}")
    stopped = run(*words)
    assert stopped.code == 2
    assert "the disk is full" in stopped.err
    assert "Traceback" not in stopped.err
    (session,) = small_disk.iterdir()
    assert not [file for file in session.rglob(".*") if file.is_file()], "nothing half-written"
    change(small_disk, "size=50m")
    answer = run(*words, f"resume={session.name}")
    assert answer.code == 0, answer.err
    resumed = newest()[1]
    assert run(*SMALL).code == 0
    assert newest()[1].metrics["learning/aubc"] == resumed.metrics["learning/aubc"]


def photographs(folder: Path, kind: str) -> Path:
    """Bright discs, as grey, 16-bit, RGBA or float pictures."""
    rng = np.random.default_rng(1)
    rows, columns = np.mgrid[:64, :64]
    for name in ("images", "masks"):
        (folder / name).mkdir(parents=True)
    for number in range(8):
        middle = rng.integers(16, 48, 2)
        disc = (rows - middle[0]) ** 2 + (columns - middle[1]) ** 2 < 120
        grey = np.clip(60 + 120 * disc + rng.normal(0, 9, disc.shape), 0, 255).astype(np.uint8)
        pixels = {
            "grey": grey,
            "deep": grey.astype(np.uint16) * 200,
            "see-through": np.dstack([grey] * 3 + [np.full_like(grey, 255)]),
        }[kind]
        Image.fromarray(pixels).save(folder / "images" / f"{number}.png")
        Image.fromarray(disc.astype(np.uint8) * 255).save(folder / "masks" / f"{number}.png")
    return folder


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("x" * 239 + "{}", ""), ("根" * 79 + "{}", ""), ("x" * 245 + "{}", "rename its file"),
     ("\udcff{}", "rename it")],
    ids=["letters", "characters", "too long", "no text"],
)  # fmt: skip
def test_a_name_fits_or_is_refused_before_the_first_image(
    run: Run, tmp_path: Path, name: str, sentence: str
) -> None:
    folder = photographs(tmp_path / "photographs", "grey")
    for file in [*folder.rglob("*.png")]:
        file.rename(file.with_name(name.format(file.name)))
    words = ["+experiment=corrective_nuclei", "dataset=folder", f"dataset.root={folder}"]
    answer = run(*words, *(w for w in SMALL[1:] if "dataset" not in w), "playback.images=1")
    assert (answer.code, sentence in answer.err) == (2 if sentence else 0, True), answer.err
    assert len([*(tmp_path / "mlruns").glob("sessions/*/trajectories/*")]) == (0 if sentence else 4)


@pytest.mark.parametrize("kind", ["grey", "deep", "see-through"])
def test_pictures_of_any_kind_teach_and_start_another_run(
    run: Run, tmp_path: Path, kind: str
) -> None:
    folder = photographs(tmp_path / "photographs", kind)
    splits = tmp_path / "splits.csv"
    lines = [f"{number},{'test' if number > 5 else 'train'}" for number in range(8)]
    splits.write_text("\n".join(["name,split", *lines]))
    words = ["+experiment=corrective_nuclei", "dataset=folder", f"dataset.root={folder}"]
    words += [f"dataset.split.file={splits}", *(w for w in SMALL[1:] if "dataset" not in w)]
    answer = run(*words)
    assert answer.code == 0, answer.err
    taught = newest()[1]
    assert taught.metrics["test/f1"] > 0.5
    project = tmp_path / "mlruns" / "sessions" / taught.id
    again = run(*words, f"start={project}", "trainer.rules.images=1")
    assert again.code == 0, again.err
    assert newest()[1].metrics["learning/aubc"] > 0.5, "it knows the discs from the first second"
    elsewhere = run("+experiment=evaluate", f"checkpoint={taught.id}", "dataset=nuclei",
                    "dataset.count=10", "dataset.size=64")  # fmt: skip
    assert elsewhere.code == 0, elsewhere.err
    assert newest()[1].metrics["test/f1"] > 0.2


def test_a_net_of_monai_is_taught_and_reloaded(run: Run) -> None:
    pytest.importorskip("monai", reason="monai is absent")
    words = [word for word in SMALL if not word.startswith("detector.net")]
    answer = run(
        *words,
        "~detector.net",
        "+detector.net={_target_: monai.networks.nets.BasicUNet, spatial_dims: 2, in_channels: 3,"
        " out_channels: 2, features: [4, 4, 8, 8, 8, 4]}",
        "detector.geometry={_target_: src.detectors.tiling.Geometry, context: 32, multiple: 16}",
        "trainer.rules.images=3",
    )
    assert answer.code == 0, answer.err
    past = newest()[1]
    again = run("+experiment=evaluate", f"checkpoint={past.id}", "dataset=nuclei",
                "dataset.count=10", "dataset.size=64")  # fmt: skip
    assert again.code == 0, again.err
    assert newest()[1].metrics["test/f1"] == past.metrics["test/f1"]
