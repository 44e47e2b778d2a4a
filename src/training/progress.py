"""Lightning's progress bar, told in images."""

from collections.abc import Callable

from lightning.pytorch.callbacks import RichProgressBar


class SessionProgress(RichProgressBar):
    """Says which image is learned from: how many epochs there will be is not known beforehand.

    Args:
        describe: what to say now, such as ``image 3/16, epoch 1/2``.
    """

    def __init__(self, describe: Callable[[], str]) -> None:
        super().__init__()
        self._describe = describe

    def _get_train_description(self, current_epoch: int) -> str:  # noqa: ARG002
        return self._describe()
