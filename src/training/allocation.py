"""Which annotations teach and which choose the best model, as RootPainter's painter does it."""

RATIO = 5
"""Training annotations for each validation annotation."""


def allocate(train: int, val: int) -> str:
    """Where the next annotation goes, given how many each side has: V TTTTT V TTTTT V …"""
    return "val" if val == 0 or train >= RATIO * val else "train"
