"""The application: all routes behind the guard."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from src.core import InputError
from src.data.refsets.store.changes import Conflict
from src.studio.asking import Studio
from src.studio.errors import status_of
from src.studio.guard import FAILED, Guard
from src.studio.routes import (
    calibrate,
    masks,
    overview,
    people,
    photos,
    pictures,
    runs,
    staging,
    teach,
)
from src.studio.shells import router as shells
from src.studio.told import documents_told

THREADS = 4
"""Requests at once; each has a connection to the database with a cache of its own."""

ROUTERS = (
    overview.router,
    pictures.router,
    masks.router,
    photos.router,
    people.router,
    staging.router,
    runs.router,
    calibrate.router,
    teach.router,
    shells,
)
"""Pictures and masks before steps: all follow a photo's hash."""


def studio_app(studio: Studio, hosts: frozenset[str], token: str | None = None) -> Guard:
    """What uvicorn serves.

    Args:
        hosts: ``name:port`` by which browsers call it.
        token: what they must know; ``None`` on the loopback interface.
    """
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lasting)
    app.state.studio = studio
    for router in ROUTERS:
        app.include_router(router)
    app.exception_handler(InputError)(_told)
    app.exception_handler(RequestValidationError)(_misread)
    app.exception_handler(HTTPException)(_unanswered)
    app.exception_handler(Exception)(_saying(FAILED, 500))
    for kind, sentence in UNUSABLE.items():
        app.exception_handler(kind)(_saying(sentence, 422))
    return Guard(app, hosts, token)


UNUSABLE: dict[type[Exception], str] = {
    OverflowError: "a number is too large to be kept",
    UnicodeEncodeError: "a text has half a character: write it anew",
}
"""What SQLite cannot keep."""


@asynccontextmanager
async def _lasting(_: FastAPI) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield


def _told(_: Request, error: InputError) -> JSONResponse:
    content: dict[str, object] = {"error": str(error)}
    if isinstance(error, Conflict):
        theirs = documents_told(error.theirs.documents)
        content["theirs"] = {"revision": error.theirs.revision, "documents": theirs}
        content["yours"] = documents_told(error.yours)
    return JSONResponse(content, status_of(error))


def _misread(_: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    key = str(first["loc"][-1])[:40]
    return JSONResponse({"error": f"{key}: {first['msg'].lower()}"}, 422)


def _unanswered(_: Request, error: HTTPException) -> JSONResponse:
    sentence = UNANSWERED.get(error.status_code, "it cannot be read")
    return JSONResponse({"error": sentence}, error.status_code)


UNANSWERED = {404: "there is nothing at this address", 405: "this address takes no such request"}


def _saying(sentence: str, status: int) -> Callable[[Request, Exception], JSONResponse]:
    return lambda _, __: JSONResponse({"error": sentence}, status)
