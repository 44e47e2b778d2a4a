"""Web servers that are no such server, or stand before one; real ones, in a thread."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Files(SimpleHTTPRequestHandler):
    """``python -m http.server``, quietly: no path of ours, and no POST at all."""

    def log_message(self, *_: Any) -> None:
        pass


class Proxy(BaseHTTPRequestHandler):
    """Answers with pages of its own until what lies behind it is ready."""

    statuses: list[int]

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self._answer()

    def _answer(self) -> None:
        if self.statuses:
            return self.send_error(self.statuses.pop(0))  # an HTML page
        content = json.dumps({"parsed_content_list": []}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


@contextmanager
def files(folder: Path) -> Iterator[str]:
    """The address of a server of files."""
    with _serving(partial(Files, directory=str(folder))) as address:
        yield address


@contextmanager
def proxy(*statuses: int) -> Iterator[str]:
    """The address of a proxy that first answers with these."""
    with _serving(type("OwnProxy", (Proxy,), {"statuses": list(statuses)})) as address:
        yield address


@contextmanager
def _serving(handler: Any) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
