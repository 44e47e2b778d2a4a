"""What ``--help`` says: usage, then every group and every experiment with its one line."""

from pathlib import Path

from src.composing.conf import CONF

USAGE = """\
Brushwork: a detector, on a dataset, earns a scorecard and a verdict.

  python -m src.run                          the default run
  python -m src.run +experiment=NAME         a named experiment
  python -m src.run GROUP=NAME KEY=VALUE     any part, any key
  python -m src.run -m KEY=1,2,3             one run per value
  python -m src.run -m +sweep=NAME           a search with Optuna; goes on where it stopped
  python -m src.run --all                    every number on the terminal, not a dozen
  python -m src.run --cfg job                the composed configuration, without running it
  python -m src.run --hydra-help             Hydra's own options
"""

ADDED = ("experiment", "sweep", "prediction")
"""Groups that no run has unless it asks: they are given with a plus."""


def help_text(conf: Path = CONF) -> str:
    """Usage, and what there is to choose from."""
    groups = sorted({file.parent for file in conf.glob("*/*.yaml")} - {conf / "hydra"})
    added = [group for group in groups if group.name in ADDED]
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
