"""The default spread of clicks is the one that people were seen to have."""

import numpy as np
import pytest

from benchmarks.click_spread import SMALL, Spread, fit, off_target, share_of_width
from src.calibrating.of_public import pointing_trials
from src.data.ui.clicks import Clicks
from tests.conftest import real_data


def test_a_fit_finds_the_spread_that_was_drawn() -> None:
    width = np.repeat([1.0, 2.0, 5.0, 10.0], 400)
    off = np.random.default_rng(3).normal(size=(1600, 2)) * Spread(0.5, 0.2)(width)[:, None]
    found = fit(width, off)
    assert (found.hand, found.share) == pytest.approx((0.5, 0.2), rel=0.06)
    assert share_of_width(width, width[:, None] * np.ones((1, 2)) * 0.3) == pytest.approx(0.3)


def test_people_spread_their_clicks_by_the_default() -> None:
    trials = pointing_trials(real_data("mouse_fitts_xp") / "fitts_trials.csv")
    large = trials[trials.W > SMALL]
    assert share_of_width(large.W.to_numpy(), off_target(large)) == pytest.approx(0.184, abs=5e-4)
    model = fit(trials.W.to_numpy(), off_target(trials))
    assert (model.hand, model.share) == pytest.approx((0.446, 0.170), abs=2e-3)
    assert Clicks().sigma == pytest.approx(0.184, abs=0.01)
