"""Pages before they are rendered: same seed same bytes, and what is kept from training."""

import re
from collections import Counter

import pytest

from src.core import SPLITS, InputError
from src.data.ui_rendered.families import MONO, SANS, SERIF
from src.data.ui_rendered.grammar import Source, page_source
from src.data.ui_rendered.markup import div, node, text
from src.data.ui_rendered.page import HELD_OUT

PAGES = range(24)


@pytest.fixture(name="sources", scope="module")
def sources_fixture() -> dict[str, list[Source]]:
    return {split: [page_source(5, split, number) for number in PAGES] for split in SPLITS}


def test_the_same_seed_gives_the_same_bytes(sources: dict[str, list[Source]]) -> None:
    for split in SPLITS:
        for number in (0, 7):
            assert page_source(5, split, number) == sources[split][number]


def test_pages_differ_by_number_by_seed_and_by_split(sources: dict[str, list[Source]]) -> None:
    pages = [source.html for own in sources.values() for source in own]
    pages += [page_source(6, "train", number).html for number in PAGES]
    assert len(set(pages)) == len(pages)


def test_no_split_has_a_component_of_another(sources: dict[str, list[Source]]) -> None:
    for split, own in sources.items():
        foreign = frozenset().union(*(HELD_OUT[other] for other in SPLITS if other != split))
        for source in own:
            assert not source.parts & foreign


@pytest.mark.parametrize("split", ["val", "test"])
def test_every_judging_page_has_a_component_of_its_own(
    sources: dict[str, list[Source]], split: str
) -> None:
    for source in sources[split]:
        assert source.parts & HELD_OUT[split]


def test_components_that_are_kept_back_differ_by_split() -> None:
    assert not HELD_OUT["train"]
    assert not HELD_OUT["val"] & HELD_OUT["test"]


@pytest.mark.parametrize("fonts", [SANS, SERIF, MONO])
def test_first_fonts_differ_by_split(fonts: dict[str, tuple[str, ...]]) -> None:
    first = {split: {stack.split(",")[0] for stack in fonts[split]} for split in SPLITS}
    for one in SPLITS:
        for other in SPLITS:
            assert one == other or not first[one] & first[other]


def test_pages_use_the_fonts_of_their_split(sources: dict[str, list[Source]]) -> None:
    for split, own in sources.items():
        for source in own:
            found = re.search(r"--sans:(.*?),sans-serif;", source.html)
            assert found
            assert found[1] in SANS[split]


def test_both_platforms_both_themes_and_several_scales_occur() -> None:
    sources = [page_source(1, "train", number) for number in range(60)]
    platforms = Counter(source.tags["platform"] for source in sources)
    assert 10 < platforms["phone"] < 30
    assert {source.tags["theme"] for source in sources} == {"light", "dark"}
    desktops = [source for source in sources if source.tags["platform"] == "desktop"]
    scales = {source.scale for source in desktops}
    assert min(scales) == 1
    assert 1.5 < max(scales) <= 2
    assert any(source.kept.quality for source in sources)


def test_a_platform_can_be_asked_for() -> None:
    for number in range(6):
        assert page_source(1, "train", number, "phone").tags["platform"] == "phone"
        assert page_source(1, "train", number, "desktop").tags["platform"] == "desktop"


def test_a_page_asks_the_network_for_nothing(sources: dict[str, list[Source]]) -> None:
    for source in (one for own in sources.values() for one in own):
        for address in re.findall(r"(?:src|href)=\"(.*?)\"|url\('(.*?)'\)", source.html):
            assert "".join(address).startswith("data:image/")


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(InputError, match="split must be one of"):
        page_source(1, "dev", 0)


def test_texts_and_attributes_are_escaped() -> None:
    assert text("a < b & c") == "a &lt; b &amp; c"
    assert node("p", text("x"), title='say "hi"') == '<p title="say &quot;hi&quot;">x</p>'
    assert div(control="button", data_part="bar") == (
        '<div data-control="button" data-part="bar"></div>'
    )
    assert node("img", src="data:,") == '<img src="data:,">'
