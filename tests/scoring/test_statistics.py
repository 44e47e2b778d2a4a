import numpy as np

from src.scoring.statistics import mean_defined


def test_undefined_values_take_no_part() -> None:
    values = np.array([[1.0, np.nan], [3.0, np.nan]])
    assert mean_defined(values)[0] == 2.0
    assert np.isnan(mean_defined(values)[1])
