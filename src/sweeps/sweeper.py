"""Hydra's side of a sweep: the plugin that ``hydra/sweeper=optuna`` names."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

from annotated_types import Ge, Le, MinLen
from hydra.core.plugins import Plugins
from hydra.plugins.launcher import Launcher
from hydra.plugins.sweeper import Sweeper
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig

from src.composing.entry import UNUSABLE_INPUT, begun
from src.core import InputError

ALL_FAILED, INTERRUPTED = 1, 130


class StudySweeper(Sweeper):
    """Asks Optuna for configurations until a study has ``n_trials`` of them.

    Hydra's own sweeper of this name runs ``n_trials`` more whenever it is started, knows no pruned
    trial, and ends with the first process that dies; its samplers and its search space are used.

    Args:
        sampler: of ``optuna.samplers``.
        pruner: of ``optuna.pruners``.
        storage: address of the database that keeps studies.
        n_trials: of the study in all, those of earlier sweeps included.
        n_jobs: trials given to the launcher together.
        direction: ``minimize`` or ``maximize``, one for each objective; ``None``: the way that the
            scorer says is better.
        params: key to what its values are drawn from.
    """

    config: DictConfig
    hydra_context: HydraContext
    launcher: Launcher

    def __init__(
        self,
        sampler: DictConfig,
        pruner: DictConfig,
        storage: Annotated[str, MinLen(1)],
        study_name: Annotated[str, MinLen(1)],
        n_trials: Annotated[int, Ge(0)],
        n_jobs: Annotated[int, Ge(1), Le(10_000)],
        direction: Any,
        params: Mapping[str, Any] | None,
    ) -> None:
        self.sampler, self.pruner = sampler, pruner
        self.storage, self.study_name = storage, study_name
        self.n_trials, self.n_jobs = n_trials, n_jobs
        self.direction, self.params = direction, params or {}

    def setup(
        self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig
    ) -> None:
        """Take the composed configuration and the launcher that it names."""
        self.config, self.hydra_context = config, hydra_context
        self.launcher = Plugins.instance().instantiate_launcher(
            config=config, hydra_context=hydra_context, task_function=task_function
        )

    def sweep(self, arguments: list[str]) -> None:
        """Run the sweep; ends with code 2 on bad input, with 1 where every trial failed."""
        begun.set()
        from src.sweeps.conduct import AllFailedError, conduct

        try:
            conduct(self, arguments)
        except (InputError, AllFailedError) as error:
            sys.stderr.write(f"error: {error}\n")
            code = UNUSABLE_INPUT if isinstance(error, InputError) else ALL_FAILED
            raise SystemExit(code) from error
        except KeyboardInterrupt as stop:
            sys.stderr.write("stopped; the same command goes on with the study\n")
            raise SystemExit(INTERRUPTED) from stop
