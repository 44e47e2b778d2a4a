"""Recorded runs, photo by photo and two side by side."""

from collections.abc import Callable

from tests.studio.asked import Asker
from tests.studio.conftest import race_fixture  # noqa: F401 - the set that those runs are about
from tests.studio.page.person import Person
from tests.studio.test_server_runs import inspector_fixture  # noqa: F401
from tests.tracking.conftest import empty_database_fixture, tracking_fixture  # noqa: F401

Sits = Callable[..., Person]


def test_a_run_leads_to_what_went_wrong_and_to_its_label(inspector: Asker, sits: Sits) -> None:
    tab = sits(inspector, may=("404",)).tab
    tab.goto(f"{inspector.origin}/runs/")
    tab.get_by_role("link", name="bad").click()
    tab.locator(".mark.kind-wrong_text").wait_for(state="attached")  # the worst one first
    assert "627 → 621" in tab.locator(".mark.kind-wrong_text text").text_content()
    assert tab.locator(".mark.kind-wrong_link").count() == 2
    tab.get_by_role("button", name="✓ PASS 1").click()
    assert tab.locator(".photos li").count() == 1
    tab.get_by_role("button", name="all 2").click()
    tab.get_by_role("button", name="· unscored").click()
    tab.get_by_role("link", name="To its label").click()
    tab.wait_for_url("**/label/**")


def test_two_runs_side_by_side_show_what_changed(inspector: Asker, sits: Sits) -> None:
    tab = sits(inspector).tab
    tab.goto(f"{inspector.origin}/runs/good")
    tab.locator(".marks .mark").first.wait_for(state="attached")
    assert tab.locator(".photos li").count() == 2
    tab.get_by_label("Compare with this run").fill("bad")
    tab.get_by_role("button", name="Compare").click()
    tab.get_by_text("1 photos differ").wait_for()
    assert tab.locator(".photos li").count() == 1
    second = tab.get_by_label("The same photo in bad")
    second.locator(".mark.kind-wrong_text").wait_for(state="attached")
    assert tab.get_by_label("Photo", exact=True).locator(".mark.kind-wrong_text").count() == 0
