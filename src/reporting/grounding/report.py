"""What a run on questions shows besides its numbers."""

from collections.abc import Sequence

from src.core import Answers, Prediction, Row, Sample, Scorecard, Sink
from src.reporting.drawing.figures import keep_figure
from src.reporting.gallery import Gallery, file_name
from src.reporting.grounding import plots
from src.reporting.grounding.answers import TABLE, AnswerTable
from src.reporting.grounding.console import printed, rules_of
from src.reporting.grounding.mistakes import Mistakes
from src.reporting.grounding.page import FILE, failure_page
from src.reporting.grounding.screens import screen_panel
from src.scoring.grounding import tables


class GroundingReport:
    """A table by size, plots, the worst and the best screenshots, and a page of mistakes.

    Args:
        pictures: screenshots of each end, and crops of each kind of mistake.
        by: column of the rows that orders the screenshots, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "rightness") -> None:
        self.gallery = Gallery(pictures, by)
        self.mistakes = Mistakes(pictures)
        self.answers = AnswerTable()

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Keep the answers, and the screenshot while it is among the extremes."""
        self.gallery.offer(sample, prediction, row)
        self.mistakes.observe(sample, row)
        if isinstance(prediction, Answers):
            self.answers.add(sample, prediction.answers)

    def finish(self, card: Scorecard, sink: Sink) -> None:
        """Leave ``failures.html`` with its crops, ``plots/``, ``screens/`` and the answers."""
        if len(self.answers):
            sink.table(TABLE, self.answers.columns)
        for name, exhibit in self.gallery:
            caption = f"{self.gallery.by} {exhibit.score:.3f}"
            panel = screen_panel(exhibit.sample, exhibit.row, caption)
            sink.picture(f"screens/{name}.png", panel)
        if not rules_of(card):
            return
        self._plots(card, sink)
        mistakes = self.mistakes.of(card.tables[tables.QUESTIONS])
        for kind, worst in mistakes.items():
            for place, mistake in enumerate(worst, start=1):
                name = f"{kind}_{place}_{file_name(mistake.name)}.png"
                sink.picture(f"failures/{name}", mistake.picture)
        sink.text(FILE, failure_page(sink.name, card, mistakes))
        sink.tags({"edge": rules_of(card)["edge"], "quoted": rules_of(card)["quoted"]})

    def printed(self, card: Scorecard) -> Sequence[object]:
        """Rates by size with intervals, by every other part, and the mistakes by kind."""
        return printed(card)

    def _plots(self, card: Scorecard, sink: Sink) -> None:
        rate, title = rules_of(card)["quoted"], sink.name
        drawn = {
            "by_size": plots.bars_by_size({title: card.tables[tables.PARTS]}, rate, title),
            "element_size": plots.rate_against_size(
                {title: card.tables[tables.SIDES]}, rate, title
            ),
        }
        if card.tables[tables.OFFSETS]["targets"].any():
            offsets = {title: card.tables[tables.OFFSETS]}
            drawn["click_offset"] = plots.click_offset_curve(offsets, rate, title)
        if len(card.tables[tables.CONFUSION]["questions"]):
            confusion = card.tables[tables.CONFUSION]
            drawn["confusion"] = plots.confusion_of_types(confusion, title)
        for name, figure in drawn.items():
            keep_figure(sink, f"plots/{name}.png", figure)
