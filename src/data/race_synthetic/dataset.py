"""Rendered race photos as a dataset."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge, Le

from src.core import Entry, InputError, Picture, Sample
from src.data.race_synthetic.camera import decoded
from src.data.race_synthetic.casting import SCENES
from src.data.race_synthetic.drawing import photographed
from src.data.race_synthetic.labelling import Labelled, labelled
from src.data.race_synthetic.people import everybody
from src.data.race_synthetic.plan import Plan, planned, tags_of
from src.data.refsets.truth import boxed_truth
from src.data.refsets.words import FULL, ITERATION
from src.data.split import Split
from src.data.synthetic.dataset import Count, RecipeDataset, Side, whole

ANY = "any"
"""Close, group and far, as often as people photograph them."""

LEAST = (240, 320)
"""Height and width in pixels below which nobody has room."""

ITERATIONS = 4
"""Every so many photos one is of the part that things are tried on."""

MOST_PEOPLE = 5_000
"""Numbers of one to four digits are given out once each."""


class RaceSynthetic(RecipeDataset):
    """Photos of runners with bibs and of bystanders, among boards and clocks with digits.

    The truth is what ``dataset=reference`` gives for bibs, faces and links.

    Args:
        scene: ``close``, ``group``, ``far`` or ``any``.
        identities: people who come back in other photos, a fifth of them bystanders.
    """

    generator: ClassVar[str] = "race_synthetic"
    version: ClassVar[int] = 2

    def __init__(
        self,
        count: Count = 60,
        size: Side | Sequence[Side] = (1333, 2000),
        scene: str = ANY,
        identities: Annotated[int, Ge(1), Le(MOST_PEOPLE)] = 40,
        seed: int = 0,
        split: Split | None = None,
    ) -> None:
        super().__init__(count, size, seed, split)
        if self.shape[0] < LEAST[0] or self.shape[1] < LEAST[1]:
            raise InputError(f"dataset.size must be at least {list(LEAST)}, got {size!r}")
        if scene not in (*SCENES, ANY):
            raise InputError(f"dataset.scene must be one of {(*SCENES, ANY)}, got {scene!r}")
        self.scene = scene
        self.identities = whole("identities", identities, at_least=1)
        if self.identities > MOST_PEOPLE:
            raise InputError(f"dataset.identities must be at most {MOST_PEOPLE}, got {identities}")

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What the pixels depend on besides shape and seed."""
        return {"scene": self.scene, "identities": self.identities}

    def tags(self, index: int) -> Mapping[str, str]:
        """Scene, light, number of runners, part, and the photo's tags as a reference set tells."""
        plan = self.plan(index)
        said = labelled(plan)
        tags = {tag: "yes" for document in (said.bibs, said.faces) for tag in document.tags}
        return {**tags, **tags_of(plan), "part": part_of(index)}

    def plan(self, index: int) -> Plan:
        """What is in the photo of a number; nothing is drawn."""
        runners, bystanders = everybody(self.seed, self.identities)
        layout, _ = np.random.SeedSequence((self.seed, index)).spawn(2)
        scene = None if self.scene == ANY else self.scene
        return planned(np.random.default_rng(layout), self.shape, runners, bystanders, scene)

    def labels(self, index: int) -> Labelled:
        """What a careful person would say of the photo of a number."""
        return labelled(self.plan(index))

    def file(self, index: int) -> bytes:
        """The photo of a number as its JPEG file."""
        _, look = np.random.SeedSequence((self.seed, index)).spawn(2)
        return photographed(self.plan(index), np.random.default_rng(look))

    def read(self, entry: Entry) -> Sample:
        """The sample, drawn now."""
        index = self.index(entry)
        said = self.labels(index)
        truth = boxed_truth(said.bibs, said.faces, said.links, self.shape)
        return Sample(Picture(entry, decoded(self.file(index))), truth)


def part_of(index: int) -> str:
    """Of a set into which the photo of a number is taken."""
    return FULL if index % ITERATIONS else ITERATION
