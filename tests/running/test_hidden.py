"""Passwords of a command line go into the environment before anybody writes the words down."""

import os

import pytest
from omegaconf import OmegaConf

from src.running.hidden import HIDDEN, hide_passwords

ADDRESS = "postgresql://u:se@cret@h/db"


@pytest.mark.parametrize(
    "word",
    [
        f"tracking.uri={ADDRESS}",
        f"tracking.uri='{ADDRESS}'",
        f'++hydra.sweeper.storage="{ADDRESS}"',
        "tracking.uri=http://token@h",
        "tracking.uri=postgresql://h/db?sslpassword=cret",
    ],
)
def test_a_value_with_a_password_is_found_where_the_word_says(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"{HIDDEN}1", "")  # taken back after the test
    first, hidden = hide_passwords(["seed=1", word])
    key, _, place = hidden.partition("=")
    assert (first, key) == ("seed=1", word.partition("=")[0])
    assert "cret" not in hidden
    assert "token" not in hidden
    found = OmegaConf.create({"uri": place}).uri
    assert found == os.environ[f"{HIDDEN}1"] == word.partition("=")[2].strip("'\"")


@pytest.mark.parametrize(
    "word",
    [
        "seed=1", "-m", "--cfg=job", "+experiment=smoke", "dataset.root=me@work/images",
        "tracking.uri=${oc.env:ADDRESS}", "tracking.uri=sqlite:///mlruns/mlflow.db", "seeds=[1,2]",
    ],
)  # fmt: skip
def test_other_words_stay_as_they_are(word: str) -> None:
    assert hide_passwords([word]) == [word]
