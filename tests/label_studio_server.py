"""A real Label Studio for as long as a test needs it, from an environment of its own."""

import os
import secrets
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from tests.servers import free_port, wait_for

PROGRAM = Path(__file__).parents[1] / ".venv-labelstudio" / "bin" / "label-studio"
"""``make test-labelstudio`` puts it there: its requirements contradict ours."""

PATIENCE_SECONDS = 900
"""A first database takes half a minute of an idle processor, a page ten seconds."""

QUIET = {
    "LATEST_VERSION_CHECK": "false",
    "COLLECT_ANALYTICS": "false",
    "SENTRY_DSN": "",
    "FRONTEND_SENTRY_DSN": "",
}
LOCAL_FILES = "LABEL_STUDIO_LOCAL_FILES_"


@dataclass
class LabelStudioServer:
    """A server with a database below ``folder`` that serves the files below ``files``."""

    folder: Path
    files: Path
    port: int = field(default_factory=free_port)
    user: str = "painter@example.org"
    password: str = field(default_factory=secrets.token_hex)
    token: str = field(default_factory=lambda: secrets.token_hex(20))
    process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Make the database and listen."""
        # By the environment, since every user of a machine can read a command line.
        settings = {
            "LABEL_STUDIO_BASE_DATA_DIR": str(self.folder / "data"),
            f"{LOCAL_FILES}SERVING_ENABLED": "true",
            f"{LOCAL_FILES}DOCUMENT_ROOT": str(self.files),
            "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
            "LABEL_STUDIO_USERNAME": self.user,
            "LABEL_STUDIO_PASSWORD": self.password,
            "LABEL_STUDIO_USER_TOKEN": self.token,
        }
        words = ["--no-browser", "--internal-host", "127.0.0.1", "--port", str(self.port)]
        with (self.folder / "server.log").open("wb") as log:
            self.process = subprocess.Popen(
                [str(PROGRAM), "start", *words],
                cwd=self.folder,
                env={**os.environ, **QUIET, **settings},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        wait_for(self.uri, self.process, PATIENCE_SECONDS)

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE_SECONDS)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the API answers."""
        with requests.Session() as session:
            session.trust_env = False
            answer = session.request(
                method,
                f"{self.uri}/api/{path}",
                json=body,
                headers={"Authorization": f"Token {self.token}"},
                timeout=PATIENCE_SECONDS,
            )
        assert answer.ok, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def make_project(self, configuration: str, tasks: Sequence[Any], images: Path) -> int:
        """A project with these tasks, in which predictions are where a person begins."""
        made = {"title": "nuclei", "label_config": configuration, "show_collab_predictions": True}
        project = int(self.ask("POST", "projects", made)["id"])
        storage = {"project": project, "path": str(images), "use_blob_urls": True}
        self.ask("POST", "storages/localfiles", storage)
        self.ask("POST", f"projects/{project}/import", tasks)
        version = tasks[0]["predictions"][0]["model_version"]
        self.ask("PATCH", f"projects/{project}", {"model_version": version})
        return project

    def exported(self, project: int) -> Any:
        """All tasks that somebody worked on, as the export button gives them."""
        return self.ask("GET", f"projects/{project}/export?exportType=JSON")

    def annotated(self, project: int, image: str) -> int:
        """How many annotations the task of an image has by now."""
        tasks = self.ask("GET", f"tasks?project={project}")["tasks"]
        return next(int(one["total_annotations"]) for one in tasks if one["data"]["image"] == image)


@contextmanager
def label_studio(folder: Path, files: Path) -> Iterator[LabelStudioServer]:
    """A server for as long as it is needed."""
    server = LabelStudioServer(folder, files)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def until(holds: Any, what: str) -> None:
    """Wait for something that a browser or a server does in its own time."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.3)
