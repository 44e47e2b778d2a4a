"""Whatever is typed: a result, or one sentence with code 2; never a traceback, never an hour."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attack.grounds import Ground, Grounds
from tests.attack.processes import Ended
from tests.attack.table import ALL, some, whole
from tests.attack.words import NAMES, REPORTED, STORES, settings

SECONDS, CODES = 60, (0, 2)
Counting = Callable[[str, object], None]


def fault(ended: Ended) -> str:
    """What is wrong with how a command ended; nothing where it gave a result or a sentence."""
    if ended.code in (-signal.SIGALRM, -signal.SIGPROF):
        return f"it took {SECONDS} s of a processor, or slept for longer"
    if ended.code not in CODES or "Traceback" in ended.said:
        return f"code {ended.code}: {ended.said[-1500:]}"
    if ended.code == 2 and not ended.said.strip():
        return "it said nothing"
    return ""


def scenario_of(word: str) -> str:
    """Whose key a word sets."""
    teaching = word.startswith(("trainer", "detector.net", "clock"))
    return "forest" if word.startswith("detector.threads") else "net" if teaching else "scored"


@pytest.fixture(name="place", scope="module")
def place_fixture(grounds: Grounds) -> Ground:
    """Where a run has ended well, to be asked for."""
    ground = grounds.fresh("scored")
    assert ground.run().code == 0
    return ground


def tried(
    ground: Ground, commands: list[tuple[str, tuple[str, ...]]], record_property: Counting
) -> None:
    """Every command of a door, and which of them did not hold."""
    wrong = [
        f"{door} {words!s:.300}: {said}"
        for door, words in commands
        if (said := fault(ground.start(*words, door=door, seconds=SECONDS).wait()))
    ]
    record_property("tried", len(commands))
    record_property("did not", len(wrong))
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.attack("commands with values of configuration keys", kind="inputs")
@pytest.mark.parametrize("name", ["scored", "net", "forest"])
def test_no_value_of_a_key_ends_in_a_traceback(
    grounds: Grounds, name: str, record_property: Counting
) -> None:
    reported = [word for word in REPORTED if scenario_of(word) == name]
    every = [word for own, word in settings(1000) if own == name] if ALL else []
    commands = [("run", tuple(word.split(" "))) for word in (*reported, *every)]
    tried(grounds.fresh(name), commands, record_property)


@pytest.mark.attack("stores, words and names of runs", kind="inputs")
@pytest.mark.parametrize("what", ["stores", "names", "runs", "sweeps"])
def test_no_store_word_or_name_ends_in_a_traceback(
    place: Ground, what: str, record_property: Counting
) -> None:
    quoted = {text: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'" for text in NAMES}
    looks = ("show {}", "compare {} {}", "rank {}", "export {} --output x.json", "list --status {}",
             "list --experiment {}", "rank --study {}")  # fmt: skip
    every: dict[str, list[tuple[str, tuple[str, ...]]]] = {
        "stores": [
            *(("run", (f"tracking.uri='{uri}'",)) for uri in STORES),
            *(("runs", ("list", "--uri", uri)) for uri in STORES if "\0" not in uri),
        ],
        "names": [
            *(("run", (f"{key}={text}",)) for text in quoted.values()
              for key in ("tracking.experiment", "tracking.run_name", "resume", "sessions")
              if (key, text) != ("sessions", "'/'")),
        ],
        "runs": [
            ("runs", tuple(word.format(text) for word in look.split()))
            for look in looks for text in NAMES
        ],
        "sweeps": [
            ("run", ("-m", "hydra/sweeper=optuna", f"hydra.sweeper.{word}"))
            for word in ("n_trials=abc", "n_trials=-1", "n_trials=nan", "n_jobs=0", "storage=x",
                         "storage=null", "study_name=''", "direction=up", "params.seed=abc",
                         "params.nothing=choice(1)", "sampler=x", "pruner=null")
        ],
    }  # fmt: skip
    commands = some(every[what], max(1, len(every[what]) // 3))
    tried(place, commands, record_property)


@whole
@pytest.mark.attack("races of processes for one run or folder", kind="races")
def test_four_runs_may_begin_in_one_second_in_one_folder(grounds: Grounds) -> None:
    ground = grounds.fresh("scored")
    together = [ground.start() for _ in range(2)]
    together += [ground.start("hydra.run.dir=one") for _ in range(2)]
    ended = [child.wait() for child in together]
    assert [end.code for end in ended] == [0] * 4, "".join(end.said for end in ended)
    assert [run.status for run in ground.runs] == ["FINISHED"] * 4
    numbers = [{name: value for name, value in run.metrics.items() if "time" not in name}
               for run in ground.runs]  # fmt: skip
    assert numbers == [numbers[0]] * 4
    assert len([*(Path(ground.folder) / "outputs").glob("*/*")]) == 2


def test_no_password_of_a_command_line_is_written_or_said(grounds: Grounds) -> None:
    ground = grounds.fresh("scored")
    address = f"sqlite:///{ground.folder}/mlflow.db?password=hunter2"
    for words in ((f"tracking.uri='{address}'",), ("-m", "seed=1,2", f"tracking.uri={address}")):
        ended = ground.run(*words)
        assert ended.code == 0, ended.said
        assert "hunter2" not in ended.said
    refused = ground.run("tracking.uri=postgresql://u:se@hunter2@127.0.0.1:1/db")
    assert refused.code == 2
    assert "hunter2" not in refused.said
    files = [file for file in ground.folder.rglob("*") if file.is_file()]
    assert not [file for file in files if b"hunter2" in file.read_bytes()]
    assert [file for file in files if file.name == "multirun.yaml"]


def test_a_bad_value_of_several_jobs_is_one_sentence(grounds: Grounds) -> None:
    ended = grounds.fresh("scored").run("-m", "seed=1,abc")
    assert (ended.code, "Traceback" in ended.said) == (2, False), ended.said
    assert ended.said.splitlines()[-1].startswith("error: seed must be a whole number")
