"""What a stored trajectory tells of the hand."""

import numpy as np

from src.annotators.clocks.segments import cut
from src.calibrating.evidence import Evidence, Leg, Stroke
from src.core import Trajectory


def evidence_of(trajectory: Trajectory, person: str) -> Evidence:
    """Legs and strokes; the first leg follows a look at the picture.

    Dabs stand on whole pixels, so neither the scatter of a line nor a rest of the hand is known.
    """
    segments = cut(trajectory)
    if not len(segments):
        return Evidence(person)
    seconds = np.add.reduceat(trajectory.dt, segments.start)
    legs, strokes = [], []
    for i, drawn in enumerate(segments.stroke.tolist()):
        if drawn:
            path, width = float(segments.path[i]), float(segments.diameter[i])
            if path > 0:
                took = float(seconds[i])
                strokes.append(Stroke(took, path, path / took, width, tunnel=False))
        elif i + 1 < len(segments):
            legs.append(
                Leg(
                    float(seconds[i]),
                    float(segments.distance[i]),
                    float(segments.diameter[i]),
                    switched=bool(segments.switched[i + 1]),
                    resized=bool(segments.resized[i + 1]),
                    looked=i == 0,
                )
            )
    return Evidence(person, legs, strokes)
