"""How many images a verdict takes, and when no number of them could change it."""

from math import ceil, inf

from src.core import Interval

LEAST = 5
"""Images from which on intervals hold what they promise: measured in ``experiments/intervals``."""

HALF, TENFOLD = 0.5, 10.0
"""Below this share of a minimum, or beyond this multiple of a maximum, a number is hopeless."""

MOST = 1_000_000


def hopeless(value: float, low: float, high: float) -> bool:
    """Whether a number is so far outside that one image tells: nothing found where 0.9 is asked."""
    if low > -inf and high < inf:
        return abs(value) > TENFOLD * max(abs(low), abs(high)) > 0
    return (0 < low < inf and value < HALF * low) or (0 < high < inf and value > TENFOLD * high)


def images_needed(
    value: float, interval: Interval, allowed: Interval, images: int, least: int
) -> str:
    """About how many images like these would decide, an interval narrowing as their square root."""
    if allowed.low <= value <= allowed.high:
        sides = [
            (value - interval.low, value - allowed.low),
            (interval.high - value, allowed.high - value),
        ]
    elif value < allowed.low:
        sides = [(interval.high - value, allowed.low - value)]
    else:
        sides = [(value - interval.low, value - allowed.high)]
    ratio = max(half / margin if margin > 0 else inf for half, margin in sides if half > 0)
    count = round(images * ratio**2, 6)
    if count > MOST:
        return "it lies on the limit, and no number of images would decide"
    return f"about {max(least, ceil(count))} images like these would decide"
