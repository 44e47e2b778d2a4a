"""``runs ui`` says where to look, and says nothing else that nobody can mend."""

import os
import subprocess
import sys
from pathlib import Path

from src.tracking.record.recorder import Tracking
from tests.servers import free_port, wait_for


def test_the_pages_are_where_the_command_says(tracking: Tracking, tmp_path: Path) -> None:
    with tracking.start({}, "first") as run:
        pass
    port, said = free_port(), tmp_path / "said.txt"
    environment = {**os.environ, "MLFLOW_TRACKING_URI": tracking.uri}
    with said.open("w") as file:
        command = [sys.executable, "-m", "src.runs", "ui", "--port", str(port)]
        server = subprocess.Popen(command, stdout=file, stderr=file, env=environment)
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
        finally:
            server.terminate()
            server.wait()
    text = said.read_text()
    first = text.splitlines()[0]
    assert first.startswith(f"http://127.0.0.1:{port}/#/experiments/{run.experiment_id}/runs?")
    assert "workflowType=machine_learning" in first
    assert "eprecat" not in text
