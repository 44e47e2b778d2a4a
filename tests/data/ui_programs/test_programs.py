"""Which programs are asked for, and how they look."""

import pytest

from src.core import InputError
from src.data.ui_programs import display
from src.data.ui_programs.looks import look_of, managers
from src.data.ui_programs.programs import KNOWN, Start, chosen
from src.data.ui_programs.writing import Walk, write_programs


def test_a_command_is_split_as_a_shell_would_and_never_given_to_one() -> None:
    starts, absent = chosen(["list=ls 'a b' $(id)", "list=ls"])
    assert starts == [Start("list", 0, ("ls", "a b", "$(id)")), Start("list", 1, ("ls",))]
    assert not absent


def test_every_known_program_is_either_installed_or_named() -> None:
    starts, absent = chosen([])
    assert {own.program for own in starts} | {*absent} == {own.partition("=")[0] for own in KNOWN}


@pytest.mark.parametrize("word", ["ls", "=ls", "../up=ls", "a/b=ls", "name=", "name='ls"])
def test_what_is_no_name_and_command_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="NAME=COMMAND"):
        chosen([word])


def test_a_command_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="no command 'no-such-program'"):
        chosen(["editor=no-such-program"])


def test_a_held_out_program_must_be_one_of_them(tmp_path: object) -> None:
    with pytest.raises(InputError, match="--held-out names other"):
        write_programs(f"{tmp_path}/set", [Start("list", 0, ("ls",))], Walk(1.0, ("other",)))


def test_what_is_missing_is_named_with_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match=r"Xvfb.*xdotool.*packages xvfb dbus at-spi2-core"):
        display.refuse_without_tools()


def test_the_same_seed_gives_the_same_look() -> None:
    if not managers():
        pytest.skip("no window manager is installed")
    assert look_of(3, "editor", 0) == look_of(3, "editor", 0)
    assert len({look_of(3, f"editor{number}", 0) for number in range(9)}) > 1


def test_another_round_is_started_with_another_number() -> None:
    starts, _ = chosen(["list=ls", "list=ls -l"], rounds=2)
    assert [start.number for start in starts] == [0, 1, 2, 3]
    assert [start.command for start in starts[2:]] == [("ls",), ("ls", "-l")]
