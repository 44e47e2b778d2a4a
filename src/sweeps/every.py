"""Hydra's own sweeper, ``-m KEY=A,B``: every combination, and one sentence where one is bad."""

import sys
from typing import Any

from hydra._internal.core_plugins.basic_sweeper import BasicSweeper

from src.composing.entry import UNUSABLE_INPUT
from src.core import InputError


class EverySweeper(BasicSweeper):  # type: ignore[misc,unused-ignore]
    """Runs all; a job that was refused ends them with its sentence instead of a traceback."""

    def sweep(self, arguments: list[str]) -> Any:
        """Run the jobs; ends with code 2 on bad input."""
        try:
            return super().sweep(arguments)
        except InputError as error:
            sys.stderr.write(f"error: {error}\n")
            raise SystemExit(UNUSABLE_INPUT) from error
