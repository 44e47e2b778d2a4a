"""The page in a real browser: it shows every name and runs none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from src.reporting.page.gallery import described_gallery
from src.reporting.page.one_run import run_page
from src.reporting.page.several import Together, comparison_page, seeds_page, study_page
from src.reporting.playback.player import described_in
from src.reporting.playback.player import page as player_page
from tests.reporting.page.runs import HOSTILE, card, clocks, facts, picture
from tests.reporting.playback.scenes import scene_of

MANY = 2000
HURT = "typeof window.hurt"
TILES = '() => [...document.querySelectorAll(".tile:not([hidden]) span")].map((s) => s.textContent)'


@pytest.fixture(name="many", scope="module")
def many_fixture(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A tab with a gallery of very many samples."""
    file = tmp_path_factory.mktemp("page") / "report.html"
    one = picture()
    pictures = dict.fromkeys(range(MANY), one)
    file.write_text(run_page(facts(MANY, thumbnails=pictures)), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 1100, "height": 800})
    tab.goto(file.as_uri())
    yield tab
    tab.close()


def shown(tab: Any, page: str, folder: Path) -> None:
    file = folder / "report.html"
    file.write_text(page, encoding="utf-8")
    tab.goto(file.as_uri())


def test_everything_is_on_the_page(tab: Any, tmp_path: Path) -> None:
    shown(tab, run_page(facts()), tmp_path)
    text = tab.inner_text("body")
    assert text.index("F1 0.90 after") < text.index("How fast it learned") < text.index("Verdict")
    for words in ("0.5 is below 0.7", "believe it for", "Before and after", "Every sample",
                  "python -m src.run +experiment=quickstart", "12 of 12"):  # fmt: skip
        assert words in text
    widths = tab.evaluate("[...document.querySelectorAll('figure img')].map((i) => i.naturalWidth)")
    assert len(widths) == 2
    assert all(width > 0 for width in widths)


def test_only_tiles_in_sight_exist(many: Any) -> None:
    assert many.inner_text("#count") == f"{MANY} of {MANY}"
    assert many.evaluate("document.querySelectorAll('.tile').length") < 60
    many.evaluate("document.getElementById('view').scrollTop = 1e9")
    many.wait_for_function(f"({TILES})().includes('sample-{MANY - 1:04d}')")
    assert many.evaluate("document.querySelectorAll('.tile').length") < 120
    many.evaluate("document.getElementById('view').scrollTop = 0")
    many.wait_for_function(f"({TILES})().includes('sample-0000')")


def test_samples_are_sorted_and_filtered(many: Any) -> None:
    assert many.evaluate("gallery.places[0]") == 0
    assert "sample-0000" in many.evaluate(TILES)
    many.select_option("#way", "down")
    assert many.evaluate("gallery.places[0]") == MANY - 1
    many.fill("#least", "0.25")
    many.fill("#most", "0.5")
    assert many.inner_text("#count") == f"500 of {MANY}"
    many.fill("#words", "-07")
    assert many.inner_text("#count") == f"100 of {MANY}"
    many.select_option("#group", index=1)
    assert many.inner_text("#count") == f"50 of {MANY}"
    many.select_option("#by", "iou")
    for field in ("#least", "#most", "#words"):
        many.fill(field, "")
    many.select_option("#group", index=0)
    many.select_option("#way", "up")
    ends = "[gallery.rows[gallery.places[0]], gallery.rows[gallery.places.at(-1)]].map((r) => r[1])"
    assert many.evaluate(ends) == [0, None], "what is undefined comes last"


def test_a_sample_opens_with_all_its_numbers(many: Any) -> None:
    many.click(".tile:not([hidden])")
    assert many.is_visible("dialog")
    assert {"f1", "iou", "tag.plate"} <= set(many.inner_text("dialog dl").split())
    many.click("dialog button")


def test_no_name_is_ever_run(tab: Any, tmp_path: Path) -> None:
    bad = HOSTILE[0]
    hostile = facts(
        5, card=card(5, HOSTILE), name=bad, about={bad: bad}, command=bad, config="\n".join(HOSTILE)
    )
    shown(tab, run_page(hostile), tmp_path)
    tab.click(".tile:not([hidden])")
    assert tab.evaluate(HURT) == "undefined"
    assert tab.inner_text("h1") == bad
    assert set(tab.evaluate("gallery.names")) == set(HOSTILE)
    assert tab.evaluate("document.querySelectorAll('main script, svg').length") == 0


def test_several_runs_with_hostile_names(tab: Any, tmp_path: Path) -> None:
    own = facts(name=HOSTILE[1], players=[])
    together = Together(
        HOSTILE[0], {"runs": HOSTILE[2]}, [own, own], sentences=[HOSTILE[3]],
        tables={HOSTILE[0]: (HOSTILE[:2], [HOSTILE[:2]])},
    )  # fmt: skip
    curves = {HOSTILE[0]: [clocks()["seed"]], "$\\alpha": [clocks()["klm"]]}
    for page in (
        comparison_page(together, curves),
        seeds_page(together, None),
        study_page(together),
    ):
        shown(tab, page, tmp_path)
        assert tab.evaluate(HURT) == "undefined"
        assert HOSTILE[3].split("{{")[0] in tab.inner_text(".lead")


def test_the_player_plays_inside_the_page(tab: Any, tmp_path: Path) -> None:
    scene = described_in(player_page(scene_of((40, 50))))
    assert scene is not None
    scene |= {"title": HOSTILE[1], "phase": HOSTILE[0]}
    shown(tab, run_page(facts(players=[scene])), tmp_path)
    assert not tab.locator("#player").is_visible()
    tab.click("button.play")
    frame = tab.frame_locator("#player")
    frame.locator("#play").click()
    assert frame.locator("#title").inner_text() == HOSTILE[1]
    assert tab.evaluate(HURT) == "undefined"
    inside = tab.frames[1]
    assert inside.evaluate("player.duration") > 0
    assert inside.evaluate(HURT) == "undefined"


def test_code_of_a_stored_player_is_left_behind() -> None:
    page = player_page(scene_of((40, 50))).replace("<script>", "<script>hurt=1;")
    described = described_in(page)
    assert described is not None
    assert "hurt" not in run_page(facts(players=[described]))
    assert described_in("<p>no player</p>") is None
    assert described_in('<script type="application/json" id="data">[1]</script>') is None


def test_pictures_of_the_worst_come_first_where_room_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("src.reporting.page.gallery.MOST_BYTES", 3 * len(picture()))
    described = described_gallery(card(10), dict.fromkeys(range(10), picture()), "f1")
    assert described is not None
    assert [bool(own) for own in described["images"]] == [True] * 3 + [False] * 7
