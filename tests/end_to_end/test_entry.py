"""The entry before anything runs: help, composition, what is imported."""

import subprocess
import sys

import pytest
import yaml
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from src.composing.conf import CONF
from src.composing.usage import help_text

EXPERIMENTS = sorted(
    str(file.relative_to(CONF / "experiment").with_suffix(""))
    for file in (CONF / "experiment").rglob("*.yaml")
)
OPTIONS = sorted(
    f"{file.parent.name}={file.stem}"
    for file in CONF.glob("*/*.yaml")
    if file.parent.name not in ("experiment", "sweep", "hydra")
)


@pytest.mark.parametrize("words", [["--help"], ["--cfg", "job"]])
def test_the_first_words_come_without_torch_and_mlflow(words: list[str]) -> None:
    script = (
        "import sys; sys.argv = ['run', *sys.argv[1:]]\n"
        "from src.run import main\n"
        "try: main()\n"
        "finally:\n"
        "    heavy = {'torch', 'mlflow', 'lightning', 'optuna'} & set(sys.modules)\n"
        "    assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr


def test_help_has_a_line_for_every_option_and_experiment() -> None:
    lines = [line.split(None, 1) for line in help_text().splitlines() if line.startswith("  ")]
    described = {line[0] for line in lines if len(line) == 2}
    for name in EXPERIMENTS + [option.split("=")[1] for option in OPTIONS]:
        assert name in described


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_composes(name: str) -> None:
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=[f"+experiment={name}"])
    assert OmegaConf.to_container(config)


@pytest.mark.parametrize(
    "file", sorted(CONF.rglob("*/*.yaml")), ids=lambda f: f"{f.parent.name}-{f.stem}"
)
def test_every_configuration_opens_with_a_comment(file) -> None:  # type: ignore[no-untyped-def]
    assert file.read_text(encoding="utf-8").startswith("#")
    yaml.safe_load(file.read_text(encoding="utf-8"))


def test_options_that_exclude_one_another_are_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "src.run", "-m", "--cfg", "job"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("error: Only one of")
    assert len(done.stderr.splitlines()) == 1
