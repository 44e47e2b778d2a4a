"""What the files of finished images held when they were kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from src.training.lesson import Lesson
from src.training.project import Project

Plain = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Digests:
    """By the name of a picture: its annotation, where it was saved, and its trajectory."""

    annotations: dict[str, str] = field(default_factory=dict)
    trajectories: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, plain: Mapping[str, Mapping[str, str]]) -> "Digests":
        """The digests that gave these plain values."""
        return cls(dict(plain["annotations"]), dict(plain["trajectories"]))

    def plain(self) -> Plain:
        """For a state."""
        return {"annotations": dict(self.annotations), "trajectories": dict(self.trajectories)}

    def check(self, project: Project, lessons: Sequence[Lesson]) -> None:
        """Refuse a project in which a file of these lessons differs, or that holds other paint."""
        for lesson in lessons:
            if lesson.saved:
                pixels = lesson.foreground_pixels + lesson.background_pixels
                digest = self.annotations[lesson.name]
                project.check_annotation(lesson.name, lesson.outcome, digest, pixels)
            project.check_trajectory(lesson.step, lesson.name, self.trajectories[lesson.name])
        project.check_strangers({(one.name, one.outcome) for one in lessons if one.saved})
