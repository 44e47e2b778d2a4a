"""Sweeps that are killed at any moment go on: no trial is lost and none is done twice."""

from collections import Counter
from itertools import cycle, islice
from random import Random

import optuna
import pytest

from src.sweeps.study import open_storage
from src.tracking import keys
from tests.attack.grounds import Ground, Grounds
from tests.attack.moments import ANSWERED, ASKING, COMMIT, PLACED, STATEMENT, UPLOAD, WRITE
from tests.attack.table import whole

TRIALS, KILLS = 3, 14
KINDS = (ASKING, ANSWERED, STATEMENT, COMMIT, UPLOAD, PLACED, WRITE)
random = Random(3)  # noqa: S311 - it only chooses moments
CHOSEN = [(kind, random.random()) for kind in islice(cycle(KINDS), KILLS)]


def faults(ground: Ground) -> list[str]:
    """What is wrong with the study and with its runs."""
    found = []
    storage = open_storage(f"sqlite:///{ground.folder}/mlruns/optuna.db")
    trials = optuna.load_study(study_name="smoke", storage=storage).trials
    done = [trial.number for trial in trials if trial.state.name == "COMPLETE"]
    if len(done) != TRIALS:
        found.append(f"the trials ended as {[trial.state.name for trial in trials]}")
    parents = [run for run in ground.runs if keys.PARENT not in run.tags]
    if [run.status for run in parents] != ["FINISHED"]:
        found.append(f"the study's runs ended as {[run.status for run in parents]}")
    own = [run for run in ground.runs if keys.PARENT in run.tags and run.status == "FINISHED"]
    runs = Counter(int(run.tags["sweep.trial"]) for run in own)
    found += [f"trial {number} has {runs[number]} runs" for number in done if runs[number] != 1]
    found += [f"{run.name} is still RUNNING" for run in ground.runs if run.status == "RUNNING"]
    return found


@pytest.mark.attack("kills of a sweep, gone on with", kind="kills")
@whole  # a sample is in tests/end_to_end/test_sweep.py
@pytest.mark.parametrize(("kind", "part"), CHOSEN)
def test_a_killed_sweep_goes_on_and_no_trial_is_lost_or_doubled(
    grounds: Grounds, kind: str, part: float
) -> None:
    ground = grounds.killed("sweep", kind, part)
    again = ground.run()
    assert again.code == 0, again.said
    assert "Traceback" not in again.said
    assert not faults(ground)
