"""A task that knows torch from the beginning, as a net does."""

import torch
from threadpoolctl import threadpool_info


def threads(_number: int) -> tuple[int, int]:
    """Most of any library, and those of torch."""
    return max(pool["num_threads"] for pool in threadpool_info()), torch.get_num_threads()
