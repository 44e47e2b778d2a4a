"""A group takes the name of one of its options."""

import pytest

from src.composing.choices import check_choices
from src.core import InputError

VALUES = ("-1", "0.5", "true", "null", "nan", "inf", "1e30", "[]", "[otsu]", "{}", "{a:1}", "''")


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("group", ["gate", "+experiment", "hand@annotator.hand", "hydra/sweeper"])
def test_what_is_no_name_is_refused_with_those_that_are(group: str, value: str) -> None:
    with pytest.raises(InputError, match=r"names no option: choose one of \w+"):
        check_choices([f"{group}={value}"])


@pytest.mark.parametrize(
    "word",
    [
        "gate=none", "detector=otsu,unet", "detector=choice(otsu,unet)", "gate='mean_iou'", "-m",
        "seed=1", "nothing=1", "=1", "gate", "gate=]", "~gate", "--cfg=job", "hydra/sweeper=optuna",
        "+experiment=trainers/forest", "gate=none.yaml", "trainer.rules.images=3",
    ],
)  # fmt: skip
def test_other_words_are_left_to_hydra(word: str) -> None:
    check_choices([word])


@pytest.mark.parametrize("word", ["preset=nonsense", "gate=nobody", "+experiment=trainers/nobody"])
def test_a_name_that_no_option_has_is_refused_with_those_that_have_one(word: str) -> None:
    with pytest.raises(InputError, match=rf"{word.lstrip('+')} names no option: choose one of \w+"):
        check_choices([word])


def test_options_of_another_folder_are_left_to_hydra() -> None:
    check_choices(["--config-dir", "elsewhere", "scorer=own"])
