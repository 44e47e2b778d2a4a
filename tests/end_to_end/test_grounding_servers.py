"""Servers through the entry: two methods in three crops, faults, a kill, and a check of units."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from src.grounding import app
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.results import all_whole
from tests.conftest import ROOT
from tests.detectors.grounding.looking import COLOURS
from tests.detectors.grounding.loopback import Loopback, loopback
from tests.detectors.grounding.sites import files
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]

SIZE, SIDE = (1400, 900), 40
SCREENS, ELEMENTS = 3, ("red", "green", "blue")
QUICK = tuple(
    f"++detector.method.client.{key}" for key in ("backoff_seconds=0.01", "read_seconds=1.0")
)


@pytest.fixture(name="running", scope="module")
def running_fixture() -> Iterator[Loopback]:
    with loopback() as server:
        yield server


@pytest.fixture(name="server")
def server_fixture(running: Loopback) -> Loopback:
    running.reset()
    return running


@pytest.fixture(name="screens", scope="module")
def screens_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Screenshots with three squares each, in the format of annotations.json."""
    folder = tmp_path_factory.mktemp("screens")
    rng = np.random.default_rng(4)
    samples = []
    for number in range(SCREENS):
        pixels = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
        elements = []
        for place, name in enumerate(ELEMENTS):
            x, y = 60 + 440 * place + int(rng.integers(0, 300)), int(rng.integers(60, 800))
            pixels[y : y + SIDE, x : x + SIDE] = COLOURS[name]
            box = [x / SIZE[0], y / SIZE[1], (x + SIDE) / SIZE[0], (y + SIDE) / SIZE[1]]
            words = {"text": f"{name} square", "type": "icon", "instruction": f"the {name} square"}
            elements.append({"id": name, "bbox": box, **words})
        Image.fromarray(pixels).save(folder / f"{number}.png")
        sample = {"id": f"s{number}", "image": f"{number}.png", "elements": elements}
        samples.append({**sample, "width": SIZE[0], "height": SIZE[1]})
    content = {"version": "1.0", "dataset": "squares", "samples": samples}
    (folder / "annotations.json").write_text(json.dumps(content))
    return folder


@pytest.fixture(name="cache", autouse=True)
def cache_fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is at hand before a test begins, also for processes that it starts."""
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path / "cache"


def words(server: Loopback, screens: Path, *more: str) -> tuple[str, ...]:
    servers = f"servers.omniparser={server.url}", f"servers.chat={server.url}"
    place = f"dataset.root={screens}"
    return ("dataset=ui", "scorer=grounding", place, *servers, *QUICK, *more)


def runs(count: int) -> list[PastRun]:
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return all_whole(archive, archive.newest(count))


def metrics(past: PastRun) -> dict[str, float]:
    return {name.removeprefix("test/"): value for name, value in past.metrics.items()}


def test_two_methods_in_three_crops_by_one_multirun(
    run: Run, server: Loopback, screens: Path
) -> None:
    every = ("-m", *words(server, screens, "detector=omniparser,ui_tars_1_5", "pictures=0"))
    server.control(first=["503"])
    answer = run(*every, "crop=none,fixed,screenseeker")
    assert answer.code == 0, answer.err
    past = runs(6)
    for one in past:
        numbers = metrics(one)
        assert (numbers["accuracy"], numbers["errors"], numbers["targets"]) == (1, 0, 9)
    asked = server.asked
    assert set(Counter(entry["body"] for entry in asked).values()) == {2}  # one refusal each
    # The second time nothing is asked, and the numbers are the same.
    assert run(*every, "crop=fixed").code == 0
    assert len(server.asked) == len(asked)
    spent = [metrics(one)["spent_requests"] for one in past]
    assert sum(spent) == len(asked)
    assert {metrics(one)["spent_requests"] for one in runs(2)} <= set(spent)


def test_faults_become_outcomes(run: Run, server: Loopback, screens: Path) -> None:
    faults = ["429", "slow", "cut", "html", "refuse", "400", "babble", "500", "503"]
    server.control(faults=faults)
    answer = run(*words(server, screens, "detector=chat", "crop=none", "dataset.ask=instruction"))
    assert answer.code == 0, answer.err
    numbers = metrics(runs(1)[0])
    # 429, slow, cut and 503 pass; HTML, 400, babble and 500 are errors, the refusal is none.
    assert (numbers["errors"], numbers["nothing"], numbers["found"]) == (4, 1, 4)
    assert numbers["hits"] == 4
    assert numbers["spent_requests"] == len(server.asked) == 13


def test_a_server_that_is_not_there_ends_the_run_before_the_first_answer(
    run: Run, screens: Path
) -> None:
    nobody = Loopback("http://127.0.0.1:9")
    answer = run(*words(nobody, screens, "detector=omniparser"))
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith("error: http://127.0.0.1:9: the server is not")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("method", ["omniparser", "chat"])
def test_a_web_page_in_place_of_a_server_ends_run_and_check(
    method: str, run: Run, screens: Path, tmp_path: Path
) -> None:
    with files(tmp_path) as address:
        site = Loopback(address)
        answer = run(*words(site, screens, f"detector={method}", "dataset.ask=instruction"))
        servers = f"servers.omniparser={address}", f"servers.chat={address}"
        checked = CliRunner().invoke(app, ["check", "--method", method, *servers])
    assert (answer.code, checked.exit_code) == (2, 2)
    sentence = f"error: {address}: it answers HTML instead of JSON (status 404): no such server"
    assert answer.err.splitlines()[-1].startswith(sentence)
    assert checked.output.startswith(sentence)
    assert len(checked.output.splitlines()) == 1


def test_a_key_is_in_nothing_that_a_run_leaves(
    run: Run, server: Loopback, screens: Path, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-very-secret-0123456789")
    key = "detector.method.client.key_variable=SOME_KEY"
    server.control(faults=["400"])
    answer = run(*words(server, screens, "detector=chat", key))
    assert answer.code == 0, answer.err
    assert {entry["key"] for entry in server.asked} == {"sk-very-secret-0123456789"}
    assert b"very-secret" not in (answer.out + answer.err).encode()
    files = [file for file in workplace.rglob("*") if file.is_file()]
    assert len(files) > 10
    assert [file for file in files if b"very-secret" in file.read_bytes()] == []


@pytest.mark.parametrize("method", ["omniparser", "chat"])
def test_killed_and_started_again_no_answered_request_is_sent_twice(
    method: str, run: Run, server: Loopback, screens: Path, workplace: Path
) -> None:
    chosen = words(server, screens, f"detector={method}", "crop=fixed", "crop.sizes=[100]")
    server.control(delay=0.15)
    log = workplace / "log.txt"
    with log.open("w") as stream:
        killed = subprocess.Popen(
            [sys.executable, "-m", "src.run", *chosen], cwd=workplace, stdout=stream, stderr=stream
        )
        # Between two answers, so that one request is under way.
        while killed.poll() is None and len(server.asked) < 5:
            time.sleep(0.02)
        killed.kill()
    assert killed.wait() == -signal.SIGKILL, log.read_text()
    time.sleep(0.3)
    before = server.asked
    assert 4 <= len(before) < 9
    server.control(delay=0.0)
    answer = run(*chosen)
    assert answer.code == 0, answer.err
    assert metrics(runs(1)[0])["hits"] == 9
    twice = {
        body for body, count in Counter(one["body"] for one in server.asked).items() if count > 1
    }
    # Nobody knows whether the one under way was answered; no other is sent again.
    assert twice <= {before[-1]["body"]}
    assert len({one["body"] for one in server.asked}) == 9


@pytest.mark.parametrize(
    ("method", "limit", "code", "sentence"),
    [
        ("ui_tars_1_5", None, 0, "answers fit `resized`: 9 of 9 points hit"),
        ("omniparser", None, 0, "answers fit `unit`: 9 of 9 points hit"),
        (
            "ui_tars_1_5",
            1_260_000,
            1,
            "all points are 0.77 of where they should be: the server shrinks the picture",
        ),
    ],
)
def test_check_tells_units_and_the_factor_of_a_server_that_shrinks(
    server: Loopback, method: str, limit: int | None, code: int, sentence: str
) -> None:
    server.control(max_pixels=limit)
    servers = f"servers.omniparser={server.url}", f"servers.chat={server.url}"
    answer = CliRunner().invoke(app, ["check", "--method", method, *servers])
    assert (answer.exit_code, answer.output.startswith(sentence)) == (code, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("servers.chat=127.0.0.1:8000",), "error: detector.method.client.url must begin with"),
        (("servers.chat=http://127.0.0.1:9",), "error: http://127.0.0.1:9: the server is not the"),
        (("--method", "otsu"), "error: detector must be one that answers questions"),
        ((), "error: detector.method.client.url is not given: set servers.omniparser"),
    ],
)
def test_check_answers_bad_input_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = CliRunner().invoke(app, ["check", *words])
    assert answer.exit_code == 2
    assert answer.output.startswith(sentence)
    assert len(answer.output.splitlines()) == 1
