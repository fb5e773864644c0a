"""One request over `urllib`. It follows no redirect: the key goes to no other address."""
from __future__ import annotations

import http.client
import socket
import urllib.error
import urllib.request
from typing import Mapping, NamedTuple

from .errors import SchedulingError

# More than any answer of the API has.
MOST_BYTES = 32 * 1024 * 1024


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def send_with_urllib(
    method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
) -> Answer:
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        try:
            response = _opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as refusal:
            response = refusal
        with response:
            # One byte more tells a longer one.
            content = response.read(MOST_BYTES + 1)
            names = {name.lower(): value for name, value in response.headers.items()}
            return Answer(response.status, names, content)
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise (too_late(timeout) if isinstance(reason, socket.timeout) else no_connection()) from error


def too_late(timeout: float) -> SchedulingError:
    return SchedulingError("timed_out", f"There was no answer within {timeout} seconds.")


def no_connection() -> SchedulingError:
    return SchedulingError(
        "connection_failed",
        "The connection could not be made, or broke before the whole answer was there.",
    )
