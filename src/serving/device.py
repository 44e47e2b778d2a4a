"""Where a net computes and how finely: the keys accelerator, precision and compile."""

import logging
import os
from dataclasses import replace
from typing import Any

import torch
from torch import nn

from src.core import InputError
from src.detectors.precision import check_precision

log = logging.getLogger(__name__)

ACCELERATORS = ("auto", "cpu", "cuda", "mps")
CUBLAS = ("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
"""Without it CUDA's matrix products have no fixed order of sums."""


def chosen_accelerator(asked: str, key: str) -> str:
    """``cpu``, ``cuda`` or ``mps``; raises for one that this machine has not.

    Args:
        key: what was asked in, such as ``trainer.accelerator``.
    """
    from lightning.pytorch.accelerators import AcceleratorRegistry

    if asked not in ACCELERATORS:
        raise InputError(f"{key} must be one of {', '.join(ACCELERATORS)}, got {asked!r:.80}")
    # Lightning's own list, which also says what this machine has.
    there = {
        name for name in ACCELERATORS[1:] if AcceleratorRegistry[name]["accelerator"].is_available()
    }
    if asked == "auto":
        return next(name for name in ("cuda", "mps", "cpu") if name in there)
    if asked not in there:
        raise InputError(f"{key}={asked}: this machine has none; it has {', '.join(sorted(there))}")
    return asked


def computes_alike(accelerator: str) -> None:
    """Have the same numbers come out twice, and say so where a device cannot promise it."""
    if accelerator == "cpu":
        torch.use_deterministic_algorithms(True)
        return
    os.environ.setdefault(*CUBLAS)
    torch.use_deterministic_algorithms(True, warn_only=True)
    log.warning(
        "%s has no fixed order of sums for some layers: the same seed may give other last digits",
        accelerator,
    )


def compiled(net: nn.Module, backend: str | None, key: str) -> nn.Module:
    """The net, which torch.compile's backend makes faster at its first batch; itself for none.

    In place, so that weights keep their names and copies of the net are plain nets.
    """
    if backend is None:
        return net
    known = torch.compiler.list_backends(exclude_tags=())
    if backend not in known:
        raise InputError(f"{key} must be null or one of {', '.join(known)}, got {backend!r:.80}")
    net.compile(backend=backend)
    return net


def placed(
    detector: Any, accelerator: str, precision: str, backend: str | None, key: str = "detector"
) -> Any:
    """A taught detector as it shall compute; one without a net stays on the CPU.

    Args:
        detector: whose arguments may hold a ``net``.
    """
    check_precision(precision, f"{key}.precision")
    device = chosen_accelerator(accelerator, f"{key}.accelerator")
    plain = precision == "32-true" and backend is None
    if not isinstance(getattr(detector, "net", None), nn.Module):
        if plain and accelerator in ("auto", "cpu"):
            return detector
        raise InputError(
            f"a {type(detector).__name__} has no net: leave {key}.accelerator at cpu, "
            f"{key}.precision at 32-true and {key}.compile at null"
        )
    detector.net.to(device)
    compiled(detector.net, backend, f"{key}.compile")
    return detector if detector.precision == precision else replace(detector, precision=precision)
