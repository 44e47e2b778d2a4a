"""What a scorer is shown: samples of its kind, with answers from perfect to none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from src.core import Answers, Instances, Opinions, Prediction, Sample
from tests.conformance import scenes
from tests.scoring.grounding.screens import Box, Element, answered, parsed_of, screen
from tests.scoring.race import photos

Answer = Callable[[Sample], Prediction]


@dataclass(frozen=True)
class World:
    """Six samples on two plates, and everything that may be said of them.

    Args:
        nothing_there: a sample without anything to find.
        answers: ``perfect``, ``nothing``, ``shifted`` and ``partial``.
        doubtful: the same sample, where hit or miss of the first thing must not count.
        without_first: all that is true but the first thing.
        spurious: things in a picture that has none.
        opinions: whether several tools may say it together.
    """

    samples: tuple[Sample, ...]
    nothing_there: Sample
    answers: Mapping[str, Answer]
    doubtful: Callable[[Sample], Sample]
    without_first: Answer
    spurious: Prediction
    opinions: bool = True

    def together(self, sample: Sample, *named: tuple[str, str]) -> Prediction:
        """Several opinions, by the name of a tool and of its answer; the first is the consensus."""
        tools = {tool: self.answers[name](sample).consensus for tool, name in named}
        return Opinions(next(iter(tools.values())), tools)


NAMES = ("perfect", "nothing", "shifted", "partial")


def world_of(scorer: str) -> World:
    """The samples that ``scorer=NAME`` is for."""
    others = {"grounding": screens, "race": race, "average_precision": ranked}
    return others.get(scorer, labels)()


@cache
def labels() -> World:
    """Discs on noise."""
    return World(
        samples=scenes.samples(),
        nothing_there=scenes.NOTHING_THERE,
        answers={name: getattr(scenes, name) for name in NAMES},
        doubtful=scenes.with_doubtful_object,
        without_first=scenes.without_first_object,
        spurious=scenes.samples()[0].truth,
    )


@cache
def ranked() -> World:
    """The same discs, found with scores that no two share."""
    plain = labels()
    return replace(
        plain,
        answers={name: _with_scores(answer) for name, answer in plain.answers.items()},
        without_first=_with_scores(plain.without_first),
        spurious=_with_scores(lambda sample: sample.truth)(plain.samples[0]),
    )


def _with_scores(answer: Answer) -> Answer:
    def scored(sample: Sample) -> Prediction:
        found = answer(sample).consensus
        own = np.random.default_rng([*sample.name.encode()]).random(len(found))
        return replace(found, scores=own)

    return scored


@cache
def screens() -> World:
    """Screenshots that are asked for their elements, by clicks and by words; one is not there."""
    empty = screen([], [], name="nothing-there", plate=scenes.PLATES[0])
    return World(
        samples=tuple(_screen(number) for number in range(6)),
        nothing_there=empty,
        answers={
            "perfect": _perfect,
            "nothing": _nothing,
            "shifted": _shifted,
            "partial": _partial,
        },
        doubtful=_doubtful,
        without_first=lambda sample: _said(sample, {0: None}),
        spurious=answered(empty, parsed=parsed_of([(10, 10, 50, 30)])),
        opinions=False,
    )


@cache
def race() -> World:
    """Photos of runners, a bystander and a bib that cannot be read."""
    empty = photos.sample_of(photos.truth_of([], []), "nothing-there", plate=scenes.PLATES[0])
    return World(
        samples=tuple(_race_photo(number) for number in range(6)),
        nothing_there=empty,
        answers={
            "perfect": _all_found,
            "nothing": lambda _: photos.found_of(),
            "shifted": lambda sample: _all_found(sample).moved(6, 4),
            "partial": lambda sample: _all_found(sample).select([1, 2, 4]),
        },
        doubtful=_doubtful,
        without_first=lambda sample: _all_found(sample).select([1, 2, 3, 4]),
        spurious=photos.found_of(
            [photos.Bib((10, 10, 40, 30), "77")], [photos.Face((9, 9, 30, 40))]
        ),
    )


def _race_photo(number: int) -> Sample:
    bibs = [
        photos.Bib((20, 120, 60, 150), f"{100 + number % 3}"),
        photos.Bib((120, 120, 160 + number, 150), "205"),
        photos.Bib((220, 150, 240, 170), "3?", "bib_obscured"),
    ]
    faces = [
        photos.Face((30, 40, 50, 65), f"Ann {number % 3}"),
        photos.Face((130, 40, 150, 66 + number), "Bob", tags="blurry"),
    ]
    truth = photos.truth_of(bibs, faces, [(0, 0), (1, 1)], first=10 * number + 1)
    return photos.sample_of(truth, f"sample-{number}", plate=scenes.PLATES[number % 2])


def _all_found(sample: Sample) -> Instances:
    """Exactly what is there, everybody measured as himself."""
    truth = sample.truth
    people = {"": 9, "Bob": 8, **{f"Ann {number}": number for number in range(3)}}
    vectors = [photos.person(people[name]) for name in truth.extra["identity"].tolist()]
    scores, extra = np.full(len(truth), 0.9), {"embedding": np.array(vectors).reshape(-1, 128)}
    return replace(truth, scored=None, scores=scores, extra=extra)


def _screen(number: int) -> Sample:
    elements = [
        Element("save", (10, 10, 50 + number, 30)),
        Element("menu", (80, 10, 90, 20 + number), "icon"),
        Element("page", (10, 60, 190, 160), "text", "words"),
        Element("gone", None),
    ]
    clicks: list[str | tuple[str, float, float]] = [("save", 22.0, 18.0), ("menu", 85.0, 15.0)]
    asked = [*clicks, "page", "gone"]
    plate = scenes.PLATES[number % 2]
    return screen(elements, asked, name=f"sample-{number}", plate=plate)


def _boxes(sample: Sample) -> list[Box | None]:
    """Where each question's element is; nowhere for the one that is not there."""
    assert sample.truth.boxes is not None
    boxes = [tuple(box) for box in sample.truth.boxes.tolist()]
    return [box if box[2] > box[0] else None for box in boxes[: len(sample.picture.questions)]]


def _said(sample: Sample, changed: Mapping[int, Box | None] | None = None) -> Answers:
    said = [(changed or {}).get(place, box) for place, box in enumerate(_boxes(sample))]
    there = [box for box in said if box is not None]
    return answered(sample, *said, parsed=parsed_of(there, ["button"] * len(there)))


def _perfect(sample: Sample) -> Answers:
    return _said(sample)


def _nothing(sample: Sample) -> Answers:
    """Nothing where there is something, and something where there is nothing."""
    boxes = _boxes(sample)
    wrong: dict[int, Box | None] = {
        place: None if box is not None else (200.0, 100.0, 220.0, 120.0)
        for place, box in enumerate(boxes)
    }
    return _said(sample, wrong)


def _shifted(sample: Sample) -> Answers:
    moved = {
        place: (box[0] + 3, box[1] + 2, box[2] + 3, box[3] + 2)
        for place, box in enumerate(_boxes(sample))
        if box is not None
    }
    return _said(sample, moved)


def _partial(sample: Sample) -> Answers:
    return _said(sample, {0: None, 1: (200.0, 10.0, 210.0, 20.0)})


def _doubtful(sample: Sample) -> Sample:
    truth: Instances = sample.truth
    scored = truth.counts.copy()
    scored[0] = False
    return replace(sample, truth=replace(truth, scored=scored))
