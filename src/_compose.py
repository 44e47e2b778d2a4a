"""Hydra's side of the entry: the configuration tree, what it may build, what --help says."""

from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any

from hydra.errors import InstantiationException
from hydra.utils import instantiate
from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from src.core import InputError

CONF = Path(__file__).resolve().parents[1] / "conf"

TRUSTED = ("src.*", "torch.optim.*", "monai.networks.nets.*")
"""The only code that a configuration may call."""

FAILED_GATE, UNUSABLE_INPUT = 1, 2

begun = Event()
"""Set when Hydra has composed a configuration and called the task or the sweeper."""

EXPECTED = (InstantiationException, OmegaConfBaseException, TypeError, ValueError)
"""What a wrong argument raises; anything else is a fault of ours and keeps its traceback."""

USAGE = """\
Brushwork: a detector, on a dataset, earns a scorecard and a verdict.

  python -m src.run                          the default run
  python -m src.run +experiment=NAME         a named experiment
  python -m src.run GROUP=NAME KEY=VALUE     any part, any key
  python -m src.run -m KEY=1,2,3             one run per value
  python -m src.run -m +sweep=NAME           a search with Optuna; goes on where it stopped
  python -m src.run --cfg job                the composed configuration, without running it
  python -m src.run --hydra-help             Hydra's own options
"""


def build(config: DictConfig, group: str) -> Any:
    """The object that a group describes, or ``None``; bad arguments become one sentence."""
    try:
        return instantiate(config[group], _execution_whitelist_=TRUSTED) or None
    except EXPECTED as error:
        cause: BaseException = error
        while cause.__cause__ is not None and not isinstance(cause, InputError):
            cause = cause.__cause__
        if isinstance(cause, InputError):
            raise cause from None
        raise InputError(f"{group}: {str(cause).splitlines()[0]}") from error


def chosen(choices: Mapping[str, Any]) -> dict[str, str]:
    """The groups that people look for."""
    return {name: str(choices.get(name) or "") for name in ("experiment", "dataset", "detector")}


def help_text(conf: Path = CONF) -> str:
    """Usage, then every group and every experiment with its one line."""
    groups = sorted({file.parent for file in conf.glob("*/*.yaml")} - {conf / "hydra"})
    added = [group for group in groups if group.name in ("experiment", "sweep")]
    parts = [f"{group.name}=\n{_options(group)}" for group in groups if group not in added]
    parts += [f"+{group.name}=\n{_options(group)}" for group in added]
    return "\n".join([USAGE, *parts])


def _options(group: Path) -> str:
    files = {str(file.relative_to(group).with_suffix("")): file for file in group.rglob("*.yaml")}
    width = max(map(len, files), default=0)
    return "".join(f"  {name:<{width}}  {_summary(files[name])}\n" for name in sorted(files))


def _summary(file: Path) -> str:
    """The first comment that is no directive to Hydra."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") and not line.startswith("# @package"):
            return line.lstrip("# ").strip()
    return ""
