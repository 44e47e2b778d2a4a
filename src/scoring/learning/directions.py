"""Which way the numbers of a taught run are better."""

from src.core import Directions

LEARNING = Directions.of_names(
    lower=[
        *("seconds", "image_seconds", "seconds_to_f1", "capped_seconds_to_f1"),
        *("initial_seconds", "initial_strokes", "initial_events"),
        *("corrective_seconds", "corrective_strokes", "corrective_events"),
        *(
            "waited",
            "waited_seconds",
            "strokes",
            "events",
            "spilled",
            "spilled_pixels",
            "loss",
            "*_ms",
        ),
    ],
    neutral=[
        *("initial_images", "corrective_images", "skipped_images", "corrective", "skipped"),
        *("coverage", "mean_coverage", "foreground_pixels", "background_pixels"),
        *("initial_foreground_pixels", "initial_background_pixels"),
        *("corrective_foreground_pixels", "corrective_background_pixels"),
        *("samples", "*_share"),
    ],
)
"""What was spent is better when lower, what was merely done is neither; the rest is learned."""
