"""What is chosen for the groups of the configuration, on a command line."""

from collections.abc import Sequence

from src.composing.conf import CONF, options
from src.core import InputError

ELSEWHERE = ("--config-dir", "-cd", "--config-path", "-cp", "hydra.searchpath")
"""Words that name further folders of options, which only Hydra knows."""

OF_HYDRA = "hydra/"
"""Groups to which packages add options."""


def check_choices(words: Sequence[str]) -> None:
    """Refuse what is no option of a group in one sentence; Hydra takes a screen, or a traceback.

    A word that cannot be read, and several options at once, are left to Hydra.
    """
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    parser = OverridesParser.create()
    extended = any(word.lstrip("+~").startswith(ELSEWHERE) for word in words)
    for word in words:
        group = word.lstrip("+").partition("=")[0].partition("@")[0]
        if "=" not in word or word.startswith("-") or not group or not (CONF / group).is_dir():
            continue
        try:
            given = parser.parse_override(word)
            name = None if given.is_sweep_override() else given.value()
        except HydraException:
            continue
        if given.is_sweep_override() or (isinstance(name, str) and _is_option(group, name)):
            continue
        if isinstance(name, str) and name and (extended or group.startswith(OF_HYDRA)):
            continue
        raise InputError(
            f"{group}={given.get_value_string()} names no option: "
            f"choose one of {', '.join(options(group))}"
        )


def _is_option(group: str, name: str) -> bool:
    return bool(name) and (CONF / group / f"{name.removesuffix('.yaml')}.yaml").is_file()
