"""The one list of code that a configuration may call.

A configuration comes from a command line, from a run that somebody else recorded or from a model
that somebody else made, so a ``_target_`` in it is a wish. What each group may be made of is listed
here by package:

- ``package.*`` trusts the classes that are defined in the package. Making an object is all that a
  configuration is for; whatever deletes, writes or sends is a function or a method.
- A function of such a package is trusted where a file of ``conf/`` names it as a ``_target_``:
  those files belong to the project as its code does.
- A name without a star is trusted as it stands.

So a new part is a new file in the group's package and a YAML under ``conf/``, and this list stays.
What an import brings into a module (``src.data.folder.Path``) is not the module's own.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import Any

from src.composing.conf import CONF
from src.core import InputError

Trusted = tuple[str, ...]

GROUPS: Mapping[str, Trusted] = {
    "dataset": ("src.data.*",),
    "detector": (
        "src.detectors.*",
        "src.data.*",
        "src.serving.loading.load_detector",
        "monai.networks.nets.*",
    ),
    "annotator": ("src.annotators.*",),
    "hand": ("src.annotators.*",),
    "clock": ("src.annotators.clocks.*",),
    "acquisition": ("src.training.acquisition.*",),
    "pretraining": ("src.training.pretraining.*",),
    "trainer": ("src.training.*", "torch.optim.*"),
    "scorer": ("src.scoring.*",),
    "report": ("src.reporting.*",),
    "gate": ("src.scoring.*",),
    "executor": ("src.evaluation.*",),
    "tracking": ("src.tracking.record.recorder.Tracking", "src.reporting.folder.FolderTracking"),
}

SAMPLERS: Trusted = (
    "optuna.samplers.*",
    "hydra_plugins.hydra_optuna_sweeper._impl.create_nsgaii_sampler",
    "hydra_plugins.hydra_optuna_sweeper._impl.create_nsgaiii_sampler",
    "hydra_plugins.hydra_optuna_sweeper.config.raise_motpe_removed",
)
PRUNERS: Trusted = ("optuna.pruners.*",)
"""What ``hydra.sweeper`` alone may call."""

TRUSTED: Trusted = tuple(dict.fromkeys(name for group in GROUPS.values() for name in group))
"""All that any group may call, for Hydra itself, which looks at names only."""

PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
NAMED = re.compile(r"^\s*_target_:\s*[\"']?([\w.]+)", re.MULTILINE)


def trusted_target(name: Any, key: str, trusted: Trusted) -> Callable[..., Any]:
    """The class or function of this name, if a configuration may call it."""
    if not isinstance(name, str) or not PATH.fullmatch(name):
        raise InputError(f"{key} must name a class such as {trusted[0][:-1]}…, got {name!r:.80}")
    if not _listed(name, trusted):
        raise InputError(f"{key}: {name:.80} may not be called here, only {', '.join(trusted)}")
    try:
        target = resolve_name(name)
    except (ImportError, AttributeError) as error:
        raise InputError(f"{key}: {name:.80} cannot be imported ({error})") from error
    if name in trusted or (callable(target) and _own(target, name, trusted)):
        return target  # type: ignore[no-any-return]
    raise InputError(f"{key}: {name:.80} may not be called: it is no class of {', '.join(trusted)}")


def _listed(name: str, trusted: Trusted) -> bool:
    packages = [entry[:-1] for entry in trusted if entry.endswith(".*")]
    return name in trusted or any(name.startswith(package) for package in packages)


def _own(target: Any, name: str, trusted: Trusted) -> bool:
    """Whether it was defined where it is trusted, and is a class or known by name."""
    if isinstance(target, type):
        return _listed(f"{target.__module__}.{target.__qualname__}", trusted)
    return name in _named_in_conf()


@cache
def _named_in_conf() -> frozenset[str]:
    """Every ``_target_`` of the project's own files; none where a model is served without them."""
    files = CONF.rglob("*.yaml")
    return frozenset(name for file in files for name in NAMED.findall(file.read_text("utf-8")))
