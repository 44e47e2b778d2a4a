"""The one list of code that a configuration may call.

A configuration comes from a command line, from a run that somebody else recorded or from a model
that somebody else made, so a ``_target_`` in it is a wish. It is granted where

- a file of ``conf/`` names the same ``_target_`` for the same group: those files belong to the
  project as its code does, so a new part is a file of code and a YAML, and this list stays;
- or ``package.*`` is listed here and the name is that of a class of the package, of the kind that
  ``KINDS`` says.

A name is compared before anything is imported, so a stranger's module is never run.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from src.composing.named import named
from src.core import InputError

Trusted = tuple[str, ...]

NETS = ("src.detectors.tiling.Geometry", "monai.networks.nets.*")
"""What conf/detector/unet.yaml speaks of without naming one."""

CROPS = ("crop", "planner", "client", "dataset")
"""What a crop may be made of; a dataset is the truth that crop=oracle is told."""

OF_DETECTORS = (*CROPS, "transforms", "linker", "embedder")
"""Groups whose options are parts of detectors."""

GROUPS: Mapping[str, Trusted] = {
    "dataset": named("dataset"),
    "detector": (*named("detector", *OF_DETECTORS), *NETS),
    "crop": named(*CROPS),
    "planner": named("planner", "client"),
    "client": named("client"),
    "transforms": named("transforms"),
    "linker": named("linker"),
    "embedder": named("embedder"),
    "annotator": named("annotator", "hand"),
    "hand": named("hand"),
    "clock": named("clock"),
    "acquisition": named("acquisition"),
    "pretraining": named("pretraining"),
    "trainer": (*named("trainer"), "torch.optim.*"),
    "scorer": named("scorer"),
    "report": named("report"),
    "gate": named("gate"),
    "executor": named("executor"),
    "tracking": named("tracking"),
    "prediction": named("prediction"),
}

TAUGHT: Trusted = tuple(
    name
    for name in GROUPS["detector"]
    if name.startswith(("src.detectors.", "monai."))
    and not name.startswith("src.detectors.grounding.")
)
"""What a model may be made of that is loaded: detectors and nets, and nothing that reads files or
sends pictures to a server."""

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

KINDS: Mapping[str, str] = {
    "torch.optim": "Optimizer",
    "monai.networks.nets": "torch.nn.Module",
    "optuna.samplers": "BaseSampler",
    "optuna.pruners": "BasePruner",
}
"""Package to the class, in it or elsewhere, that whatever is taken from it must be made of."""

PATH = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)+", re.ASCII | re.IGNORECASE)
SHOWN = 6
"""Names that a complaint repeats."""


def trusted_target(name: Any, key: str, trusted: Trusted) -> Callable[..., Any]:
    """The class or function of this name, if a configuration may call it."""
    if not isinstance(name, str) or not PATH.fullmatch(name):
        raise InputError(f"{key} must name a class such as {_some(trusted, 1)}, got {name!a:.80}")
    package, _, own = name.rpartition(".")
    exact, kind = name in trusted, f"{package}.*" in trusted
    if not exact and not kind:
        raise InputError(f"{key}: {name:.80} may not be called here, only {_some(trusted)}")
    try:
        target = getattr(import_module(package), own)
    except (ImportError, AttributeError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{key}: {name:.80} cannot be imported ({reason:.200})") from error
    if callable(target) and (exact or _is_of_kind(target, package)):
        return target  # type: ignore[no-any-return]
    wanted = KINDS.get(package, "class").rpartition(".")[2]
    raise InputError(f"{key}: {name:.80} may not be called: it is no {wanted} of {package}")


def _is_of_kind(target: Any, package: str) -> bool:
    """Whether it is a class that the package defines, and made of what the package is for."""
    if not isinstance(target, type) or not f"{target.__module__}.".startswith(f"{package}."):
        return False
    kind = KINDS.get(package)
    if kind is None:
        return True
    module, _, own = kind.rpartition(".")
    return issubclass(target, getattr(import_module(module or package), own))


def _some(trusted: Trusted, most: int = SHOWN) -> str:
    """The first few names, for a sentence."""
    more = f" and {len(trusted) - most} more" if len(trusted) > most > 1 else ""
    return (", ".join(trusted[:most]) or "nothing") + more
