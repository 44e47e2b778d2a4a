import numpy as np
import pytest

from src.tracking.compare.manners import MEASURES, Manners, Timed, distances
from src.tracking.compare.tables import clocks_table, manners_table


def manners(name: str, **images: list[float]) -> Manners:
    return Manners(name, {one: np.array(row) for one, row in images.items()})


def test_annotators_that_paint_alike_are_not_apart() -> None:
    one = manners("a", x=[10, 4, 0.2, 3, 0.0], y=[20, 5, 0.1, 2, 0.1])
    np.testing.assert_allclose(distances(one, one), [1, 1, 1, 1, 0])


def test_distance_is_the_typical_factor_on_the_same_image() -> None:
    one = manners("a", x=[10, 4, 0.2, 3, 0.0], y=[20, 4, 0.2, 3, 0.2])
    other = manners("b", y=[40, 2, 0.2, 3, 0.1], x=[5, 8, 0.2, np.nan, 0.1], z=[1, 1, 1, 1, 1])
    np.testing.assert_allclose(distances(one, other), [2, 2, 1, 1, 0.1])


def test_no_image_in_common_tells_nothing() -> None:
    assert np.isnan(distances(manners("a", x=[1] * 5), manners("b", y=[1] * 5))).all()


def test_tables_have_a_row_for_each() -> None:
    both = [manners("a", x=[10, 4, 0.2, 3, 0.0]), manners("b", x=[20, 4, 0.2, 3, 0.0])]
    table = manners_table(both)
    assert table.row_count == 2
    assert len(table.columns) == 1 + len(MEASURES)
    assert clocks_table([Timed("klm", 2.0, 1.0, 2.0)], "a").row_count == 1


def test_nobody_painted_has_no_manner() -> None:
    assert np.isnan(Manners("a", {}).typical()).all()
    assert manners("a", x=[2, 1, 1, 1, 0]).typical()[0] == pytest.approx(2)
