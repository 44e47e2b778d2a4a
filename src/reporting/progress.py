"""How far something is, on one line of the terminal while it lasts."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on the terminal; call what it gives once per finished piece."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def measured_progress(what: str, total: int) -> Iterator[Callable[[float], None]]:
    """A bar with percent and the time left; tell what it gives how much more is done."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda amount: bar.advance(task, amount)


class TimeLeft(ProgressColumn):
    """The time left for all of it, from how long the pieces took that this process did."""

    def render(self, task: Task) -> Text:
        """Hours, minutes and seconds; a dash before the first piece is done."""
        done = task.completed - task.fields["before"]
        if done <= 0 or not task.total or task.elapsed is None:
            return Text("– left")
        told = task.fields["told"]
        left = told / done * (task.total - task.completed) - (task.elapsed - told)
        return Text(f"{timedelta(seconds=max(0, round(left)))} left")


@dataclass(frozen=True)
class SessionBar:
    """Tells a terminal how far a session is, alone or as one of several.

    Args:
        after: images of the sessions before it.
        words: what is done.
    """

    bar: Progress
    task: TaskID
    after: int = 0
    words: str = "teaching"

    def part(self, after: int, total: int, words: str) -> "SessionBar":
        """For one session of several, which come to so many images as it is known now."""
        self.bar.update(self.task, completed=after, total=total, description=words)
        return replace(self, after=after, words=words)

    def resumed(self, images: int) -> None:
        """So many were done by a process before, which says nothing of the time left."""
        before = self.bar.tasks[0].fields["before"] + images
        self.bar.update(self.task, completed=self.after + images, before=before)

    def done(self, images: int, score: float) -> None:
        """So many are done, and this is what the model is worth."""
        words = self.words if math.isnan(score) else f"{self.words}, F1 {score:.3f}"
        told = self.bar.tasks[0].elapsed or 0.0
        completed = self.after + images
        self.bar.update(self.task, completed=completed, description=words, told=told)

    @property
    def left(self) -> str:
        """The time left, for whoever has no terminal."""
        return TimeLeft().render(self.bar.tasks[0]).plain


@contextmanager
def session_progress(total: int, *, shown: bool = True) -> Iterator[SessionBar]:
    """One line for a whole session of images, or for several sessions."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    console = Console(stderr=True)
    hidden = not shown or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        yield SessionBar(bar, bar.add_task("teaching", total=total, before=0, told=0.0))
