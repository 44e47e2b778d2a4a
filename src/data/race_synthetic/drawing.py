"""A plan as a photo."""

import numpy as np

from src.data.race_synthetic.camera import taken
from src.data.race_synthetic.painting import paint_figure
from src.data.race_synthetic.plan import Plan
from src.data.race_synthetic.surroundings import paint_board, painted_ground


def photographed(plan: Plan, rng: np.random.Generator) -> bytes:
    """The JPEG file of a plan; ``rng`` decides leaves, folds and noise, no label."""
    canvas = painted_ground(rng, plan.ground, plan.shape)
    for board in plan.boards:
        paint_board(canvas, board)
    for figure in plan.figures:
        paint_figure(canvas, figure, rng, plan.sun)
    return taken(rng, plan.camera, canvas)
