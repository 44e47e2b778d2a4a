"""The keys of ``conf/config.yaml`` that belong to no group, and what each may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Le, Lt, MinLen
from omegaconf import DictConfig

from src.composing.checking import check_arguments
from src.composing.plain import plain_of
from src.core import InputError

Seed = Annotated[int, Ge(0), Lt(2**32)]
"""As far as all libraries count."""

MOST_THREADS = 1024


@dataclass(frozen=True)
class Playback:
    """How annotations are shown."""

    images: Annotated[int, Ge(0), Le(1000)]
    fps: Annotated[float, Gt(0), Le(240)]
    seconds: Annotated[float, Ge(0), Le(86_400)]
    frames: Annotated[float, Ge(0), Le(3600)]


@dataclass(frozen=True)
class Page:
    """What is on ``report.html``, and whether there is one."""

    write: bool = True
    side: Annotated[int, Ge(0), Le(2048)] = 256


@dataclass(frozen=True)
class Servers:
    """Addresses of those that detectors and planners ask."""

    omniparser: str | None = None
    chat: str | None = None
    planner: str | None = None


@dataclass(frozen=True)
class Settings:
    """What a run is told besides its groups; an older configuration may lack what has a default."""

    seed: Seed
    seeds: Annotated[Sequence[Seed], MinLen(1)] | None
    split: Literal["all", "train", "val", "test"]
    objective: str | Annotated[Sequence[str], MinLen(1)] | None
    pictures: Annotated[int, Ge(0), Le(1000)]
    playback: Mapping[str, Any]
    start: str | None
    trial: Annotated[int, Ge(0)] | None
    resume: str | None
    sessions: Annotated[str, MinLen(1)]
    workers: Annotated[int, Ge(1), Le(256)] = 1
    threads: Annotated[int, Ge(1), Le(MOST_THREADS)] | None = None
    on_detector_error: Literal["stop", "count"] = "stop"
    checkpoint: str | None = None
    each: Annotated[Sequence[Mapping[str, Any]], MinLen(1)] | None = None
    servers: Mapping[str, Any] = field(default_factory=dict)
    note: Annotated[str, MinLen(1)] | None = None
    page: Mapping[str, Any] = field(default_factory=dict)
    show: Literal["headline", "all"] = "headline"


def check_settings(config: DictConfig) -> None:
    """Refuse a wrong value of any of them; keys that an experiment adds are its own."""
    known = [field.name for field in fields(Settings)]
    given = {name: plain_of(config, name) for name in known if name in config.keys()}  # noqa: SIM118
    check_arguments(Settings, given)
    check_arguments(Playback, given["playback"], "playback")
    check_arguments(Servers, given.get("servers") or {}, "servers")
    check_arguments(Page, given.get("page") or {}, "page")
    seeds = given["seeds"] or []
    if len(set(seeds)) < len(seeds):
        raise InputError(f"seeds must be different whole numbers such as [1,2,3], got {seeds}")
