"""Who guides a search, by what is configured."""

from pathlib import Path
from typing import Any

import pytest

from src.composing.builder import build
from src.composing.conf import composed
from src.core import InputError
from src.detectors.grounding.chat.planner import ChatPlanner
from src.detectors.grounding.crops.planner import Density
from tests.detectors.grounding.loopback import Loopback
from tests.detectors.grounding.methods import picture
from tests.detectors.grounding.test_chat import BLUE, SCREEN
from tests.servers import free_port

URL = "http://127.0.0.1:9/v1"
CHAT, DENSITY = (f"planner@crop.planner={name}" for name in ("chat", "density"))


def planner(*words: str) -> Any:
    return build(composed(["crop=screenseeker", *words]), "crop").planner


def test_a_server_that_is_set_is_the_planner_and_else_nobody() -> None:
    assert planner() == Density()
    guide = planner(f"servers.planner={URL}")
    assert isinstance(guide, ChatPlanner)
    assert (guide.client.url, guide.client.connections, guide.model) == (URL, 8, "gpt-4o")
    assert planner(f"servers.planner={URL}", CHAT).model == guide.model
    assert planner(f"servers.planner={URL}", DENSITY) == Density()
    assert planner(f"crop.planner.client.url={URL}", "crop.planner.model=m").model == "m"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("servers.planner=127.0.0.1:9",), "crop.planner.url must begin with http://"),
        ((CHAT,), "crop.planner.client.url is not given: set .* servers.planner"),
        ((f"servers.planner={URL}", "crop.planner.model=null"), "crop.planner.model must be text"),
    ],
)
def test_what_cannot_be_a_planner_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        planner(*words)


def test_a_search_asks_the_server_that_is_set(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path / "guided"))
    words = [f"servers.planner={server.url}", "crop.planner.model=planner"]
    found = searched(server.url, *words)
    # areas, the target that is the one area, the target in its patch, the check
    assert (found.outcome, len(server.asked)) == ("found", 4)
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path / "alone"))
    server.reset()
    assert searched(server.url).outcome == "found"
    assert len(server.asked) == 2


def test_a_planner_that_is_not_there_is_told_with_its_model(server: Loopback) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    sentence = rf"^{nobody}: the server is not there .* \(the planner, crop.planner.model=gpt-4o\)$"
    with pytest.raises(InputError, match=sentence):
        searched(server.url, f"servers.planner={nobody}")


def searched(chat: str, *words: str) -> Any:
    config = composed(["detector=chat", "crop=screenseeker", f"servers.chat={chat}", *words])
    (answer,) = build(config, "detector").detect(picture(SCREEN, BLUE)).answers
    return answer
