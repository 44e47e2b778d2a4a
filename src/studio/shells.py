"""Pages: one shell for all of them, and the files beside it."""

import hashlib
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from src.data.refsets.canonical import is_sha
from src.data.refsets.queue import next_to_do
from src.data.refsets.words import BIBS, FACES, LINKS
from src.studio.asking import Set, known_step, studio_of
from src.studio.errors import NotThereError

PAGE = Path(__file__).parent / "page"
SHELL = "shell.html"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
OLD = {"/labels/": BIBS, "/faces/labels/": FACES, "/links/": LINKS}
"""Addresses of before to the step that they were about."""

router = APIRouter()


def shell(request: Request) -> Response:
    """The one page there is; its script looks at the address."""
    return _file(request, SHELL)


for place in (
    "/",
    "/label/{step}/{sha}",
    "/staging/",
    "/frozen/{name}",
    "/frozen/{name}/{step}/{sha}",
    "/runs/",
    "/runs/{run}",
    "/runs/{run}/{photo}",
    "/people",
    "/calibrate",
    "/teach",
):
    router.add_api_route(place, shell, methods=["GET"], name=place)


@router.get("/page/{name:path}")
def file(request: Request, name: str) -> Response:
    """A script, a style, a picture of the page's own."""
    return _file(request, name)


@router.get("/favicon.ico")
def icon() -> Response:
    """Nothing, without a complaint in the console."""
    return Response(status_code=204)


@router.get("/label/{step}")
def first(refset: Set, step: str) -> Response:
    """To the next photo of a step."""
    known_step(refset, step)
    with refset.database.reading() as connection:
        found = next_to_do(connection, step, 0)
    return RedirectResponse("/" if found is None else f"/label/{step}/{found.sha}", 307)


def _old(request: Request, rest: str = "") -> Response:
    step = next(step for place, step in OLD.items() if request.url.path.startswith(place))
    if studio_of(request).refset is None:
        return RedirectResponse("/", 307)
    sha = rest.strip("/")
    return RedirectResponse(f"/label/{step}/{sha}" if is_sha(sha) else f"/label/{step}", 307)


for place in OLD:
    router.add_api_route(f"{place}{{rest:path}}", _old, methods=["GET"], name=place)


def _file(request: Request, name: str) -> Response:
    path = _files().get(name)
    if path is None:
        raise NotThereError("the studio has no such file")
    content = path.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=TYPES[path.suffix], headers=headers)


def _files() -> dict[str, Path]:
    """Name to file: what is not listed cannot be asked for, however it is spelt."""
    there = (path for path in PAGE.rglob("*") if path.suffix in TYPES and path.is_file())
    return {path.relative_to(PAGE).as_posix(): path for path in there}
