"""The faces of all photos together: who they are, what they measure, and which were found.

Identities and measurements come from what rows withhold. They are used here and nowhere else: what
leaves this file are pseudonyms, groups and ranks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from src.core import Row, Table
from src.scoring.race.boxes import BOXES
from src.scoring.race.clusters import ALGORITHMS
from src.scoring.race.grouping import Grouping
from src.scoring.race.matching import NOBODY
from src.scoring.race.search import Search
from src.scoring.race.sums import DEPTHS
from src.scoring.race.words import FACE, MATCHED, MISSED, PREDICTION, SPURIOUS, TRUTH

IDENTITIES, EMBEDDINGS = "identities", "embeddings"
"""Tables that rows withhold: true faces by id, and predicted faces by id."""

Column = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class People:
    """True faces of which somebody said who they are, and all predicted faces that were measured.

    Args:
        photos: how many photos there are.
        photo, face, person, counts, area: of every true face; persons are numbered as they come,
            ``NOBODY`` for one who is only stated to be, or not to be, another.
        measured: place of its measurement; ``NOBODY`` where it was not found or not measured.
        where: photo of every measurement, ``vectors`` the measurements.
        must, cannot: ids of faces that are, or never are, the same person, with commas between.
    """

    photos: int
    photo: Column
    face: Column
    person: Column
    counts: Flags
    area: npt.NDArray[np.float64]
    measured: Column
    where: Column
    vectors: npt.NDArray[np.float64]
    must: tuple[str, ...]
    cannot: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "People":
        """Of all photos of a set."""
        found = [_measured(row) for row in rows]
        vectors = [own[1] for own in found if len(own[1])]
        places: dict[tuple[int, int], int] = {}
        for photo, (ids, _) in enumerate(found):
            for face in ids:
                places[photo, face] = len(places)
        numbers: dict[str, int] = {}
        true = [
            (photo, face, numbers.setdefault(name, len(numbers)) if name else NOBODY, *about)
            for photo, row in enumerate(rows)
            for face, name, *about in _known(row)
        ]
        columns: list[tuple[Any, ...]] = [*zip(*true, strict=True)] or [()] * 8
        inside, named, person, counts, area, partner, must, cannot = columns
        measured = [
            places.get((own, other), NOBODY) for own, other in zip(inside, partner, strict=True)
        ]
        return cls(
            photos=len(rows),
            photo=np.array(inside, np.int64),
            face=np.array(named, np.int64),
            person=np.array(person, np.int64),
            counts=np.array(counts, bool),
            area=np.array(area, np.float64),
            measured=np.array(measured, np.int64),
            where=np.array([photo for photo, _ in places], np.int64),
            vectors=np.concatenate(vectors) if vectors else np.zeros((0, 1)),
            must=tuple(must),
            cannot=tuple(cannot),
        )

    def groups(self, algorithm: str, distance: float) -> Column:
        """(true faces,) the group of each; one that was not measured is alone."""
        groups = np.append(ALGORITHMS[algorithm](self.vectors, distance), NOBODY)[self.measured]
        alone = np.flatnonzero(groups == NOBODY)
        groups[alone] = len(self.vectors) + alone
        return np.asarray(groups, np.int64)

    def table(self, groups: Column) -> Table:
        """Every face that counts: its photo, its id, a pseudonym, and its group."""
        own = np.flatnonzero(self.counts)
        _, person = np.unique(self.person[own], return_inverse=True)
        _, group = np.unique(groups[own], return_inverse=True)
        return {
            "photo": self.photo[own],
            "face": self.face[own],
            "person": np.array([f"person_{number + 1}" for number in person], "U16"),
            "group": group.astype(np.int64),
            "found": self.measured[own] != NOBODY,
        }

    def broken(self, groups: Column) -> dict[str, float]:
        """How many stated pairs the groups contradict; ``nan`` where nobody stated one."""
        of_face = dict(zip(self.face.tolist(), groups.tolist(), strict=True))
        broken = {}
        for kind, together in (("must", True), ("cannot", False)):
            lists = zip(self.face.tolist(), getattr(self, kind), strict=True)
            pairs = {
                frozenset((face, int(other)))
                for face, others in lists
                for other in others.split(",")
                if other and int(other) in of_face
            }
            wrong = sum((len({of_face[face] for face in pair}) == 1) != together for pair in pairs)
            broken[f"{kind}_links_broken"] = float(wrong) if pairs else float("nan")
        return broken

    def searches(self, distance: float) -> Iterator[Search]:
        """One search for everybody who is in two photos or more, by his largest face.

        The reference is chosen by the truth alone, so that every detector is asked the same.
        """
        for person in np.unique(self.person[self.counts]).tolist():
            own = np.flatnonzero((self.person == person) & self.counts)
            reference = own[np.argmax(self.area[own])]
            asks = int(self.photo[reference])
            wanted = np.zeros(self.photos, bool)
            wanted[self.photo[own]] = True
            wanted[asks] = False
            if wanted.any():
                yield self._search(person, reference, asks, wanted, distance)

    def _search(
        self, person: int, reference: int, asks: int, wanted: Flags, distance: float
    ) -> Search:
        nearest = np.full(self.photos, np.inf)
        place = self.measured[reference]
        if place != NOBODY:
            apart = cdist(self.vectors[place : place + 1], self.vectors)[0]
            np.minimum.at(nearest, self.where, apart)
        doubtful = np.zeros(self.photos, bool)
        doubtful[self.photo[(self.person == person) & ~self.counts]] = True
        nearest[doubtful & ~wanted] = np.inf
        nearest[asks] = np.inf
        ranking = np.argsort(nearest, kind="stable")[: int(np.isfinite(nearest).sum())]
        seen = np.zeros(self.photos, bool)
        seen[self.photo[(self.person == person) & self.counts & (self.measured != NOBODY)]] = True
        lost = np.where(seen & (place != NOBODY), "embedding", "detection")
        lost[ranking[: max(DEPTHS[-1], int(wanted.sum()))]] = ""
        returned = int((nearest[ranking] <= distance).sum())
        return Search(asks, ranking, wanted, returned, lost.astype("U9"))


def grouping_of(table: Table, photos: int) -> Grouping:
    """The faces of a card's table, as it was made or read back."""
    person = np.unique(table["person"], return_inverse=True)[1]
    group = np.unique(table["group"], return_inverse=True)[1]
    return Grouping(
        np.asarray(table["photo"], np.int64),
        person.astype(np.int64),
        group.astype(np.int64),
        photos,
    )


def _measured(row: Row) -> tuple[list[int], npt.NDArray[np.float64]]:
    """Ids and measurements of the predicted faces of a photo that may be returned."""
    if EMBEDDINGS not in row.withheld:
        return [], np.zeros((0, 1))
    boxes, withheld = row.tables[BOXES], row.withheld[EMBEDDINGS]
    chosen = (boxes["side"] == PREDICTION) & (boxes["class"] == FACE)
    chosen &= np.isin(boxes["kind"], [MATCHED, SPURIOUS])
    known = np.isin(withheld["id"], boxes["id"][chosen])
    known &= np.isfinite(withheld["vector"]).all(axis=1)
    return withheld["id"][known].tolist(), withheld["vector"][known]


def _known(row: Row) -> Iterator[tuple[int, str, bool, float, int, str, str]]:
    """Id, identity, whether it counts, area, its prediction and stated pairs of each true face."""
    if IDENTITIES not in row.withheld:
        return
    boxes, withheld = row.tables[BOXES], row.withheld[IDENTITIES]
    chosen = np.flatnonzero((boxes["side"] == TRUTH) & (boxes["class"] == FACE))
    places = dict(zip(boxes["id"][chosen].tolist(), chosen.tolist(), strict=True))
    columns = (withheld[name].tolist() for name in ("id", "identity", "must", "cannot"))
    for face, name, must, cannot in zip(*columns, strict=True):
        place = places[face]
        sides = [
            float(boxes[end][place] - boxes[begin][place])
            for begin, end in (("x1", "x2"), ("y1", "y2"))
        ]
        counts = bool(name) and boxes["kind"][place] in (MATCHED, MISSED)
        if name or must or cannot:
            yield (
                face,
                name,
                counts,
                sides[0] * sides[1],
                int(boxes["partner"][place]),
                must,
                cannot,
            )
