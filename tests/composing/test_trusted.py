"""What a forged configuration cannot call."""

from pathlib import Path
from typing import Any

import pytest
from omegaconf import OmegaConf

from src.composing.builder import build_node
from src.composing.conf import CONF
from src.composing.trusted import GROUPS, PRUNERS, SAMPLERS, trusted_target
from src.core import InputError

FORGED: list[Any] = [
    "os.system", "builtins.eval", "subprocess.Popen", "pathlib.Path.unlink", "shutil.rmtree",
    "src.tracking.store.cleaning.delete", "src.tracking.store.cleaning.empty",
    "src.data.files.whole.write_whole", "src.data.folder.Path", "src.data.folder.Path.unlink",
    "src.data.folder.logging.os.system", "src.data.files.lock.os.remove", "src.run.main",
    "src.serving.model.save_model", "src.detectors.neural.torch.load",
    "src.detectors.neural.io.open", "src.annotators.hand.np.save",
    "src.scoring.statistics.percentiles", "src.sweeps.study.open_storage",
    "torch.hub.load", "torch.optim.Optimizer.zero_grad", "torch.optim.lr_scheduler.warnings.warn",
    "optuna.samplers.TPESampler", "optuna.delete_study", "hydra.utils.call", "src", "src.data",
    "src.data.", "src..data", ".src.data.folder", "src.data.folder.Folder()", "", " ", "src.data.*",
    None, 5, True, [], {}, "x" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("target", FORGED)
@pytest.mark.parametrize("group", sorted(GROUPS))
def test_no_group_can_call_what_is_not_its_own(group: str, target: Any) -> None:
    with pytest.raises(InputError, match=rf"^{group}\._target_\b[^\n]*$"):
        build_node({"_target_": target}, group, GROUPS[group])


@pytest.mark.parametrize("target", ["src.detectors.otsu.Otsu", "torch.optim.SGD", "os.system"])
@pytest.mark.parametrize("trusted", [SAMPLERS, PRUNERS])
def test_samplers_and_pruners_are_optunas(trusted: tuple[str, ...], target: str) -> None:
    with pytest.raises(InputError, match=r"^hydra\.sweeper\._target_: .* may not be called here"):
        trusted_target(target, "hydra.sweeper._target_", trusted)


def test_a_forged_part_inside_another_is_refused_too() -> None:
    inner = {"_target_": "src.tracking.store.cleaning.delete", "run": "all"}
    described = OmegaConf.create({"_target_": "src.detectors.stored.Stored", "find": inner})
    with pytest.raises(InputError, match=r"^detector\.find\._target_: .* may not be called here"):
        build_node(described, "detector", GROUPS["detector"])


def test_a_target_that_an_interpolation_hides_is_refused_too() -> None:
    config = OmegaConf.create({"a": "os.", "detector": {"_target_": "${a}system", "command": "ls"}})
    with pytest.raises(InputError, match=r"^detector\._target_: os\.system may not be called"):
        build_node(config.detector, "detector", GROUPS["detector"])


def targets(file: Path) -> set[str]:
    found, pending = set(), [OmegaConf.to_container(OmegaConf.load(file), resolve=False)]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            found |= {one["_target_"]} if "_target_" in one else set()
            pending += one.values()
        elif isinstance(one, list):
            pending += one
    return found


@pytest.mark.parametrize(
    "file", [file for group in GROUPS for file in sorted(CONF.glob(f"{group}/*.yaml"))], ids=str
)
def test_all_that_the_project_itself_names_is_trusted(file: Path) -> None:
    group = file.relative_to(CONF).parts[0]
    for target in targets(file):
        assert callable(trusted_target(target, group, GROUPS[group]))


def test_every_group_of_the_tree_is_listed() -> None:
    groups = {folder.name for folder in CONF.iterdir() if folder.is_dir()}
    assert groups - {"experiment", "hydra", "sweep", "preset"} <= set(GROUPS)
