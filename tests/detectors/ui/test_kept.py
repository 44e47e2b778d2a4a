"""Parses that were made before: found again by content and settings, and never trusted blindly."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.detectors.ui import kept
from src.detectors.ui.kept import Kept, KeptParses, key_of, unpacked
from src.detectors.ui.seen import Seen
from src.detectors.ui.traits import NAMES
from tests.detectors.ui.test_sight import seen as sight


def parse(texts: tuple[str, ...] | None = None) -> Seen:
    rng = np.random.default_rng(0)
    return Seen(
        (96, 160), rng.random((5, 4)), np.arange(5), rng.random((5, len(NAMES))).astype(np.float16),
        rng.random(5).astype(np.float32), np.array([2, 0]), np.zeros((2, 4)), 1.25, sight(), texts,
    )  # fmt: skip


def kept_now() -> Kept:
    return Kept(parse(), 0.25)


def same(one: Seen, other: Seen) -> bool:
    arrays = ("boxes", "sources", "traits", "worth", "elements", "lines")
    alike = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)
    maps = [own.sight.maps if own.sight else () for own in (one, other)]
    plain = (one.shape, one.unit, one.texts) == (other.shape, other.unit, other.texts)
    return alike and plain and all(np.array_equal(a, b) for a, b in zip(*maps, strict=True))


@pytest.mark.parametrize("texts", [None, (), ("",), ("Save as…", "\n", "日本")])
def test_a_parse_comes_back_as_it_was(tmp_path: Path, texts: tuple[str, ...] | None) -> None:
    before = replace(parse(texts), sight=None)
    KeptParses(tmp_path).put("key", Kept(before, 1.5))
    after = KeptParses(tmp_path).get("key")
    assert after is not None
    assert same(before, after.seen)
    assert after.seconds == 1.5


def test_what_the_net_saw_comes_back_too(tmp_path: Path) -> None:
    KeptParses(tmp_path).put("key", kept_now())
    after = KeptParses(tmp_path).get("key")
    assert after is not None
    assert same(parse(), after.seen)


def test_other_pixels_or_other_settings_have_another_key() -> None:
    pixels = np.zeros((4, 6, 3), np.uint8)
    keys = {key_of(pixels, "a"), key_of(pixels, "b"), key_of(pixels + 1, "a"),
            key_of(pixels.reshape(6, 4, 3), "a")}  # fmt: skip
    assert len(keys) == 4
    assert key_of(pixels, "a") == key_of(pixels.copy(), "a")


def test_a_damaged_parse_is_forgotten(tmp_path: Path) -> None:
    KeptParses(tmp_path).put("key", kept_now())
    (tmp_path / "key.npz").write_bytes((tmp_path / "key.npz").read_bytes()[:-200])
    assert KeptParses(tmp_path).get("key") is None
    assert not (tmp_path / "key.npz").exists()


def test_a_parse_that_does_not_tell_how_long_it_took_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "key.npz"
    with np.load(io.BytesIO(kept.packed(kept_now()))) as arrays:
        np.savez(file, **{name: arrays[name] for name in arrays if name != "seconds"})
    assert KeptParses(tmp_path).get("key") is None
    assert not file.exists()


def test_objects_in_a_file_are_never_built(tmp_path: Path) -> None:
    np.savez(tmp_path / "key.npz", shape=np.array([object()], object))
    with pytest.raises(ValueError, match="allow_pickle"):
        unpacked((tmp_path / "key.npz").read_bytes())


def test_without_a_folder_memory_serves(tmp_path: Path) -> None:
    kept_parses = KeptParses(tmp_path / "file" / "below")
    (tmp_path / "file").write_text("in the way")
    kept_parses.put("key", kept_now())
    assert kept_parses.get("key") is not None
    assert KeptParses(None).get("key") is None


def test_what_was_used_longest_ago_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "SWEEP", 1)
    size = len(kept.packed(kept_now()))
    monkeypatch.setattr(kept, "MOST_BYTES", 3 * size)
    monkeypatch.setattr(kept, "KEPT_BYTES", 2 * size)
    parses = KeptParses(tmp_path)
    for name in "abcde":
        parses.put(name, kept_now())
    left = {file.stem for file in tmp_path.glob("*.npz")}
    assert "e" in left
    assert "a" not in left
