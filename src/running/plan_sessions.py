"""The sessions of a plan: every way with every seed, each as if it had been typed alone."""

import logging
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from omegaconf import DictConfig, OmegaConf

from src.composing.builder import build
from src.composing.conf import composed
from src.composing.plain import plain_of
from src.reporting.progress import SessionBar, session_progress
from src.running.once import once
from src.running.teach import images_shown
from src.tracking import keys
from src.tracking.answer.gathering import image_rows
from src.tracking.answer.planned import begun, finished, is_hopeless
from src.tracking.archive import Archive, PastRun

log = logging.getLogger(__name__)

SECONDS = "trainer.rules.seconds"


@dataclass(frozen=True)
class Limit:
    """What a session may cost: others came to ``standard`` for a part of ``seconds``."""

    seconds: int
    standard: float


@dataclass(frozen=True)
class Teaching:
    """All that the sessions of one plan share.

    Args:
        words: of the command line that began the plan.
        parent: the id of the plan's run.
    """

    config: DictConfig
    choices: Mapping[str, Any]
    words: Sequence[str]
    parent: str
    archive: Archive

    def all_of(self, ways: Sequence[Sequence[str]]) -> int:
        """Teach what is not finished yet: every way with the first seed, then with the next.

        A way that proved hopeless gets no further seed. After ``plan.minutes`` none is begun; how
        many that were.
        """
        plan = self.config.plan
        order = [(way, seed) for seed in plan.seeds for way in ways]
        images = images_shown(
            build(self.config, "dataset"), OmegaConf.select(self.config, "trainer.rules.images")
        )
        until = time.monotonic() + 60 * (plan.minutes or np.inf)
        done = finished(self.archive, self.parent)
        left = [one for one in order if not self._is_over(one, done)]
        taught = 0
        with session_progress(images * len(left)) as bar:
            while left:
                if done and time.monotonic() > until:
                    log.info("plan.minutes=%g: %d sessions are not begun", plan.minutes, len(left))
                    return len(left)
                (way, seed), total = left[0], taught + images * len(left)
                place = f"session {len(done) + 1} of {len(done) + len(left)}"
                self._teach(way, seed, done, bar.part(taught, total, place))
                done = finished(self.archive, self.parent)
                taught += len(image_rows(self.archive, done[_place(way, seed)]))
                left = [one for one in left[1:] if not self._is_over(one, done)]
                bar.part(taught, taught + images * len(left), place)
                log.info("%s is done, about %s", place, bar.left)
        return 0

    def _is_over(
        self, one: tuple[Sequence[str], int], done: Mapping[tuple[str, str], PastRun]
    ) -> bool:
        """Whether a session is finished, or its way was hopeless with another seed."""
        way = shlex.join(one[0])
        runs = [run for (name, _), run in done.items() if name == way]
        return _place(*one) in done or any(self._hopeless(run) for run in runs)

    def _hopeless(self, run: PastRun) -> bool:
        return is_hopeless(run, image_rows(self.archive, run))

    def _teach(
        self,
        way: Sequence[str],
        seed: int,
        done: Mapping[tuple[str, str], PastRun],
        bar: SessionBar,
    ) -> None:
        """One session; one that was stopped goes on."""
        words = [*_without(self.words, way), *way]
        own = composed([*words, f"seed={seed}"])
        past = begun(self.archive, self.parent).get(_place(way, seed))
        own.resume = past.id if past else None
        # The same pictures for every session: a drawn set would be another with another seed.
        own.dataset = plain_of(self.config, "dataset")
        for key in ("threads", "tracking", "sessions"):
            own[key] = self.config.get(key)
        tags = {keys.PARENT: self.parent, keys.WAY: shlex.join(way)}
        limit = self._limit(way, done)
        if limit is not None:
            tags |= {keys.LIMIT: str(limit.seconds), keys.STANDARD: repr(limit.standard)}
            OmegaConf.update(own, SECONDS, limit.seconds)
        tags[keys.COMMAND] = _alone(words, own, seed, limit)
        log.info("%s, seed %d", " ".join(way), seed)
        choices = {**self.choices, **dict(word.split("=", 1) for word in way)}
        once(own, choices, tags, brief=True, bar=bar)

    def _limit(self, way: Sequence[str], done: Mapping[tuple[str, str], PastRun]) -> Limit | None:
        """So many times what the other ways cost so far; none for the first of them.

        A trainer without such a rule, and one whose rule is tighter, keeps its own.
        """
        others: dict[str, list[Mapping[str, Any]]] = {}
        for (name, _), run in done.items():
            rows = image_rows(self.archive, run)
            if name != shlex.join(way) and rows and not is_hopeless(run, rows):
                others.setdefault(name, []).append(rows[-1])
        if not others or OmegaConf.select(self.config, "trainer.rules") is None:
            return None
        spent = max(row["total_seconds"] for rows in others.values() for row in rows)
        reached = max(float(np.mean([row["test_f1"] for row in rows])) for rows in others.values())
        limit, own = ceil(self.config.plan.patience * spent), OmegaConf.select(self.config, SECONDS)
        return None if own is not None and own <= limit else Limit(limit, reached)


def distinct_ways(words: Sequence[str], ways: Sequence[Mapping[str, str]]) -> list[list[str]]:
    """The words of each way, once; what the command line decides holds for all."""
    given = {_group(word): word for word in words}
    chosen = ([given.get(group, f"{group}={name}") for group, name in way.items()] for way in ways)
    return [list(way) for way in dict.fromkeys(map(tuple, chosen))]


def _place(way: Sequence[str], seed: int) -> tuple[str, str]:
    return shlex.join(way), str(seed)


def _group(word: str) -> str:
    return word.lstrip("+").partition("=")[0]


def _without(words: Sequence[str], way: Sequence[str]) -> list[str]:
    """The words of the command line but for the groups that a way chooses."""
    groups = {_group(word) for word in way}
    return [word for word in words if _group(word) not in groups]


def _alone(words: Sequence[str], own: DictConfig, seed: int, limit: Limit | None) -> str:
    """What runs one session again; data that is drawn keeps the seed of the plan's."""
    kept = [word for word in words if not word.startswith(("goal.", "plan.", "dataset.seed"))]
    if "seed" in own.dataset:
        kept.append(f"dataset.seed={own.dataset.seed}")
    if limit is not None:
        kept.append(f"{SECONDS}={limit.seconds}")
    return shlex.join(["python", "-m", "src.run", *kept, f"seed={seed}", "plan=null"])
