"""The table of trials on a page begins with what came of them."""

from src.tracking.answer.answering import plot_words, trial_columns


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


def test_plots_say_what_they_show() -> None:
    assert plot_words("contours_2") == "contours_2: the result against two keys; dots are trials"
    assert plot_words("another") == "another"
