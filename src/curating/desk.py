"""The terminal at which a person goes through proposals, one after another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from src.curating.proposals import Proposal
from src.curating.review import REJECTED, SKIPPED, VERDICTS, Drawn, Review
from src.curating.showing import Show
from src.curating.wishes import (
    ACCEPT,
    ADD,
    CLICK,
    EDIT,
    HELP,
    KEYS,
    NARROWER,
    NEXT,
    QUIT,
    REJECT,
    SKIP,
    TEXT,
    TYPE,
    UNDO,
    WIDER,
    Misread,
    Wish,
    read_wishes,
)  # fmt: skip
from src.data.ui.records import ScreenshotRecord

Propose = Callable[[ScreenshotRecord], tuple[Proposal, ...]]
"""A screenshot to what is suggested on it."""

Save = Callable[[Review], None]


class Stop(Exception):  # noqa: N818 - nothing went wrong
    """The person has had enough for now."""


@dataclass
class Desk:
    """Shows proposals, does what is typed and saves after every decision.

    Args:
        review: what was decided so far.
        show: draws a proposal for the person.
        read: asks for a line; ``EOFError`` where there is none to come.
    """

    review: Review
    propose: Propose
    show: Show
    save: Save
    console: Console
    read: Callable[[str], str]
    _proposed: dict[str, tuple[Proposal, ...]] = field(default_factory=dict)
    _left: set[str] = field(default_factory=set)

    def work(self) -> None:
        """Picture by picture, the first that still waits for a word."""
        try:
            while (sample := self._next()) is not None:
                waiting = self._waiting(sample)
                proposals = self._proposed[sample.id]
                number = proposals.index(waiting[0]) + 1
                title = f"{escape(sample.image)}  {number} of {len(proposals)}"
                if not self._proposal(sample.id, waiting[0], title):
                    self._left.add(sample.id)
        except (Stop, EOFError):
            self.console.print("stopped; the same command goes on here")

    def _next(self) -> ScreenshotRecord | None:
        samples = (own for own in self.review.annotations.samples if own.id not in self._left)
        return next((sample for sample in samples if self._waiting(sample)), None)

    def _waiting(self, sample: ScreenshotRecord) -> list[Proposal]:
        if sample.id not in self._proposed:
            self._proposed[sample.id] = self.propose(sample)
        decided = self.review.decided(sample.id)
        return [own for own in self._proposed[sample.id] if own.key not in decided]

    def _proposal(self, id: str, proposal: Proposal, title: str) -> bool:
        """Until something is decided or undone; ``False`` to leave the picture."""
        drawn, place, before = Drawn.of(proposal), proposal.place, self.review
        self.show(self.review.sample(id), drawn)
        while self.review is before:
            self.console.print(f"{title}  {_described(proposal, drawn)}", highlight=False)
            try:
                wishes = read_wishes(self.read("a r s w n e t y c + u p q ?  > "))
            except Misread as misread:
                self.console.print(escape(str(misread)))
                continue
            for wish in wishes:
                if wish.key == NEXT:
                    return False
                drawn, place = self._changed(wish, proposal, drawn, place)
                self._decide(id, wish, proposal, drawn)
                if self.review is not before:
                    break
            else:
                if any(wish.key in (WIDER, NARROWER, EDIT, CLICK) for wish in wishes):
                    self.show(self.review.sample(id), drawn)
        return True

    def _changed(
        self, wish: Wish, proposal: Proposal, drawn: Drawn, place: int
    ) -> tuple[Drawn, int]:
        """The element after a wish that only redraws it."""
        if wish.key in (WIDER, NARROWER):
            moved = place + (1 if wish.key == WIDER else -1)
            if not 0 <= moved < len(proposal.chain):
                self.console.print(f"there is no {'wider' if moved > place else 'narrower'} one")
                return drawn, place
            return replace(drawn, box=proposal.chain[moved]), moved
        if wish.key == EDIT:
            return replace(drawn, box=_box(wish)), place
        if wish.key == TEXT:
            return replace(drawn, text=wish.words), place
        if wish.key == TYPE:
            return replace(drawn, type=wish.words), place
        if wish.key == CLICK:
            x1, y1, x2, y2 = drawn.box
            point = (wish.numbers[0], wish.numbers[1]) if wish.numbers else None
            return replace(drawn, click=point or ((x1 + x2) / 2, (y1 + y2) / 2)), place
        return drawn, place

    def _decide(self, id: str, wish: Wish, proposal: Proposal, drawn: Drawn) -> None:
        """What changes the review; it is saved at once."""
        if wish.key == QUIT:
            raise Stop
        if wish.key == HELP:
            self.console.print(*(f"{key}  {meaning}" for key, meaning in KEYS.items()), sep="\n",
                               markup=False)  # fmt: skip
            return
        try:
            changed = self._after(id, wish, proposal, drawn)
            if changed is not self.review:
                self.save(changed)
        except ValueError as error:  # an InputError of the file's own check, too
            self.console.print(escape(str(error)))
            return
        self.review = changed

    def _after(self, id: str, wish: Wish, proposal: Proposal, drawn: Drawn) -> Review:
        if wish.key == ACCEPT:
            return self.review.taken(id, proposal, drawn)
        if wish.key in (REJECT, SKIP):
            return self.review.left(id, proposal, REJECTED if wish.key == REJECT else SKIPPED)
        if wish.key == ADD:
            return self.review.added(id, Drawn(_box(wish), wish.words))
        if wish.key == UNDO:
            if not self.review.decisions:
                self.console.print("there is nothing to undo")
            self._left.discard(self.review.decisions[-1].sample if self.review.decisions else "")
            return self.review.undone()
        return self.review


def counts_table(review: Review) -> Table:
    """How often each detector's proposals were taken, edited and turned down."""
    table = Table(title="proposals", title_justify="left")
    table.add_column("by")
    for verdict in VERDICTS:
        table.add_column(verdict, justify="right")
    for by, counted in sorted(review.counts().items()):
        table.add_row(escape(by), *(str(counted[verdict]) for verdict in VERDICTS))
    return table


def prompted(console: Console) -> Callable[[str], str]:
    """Lines from whoever sits at the terminal, or from a pipe."""
    return lambda prompt: console.input(prompt, markup=False)


def pictures_below(folder: Path) -> Iterator[Path]:
    """Every picture in a folder and those below, in order."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in (".png", ".jpg", ".jpeg") and path.is_file():
            yield path


def _box(wish: Wish) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = wish.numbers
    return x1, y1, x2, y2


def _described(proposal: Proposal, drawn: Drawn) -> str:
    box = " ".join(f"{side:.0f}" for side in drawn.box)
    words = [f"[bold]{box}[/]", f"{proposal.place + 1}/{len(proposal.chain)} nested"]
    words += [escape(repr(drawn.text))] if drawn.text else []
    words += [escape(drawn.type)] if drawn.type else []
    words += [f"score {proposal.score:.2f}"] if proposal.score == proposal.score else []
    words += [f"click {drawn.click[0]:.0f} {drawn.click[1]:.0f}"] if drawn.click else []
    return "  ".join([*words, f"by {escape(proposal.by)}"])
