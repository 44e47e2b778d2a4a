"""A server that speaks both protocols and really looks at the pictures, with faults on demand.

``python -m tests.detectors.grounding.server`` prints its port and serves until it is ended.
"""

import hashlib
import json
import socket
import struct
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from tests.detectors.grounding.looking import COLOURS, listed, located, opened, parsed, png


@dataclass
class State:
    """What was asked, and what is to go wrong."""

    faults: list[str] = field(default_factory=list)
    every: str = "ok"
    delay: float = 0.0
    max_pixels: int | None = None
    log: list[dict[str, Any]] = field(default_factory=list)
    tries: Counter[str] = field(default_factory=Counter)
    first: list[str] = field(default_factory=list)
    check: str = "is_target"
    busy: int = 0
    most_busy: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    state: State

    def log_message(self, *_: Any) -> None:
        """Quietly."""

    def do_GET(self) -> None:
        if self.path == "/control":
            told = {"log": self.state.log, "most_busy": self.state.most_busy}
            return self._json(200, told)
        if self.path in ("/probe/", "/v1/models"):
            if self.state.every == "html_probe":
                return self._send(200, b"<html>A site</html>", "text/html")
            if self.state.every == "401":
                return self._json(401, {"error": {"message": f"bad key {self._key()}"}})
            return self._json(200, {"message": "ready", "data": []})
        return self._json(404, {"detail": "Not Found"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/control":
            for name, value in json.loads(body).items():
                setattr(self.state, name, Counter() if name == "tries" else value)
            return self._json(200, {})
        digest = hashlib.sha256(self.path.encode() + b"\n" + body).hexdigest()
        with self.state.lock:
            fault = self._fault(digest)
            entry = {"path": self.path, "body": digest, "fault": fault, "done": False}
            entry["key"] = self._key()
            self.state.log.append(entry)
            self.state.busy += 1
            self.state.most_busy = max(self.state.most_busy, self.state.busy)
        try:
            time.sleep(self.state.delay)
            with suppress(BrokenPipeError, ConnectionResetError):
                self._answer(fault, json.loads(body))
                entry["done"] = True
        finally:
            with self.state.lock:
                self.state.busy -= 1
        return None

    def _key(self) -> str:
        return str(self.headers.get("authorization", "")).removeprefix("Bearer ")

    def _fault(self, digest: str) -> str:
        state = self.state
        number = state.tries[digest]
        state.tries[digest] += 1
        if number < len(state.first):
            return state.first[number]
        return state.faults.pop(0) if state.faults else state.every

    def _answer(self, fault: str, asked: Any) -> None:
        if fault == "429":
            return self._json(429, {"error": "slow down"}, {"retry-after": "0.3"})
        if fault in ("500", "503", "429_at_once", "400", "401", "404"):
            words = {"error": {"message": f"told {fault} with {self._key()}"}}
            return self._json(int(fault[:3]), words)
        if fault in ("html", "html_probe"):
            return self._send(200, b"<!DOCTYPE html><html>Gateway</html>", "text/html")
        if fault == "no_json":
            return self._send(200, b"{", "application/json")
        if fault == "reset":
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            return None
        if fault == "slow":
            time.sleep(1.5)
        content = self._parsed(asked) if self.path == "/parse/" else self._said(asked, fault)
        if content is None:
            return self._json(500, {"detail": "Internal Server Error"})
        if fault == "other_picture":
            content["som_image_base64"] = png(np.zeros((10, 300, 3), np.uint8))
        if fault == "empty":
            content = {"choices": []} if "choices" in content else {}
        if fault == "cut":
            text = json.dumps(content).encode()
            self._head(200, len(text) + 50, "application/json")
            self.wfile.write(text)
            self.close_connection = True
            return None
        return self._json(200, content)

    def _parsed(self, asked: Any) -> dict[str, Any] | None:
        pixels = opened(asked["base64_image"])
        found = parsed(pixels)
        picture = png(np.zeros_like(pixels))
        answer = {"som_image_base64": picture, "parsed_content_list": found, "latency": 0.1}
        return answer if found else None  # as on a picture without text

    def _said(self, asked: Any, fault: str) -> dict[str, Any]:
        content = asked["messages"][-1]["content"]
        text = next(part["text"] for part in content if part["type"] == "text")
        url = next(part["image_url"]["url"] for part in content if part["type"] == "image_url")
        if asked["model"] == "planner":
            words = self._planned(text)
        elif text.startswith("List all elements"):
            words = listed(asked["model"], opened(url.partition(",")[2]))
        elif fault == "refuse":
            words = "Thought: I looked.\nAction: click(start_box='(-1,-1)')"
        elif fault == "babble":
            words = "I would rather not say."
        else:
            words = located(
                asked["model"], text, opened(url.partition(",")[2]), self.state.max_pixels
            )
        usage = {"prompt_tokens": 1000, "completion_tokens": len(words) // 4}
        choice = {"message": {"role": "assistant", "content": words}, "finish_reason": "stop"}
        return {"choices": [choice], "usage": usage}

    def _planned(self, text: str) -> str:
        if "red frame" in text:
            return json.dumps({"result": self.state.check, "instruction": "the red square"})
        names = [name for name in COLOURS if name in text.partition("\n")[0]]
        return json.dumps({"areas": [f"the {name} square" for name in names]})

    def _json(self, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(content).encode(), "application/json", headers)

    def _send(
        self, status: int, content: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self._head(status, len(content), kind, headers)
        self.wfile.write(content)

    def _head(
        self, status: int, length: int, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "content-type": kind}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(length))
        self.end_headers()


def main() -> None:
    """Serve until ended."""
    handler = type("OwnHandler", (Handler,), {"state": State()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
