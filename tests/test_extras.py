"""Extras that people are told to install."""

import re
import tomllib

from tests.conftest import ROOT

TOLD = re.compile(r"\bextra `?([a-z_]+)`|install the extra ([a-z_]+)|brushwork\[([a-z_,]+)\]")


def extras(text: str) -> set[str]:
    """Every extra that a text names."""
    return {name for told in TOLD.findall(text) for name in "".join(told).split(",")}


def test_every_extra_that_is_named_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    there = set(project["optional-dependencies"])
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/**/*.py")]
    named = {str(file.relative_to(ROOT)): extras(file.read_text("utf-8")) for file in files}
    assert {file: names - there for file, names in named.items() if names - there} == {}
    assert "grounding" in named["docs/GROUNDING.md"]


def test_extras_are_found_in_all_words_for_them() -> None:
    words = "the extra `one`, install the extra two, pip install 'brushwork[three,four]'"
    assert extras(words) == {"one", "two", "three", "four"}
