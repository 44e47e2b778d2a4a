"""The one entry: python -m src.run GROUP=NAME KEY=VALUE; --help lists them."""

import sys

import hydra
from hydra.core.plugins import Plugins
from hydra.errors import HydraException
from omegaconf import DictConfig

from src.composing.choices import check_choices
from src.composing.conf import CONF
from src.composing.entry import UNUSABLE_INPUT, begun
from src.composing.trusted import TRUSTED
from src.composing.usage import help_text
from src.running.hidden import hide_passwords
from src.running.job import job
from src.running.resuming import hold_back
from src.running.workplace import ADDRESSES, check_outputs, note_addresses
from src.sweeps.every import EverySweeper
from src.sweeps.objective import Objective
from src.sweeps.sweeper import StudySweeper


@hydra.main(config_path=str(CONF), config_name="config", execution_whitelist=TRUSTED)
def task(config: DictConfig) -> Objective | None:
    """What a launcher sends to other processes: pickled whole, with the addresses that it uses."""
    return job(config, ADDRESSES)


def main() -> None:
    """Help without Hydra; a configuration that cannot be composed ends with code 2."""
    if {"--help", "-h"} & set(sys.argv[1:]):
        sys.stdout.write(help_text())
        return
    begun.clear()
    words = ["show=all" if word == "--all" else word for word in sys.argv[1:]]
    sys.argv[1:] = hold_back(hide_passwords(words))
    note_addresses()
    Plugins.instance().register(StudySweeper)
    Plugins.instance().register(EverySweeper)
    try:
        check_choices(sys.argv[1:])
        check_outputs(sys.argv[1:])
        task()
    except ValueError as error:
        if begun.is_set():
            raise
        # Hydra checks its own options in this way, such as -m beside --cfg.
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(UNUSABLE_INPUT) from error
    except SystemExit as stop:
        # Hydra says what it cannot compose and leaves with 1; a task that began, here or in a
        # process of a launcher, has its own code.
        composing = isinstance(stop.__context__, HydraException) and not begun.is_set()
        refused = stop.code == 1 and composing
        raise SystemExit(UNUSABLE_INPUT if refused else stop.code) from None


if __name__ == "__main__":
    # By its own name, so that a launcher's processes can import the task; __main__ is not theirs.
    from src.run import main as main_by_name

    main_by_name()
