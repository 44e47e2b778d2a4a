import pytest

from src.detectors.race.merging import Reading, merged

HERE, NEARBY, ELSEWHERE = (
    (0.0, 0.0, 100.0, 80.0),
    (5.0, 4.0, 104.0, 82.0),
    (200.0, 0.0, 300.0, 80.0),
)


@pytest.mark.parametrize(("shorter", "longer", "kept"), [(0.8, 0.6, "6600"), (0.95, 0.6, "600")])
def test_of_a_number_inside_another_the_shorter_must_be_much_surer(
    shorter: float, longer: float, kept: str
) -> None:
    readings = [Reading("600", shorter, HERE), Reading("6600", longer, NEARBY)]
    assert [own.digits for own in merged(readings, 1.5)] == [kept]
    assert [own.digits for own in merged(readings[::-1], 1.5)] == [kept]


def test_the_surest_of_two_readings_of_a_sheet_stays() -> None:
    readings = [Reading("12", 0.7, HERE), Reading("98", 0.9, NEARBY), Reading("12", 0.8, ELSEWHERE)]
    assert [(own.digits, own.box) for own in merged(readings, 1.5)] == [
        ("98", NEARBY), ("12", ELSEWHERE),
    ]  # fmt: skip


def test_nothing_is_merged_to_nothing() -> None:
    assert merged([], 1.5) == []
