"""What is chosen for the groups of the configuration, on a command line."""

from collections.abc import Sequence

from src.composing.conf import CONF, options
from src.core import InputError


def check_choices(words: Sequence[str]) -> None:
    """Refuse what is no name where a group asks for one; Hydra would say so with a traceback.

    A name that no option has, and a word that cannot be read, are left to Hydra, which tells well.
    """
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    parser = OverridesParser.create()
    for word in words:
        group = word.lstrip("+").partition("=")[0].partition("@")[0]
        if "=" not in word or word.startswith("-") or not group or not (CONF / group).is_dir():
            continue
        try:
            given = parser.parse_override(word)
            name = None if given.is_sweep_override() else given.value()
        except HydraException:
            continue
        if not given.is_sweep_override() and (not isinstance(name, str) or not name):
            raise InputError(
                f"{group}={given.get_value_string()} names no option: "
                f"choose one of {', '.join(options(group))}"
            )
