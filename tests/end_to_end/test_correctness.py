"""Tools and truth through the entry: agreement, tolerances, and what is refused."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from PIL import Image

from src.data.synthetic.nuclei import Nuclei
from src.detectors.neural import NeuralDetector
from src.detectors.unet import UNet
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.results import all_whole
from tests.conftest import real_data
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import artifacts, only_run

Run = Callable[..., Answer]
SMALL = ("dataset.count=3", "dataset.size=96", "pictures=1")
TOOLS = (
    "+experiment=tool_agreement", "dataset=fields", "detector=tools", "pictures=0",
    "scorer.resamples=200",
)  # fmt: skip


def save(file: Path, values: np.ndarray) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(values).save(file)


def fill(root: Path, fields: int, size: int) -> Path:
    """Synthetic nuclei: the truth, a good tool, one that misses, one that shrinks."""
    for sample in Nuclei(count=fields, size=size, density=0.3, seed=3).samples():
        labels = np.asarray(sample.truth.labels).astype(np.uint16)
        inner = labels * (np.roll(labels, 1, 0) == labels) * (np.roll(labels, 1, 1) == labels)
        save(root / "images" / f"{sample.name}.png", sample.picture.pixels)
        save(root / "gold" / f"{sample.name}.png", labels)
        save(root / "good" / f"{sample.name}.png", labels[:] + np.uint16(7) * (labels > 0))
        save(root / "blind" / f"{sample.name}.png", labels * (labels % 3 > 0))
        save(root / "small" / f"{sample.name}.png", inner)
    return root


@pytest.fixture
def plate(tmp_path: Path) -> Path:
    """Two fields."""
    return fill(tmp_path / "plate", fields=2, size=128)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """As many small fields as it takes to show that two tools are the same."""
    return fill(tmp_path / "many", fields=24, size=96)


def table(name: str) -> pd.DataFrame:
    client, record = only_run()
    return pd.read_parquet(client.download_artifacts(record.info.run_id, f"tables/{name}.parquet"))


def archived() -> tuple[PastRun, ...]:
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return tuple(all_whole(archive, archive.newest()))


def test_detectors_are_compared_without_any_file(run: Run) -> None:
    answer = run("+experiment=tool_agreement", *SMALL)
    assert answer.code == 0, answer.err
    client, record = only_run()
    files = artifacts(client, record.info.run_id)
    assert {"agreement.png", "tables/pairs.parquet", "tables/features.parquet"} <= files
    assert 0 < record.data.metrics["test/mean_pair_pq_at_0.50"] < 1
    assert len(table("pairs")) == 6
    assert "Held against truth (ground_truth)" in answer.out


def test_stored_tools_are_held_against_a_tool(run: Run, plate: Path) -> None:
    answer = run(*TOOLS, f"dataset.root={plate}", "dataset.reference=small")
    assert answer.code == 0, answer.err
    assert "Held against small (tool_comparison)" in answer.out
    tools = table("tools").set_index("tool")
    assert list(tools.index) == ["blind", "gold", "good"]
    assert tools.loc["gold", "pq_at_0.50"] == tools.loc["good", "pq_at_0.50"] < 1
    assert tools.loc["blind", "pq_at_0.50"] < tools.loc["good", "pq_at_0.50"]
    assert (tools["consistency_score_low"] <= tools["consistency_score"]).all()
    _, record = only_run()
    assert record.data.tags["strategy"] == "tool_comparison"


def test_each_tool_gets_its_own_reasons(run: Run, many: Path) -> None:
    words = ("dataset.truth=gold", "gate=cell_painting", "detector.tools=[good,blind]")
    answer = run(*TOOLS, f"dataset.root={many}", *words)
    assert answer.code == 1, answer.err
    told = " ".join(answer.out.split())
    count = "count_delta_percent within ±5: count_delta_percent of 24 images is 0.0000"
    assert f"PASS good: {count}" in told
    assert "FAIL blind: mean_true_iou_at_0.50 >= 0.85" in told
    assert only_run()[1].data.tags["verdict"] == "FAIL"


def test_an_equivalent_tool_passes_the_envelope(run: Run, many: Path) -> None:
    answer = run(
        *TOOLS, f"dataset.root={many}", "dataset.truth=gold", "detector.tools=[good]",
        "gate=cell_painting",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert "verdict: PASS" in answer.out


@pytest.mark.parametrize(("asked", "code"), [("null", 3), ("pass", 0), ("fail", 1)])
def test_two_fields_are_inconclusive_and_end_as_asked(
    run: Run, plate: Path, asked: str, code: int
) -> None:
    answer = run(
        *TOOLS, f"dataset.root={plate}", "dataset.truth=gold", "detector.tools=[good]",
        "gate=cell_painting", f"gate.inconclusive={asked}",
    )  # fmt: skip
    assert answer.code == code, answer.err
    assert "verdict: INCONCLUSIVE" in answer.out
    assert "about" in answer.out


def as_it_is(_: Path) -> None:
    """Nothing is spoilt."""


BAD: dict[str, tuple[Callable[[Path], object], tuple[str, ...], str]] = {
    "sizes": (
        lambda plate: save(plate / "blind" / "nuclei-0000.png", np.ones((9, 9), np.uint8)),
        ("dataset.reference=good",),
        "blind: its label image of nuclei-0000 is 9×9, the field 128×128",
    ),
    "reference size": (
        lambda plate: save(plate / "good" / "nuclei-0000.png", np.ones((9, 9), np.uint8)),
        ("dataset.reference=good",),
        "good/nuclei-0000.png is 9×9 but",
    ),
    "lacking field": (
        lambda plate: (plate / "blind" / "nuclei-0001.png").unlink(),
        ("dataset.reference=good",),
        "blind has no label image of the field nuclei-0001",
    ),
    "floats": (
        lambda plate: (
            (plate / "blind" / "nuclei-0000.png").unlink(),
            np.save(plate / "blind" / "nuclei-0000.npy", np.full((128, 128), 0.5)),
        ),
        ("dataset.reference=good",),
        "nuclei-0000.npy holds fractions, which are no ids",
    ),
    "no such tool": (
        as_it_is,
        ("dataset.reference=good", "detector.tools=[good,missing]"),
        "detector.tools: missing has no files; there are blind, gold, good, small",
    ),
    "no such reference": (
        as_it_is,
        ("dataset.reference=CellProfiler",),
        "dataset.reference: CellProfiler is no tool",
    ),
    "one tool": (
        as_it_is,
        ("dataset.reference=good", "detector.tools=[good]"),
        "there is only good, and agreement takes two tools or more",
    ),
    "truth that is not there": (
        as_it_is,
        ("dataset.truth=nowhere", "dataset.reference=good"),
        "nowhere does not exist",
    ),
    "nothing to compare with": (as_it_is, (), "dataset.reference: CellProfiler is no tool"),
    "no reference": (as_it_is, ("dataset.reference=null",), "set dataset.reference"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_sentence_and_code_2(run: Run, plate: Path, case: str) -> None:
    spoil, words, sentence = BAD[case]
    spoil(plate)
    answer = run(*TOOLS, f"dataset.root={plate}", *words)
    assert answer.code == 2
    (line,) = [line for line in answer.err.splitlines() if line.startswith("error:")]
    assert sentence in line
    assert "Traceback" not in answer.err


def test_a_misspelt_limit_is_bad_input_and_loses_no_score(run: Run) -> None:
    answer = run(*SMALL, "gate=limits", "+gate.minimum.f11=0.5")
    assert answer.code == 2
    assert "gate.minimum: 'f11' is not measured by this scorer; names near it: f1" in answer.err
    _, record = only_run()
    assert record.info.status == "FAILED"
    assert 0 < record.data.metrics["test/f1"] <= 1


def test_nuclei_are_judged_with_tables_and_overlays(run: Run) -> None:
    answer = run("+experiment=nuclei_correctness", *SMALL)
    client, record = only_run()
    codes = {"PASS": 0, "FAIL": 1, "INCONCLUSIVE": 3}
    assert answer.code == codes[record.data.tags["verdict"]], answer.err
    told = " ".join(answer.out.split())
    assert "mean_true_iou_at_0.50 >= 0.9: mean mean_true_iou_at_0.50 of 3 images is" in told
    files = artifacts(client, record.info.run_id)
    assert {"tables/objects.parquet", "verdict.json"} <= files
    assert any(file.startswith("objects/worst_1") for file in files)


def test_a_checkpoint_finds_instances_as_asked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    net = {"_target_": "src.detectors.unet.UNet", "width": 2, "depth": 1}
    described = {"_target_": "src.detectors.neural.NeuralDetector", "net": net}
    (folder / "config.yaml").write_text(yaml.safe_dump({"detector": described}))
    NeuralDetector(UNet(width=2, depth=1)).save(folder / "best.ckpt")
    words = ("detector=checkpoint", f"checkpoint={folder}", "gate=none", *SMALL)
    rules = ("components", "watershed")
    for rule in rules:
        answer = run("+experiment=nuclei_correctness", *words, f"detector.instances={rule}")
        assert answer.code == 0, answer.err
    found = {one.parameters["detector.instances"]: one.metrics for one in archived()}
    counts = [found[rule]["test/predicted_objects"] for rule in rules]
    assert counts[0] < counts[1]
    pixels = [found[rule]["test/pixel_f1"] for rule in rules]
    assert pixels[0] == pixels[1]


def test_a_checkpoint_must_be_named(run: Run) -> None:
    answer = run("+experiment=nuclei_correctness", "detector=checkpoint", *SMALL)
    assert answer.code == 2
    assert "detector=checkpoint needs checkpoint=RUN" in answer.err


def test_real_nuclei_in_the_layout_of_bbbc038(run: Run, tmp_path: Path) -> None:
    source = real_data("nuclei_dsb2018_train")
    for file in sorted((source / "images").glob("*.png"))[:3]:
        home = tmp_path / "stage1_train" / file.stem
        labels = np.asarray(Image.open(source / "labels" / file.name))
        save(home / "images" / file.name, np.asarray(Image.open(file)))
        for value in np.unique(labels[labels > 0]):
            save(home / "masks" / f"{value}.png", (labels == value).astype(np.uint8) * 255)
    answer = run(
        "+experiment=nuclei_correctness", "dataset=bbbc038",
        f"dataset.root={tmp_path / 'stage1_train'}", "detector.polarity=minority",
    )  # fmt: skip
    assert answer.code in (1, 3), answer.err
    assert 0.2 < only_run()[1].data.metrics["test/pq_at_0.50"] < 0.9


def test_real_tools_of_one_field_are_compared(run: Run) -> None:
    answer = run(
        *TOOLS, f"dataset.root={real_data('cells_codex_11tools')}",
        'dataset.labels="labels/{tool}.*"',
        "dataset.channels={nucleus:channels/nucleus.png,membrane:channels/membrane.png}",
        "dataset.reference=AICS_classic", "detector.tools=[AICS_classic,CellX,Cellsegm]",
        "scorer.features=[area,intensity]",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    features = set(table("features")["feature"])
    assert features == {"area", "intensity_nucleus", "intensity_membrane"}
    assert (table("tools")["objects"] == [414, 26]).all()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "detector.checkpoint"),
        (("detector.checkpoint=nowhere.pt",), "nowhere.pt does not exist"),
        (("detector.checkpoint=weights.pt",), "needs the package sam2"),
    ],
)
def test_sam2_says_what_it_lacks(
    run: Run, workplace: Path, words: tuple[str, ...], sentence: str
) -> None:
    if find_spec("sam2") is not None and sentence.endswith("sam2"):
        pytest.skip("the package sam2 is installed")
    (workplace / "weights.pt").touch()
    answer = run(*SMALL, "detector=sam2", *words)
    assert answer.code == 2
    assert sentence in answer.err
    assert "Traceback" not in answer.err
