"""The table of trials on a page begins with what came of them."""

from src.tracking.answer.answering import trial_columns


def test_results_come_before_keys_and_keys_are_short_where_that_is_clear() -> None:
    names = ["trial", "state", "trainer.optimizer.lr", "a.x.count", "a.y.count", "learning/aubc"]
    assert trial_columns([*names, "run", "run_id", "failure"]) == {
        "trial": "trial",
        "state": "state",
        "learning/aubc": "learning/aubc",
        "trainer.optimizer.lr": "lr",
        "a.x.count": "a.x.count",
        "a.y.count": "a.y.count",
        "run": "run",
    }
