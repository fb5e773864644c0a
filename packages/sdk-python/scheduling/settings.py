"""What a client is told once, and what it makes of a call: its request, and whether it is sent again."""
from __future__ import annotations

import json
import os
import random
import re
import urllib.parse
import uuid
from typing import Any, Mapping, NamedTuple, Sequence

from .calls import CallOptions, Row, path_of, query_of
from .errors import SchedulingError
from .retry import pause_after

VERSION = "1.0.0"


class Request(NamedTuple):
    """The same at each attempt."""

    row: Row
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout: float
    max_retries: int

    def pause_after(self, error: SchedulingError, attempts: int) -> float | None:
        """Seconds until the next attempt; None: the error is the answer."""
        row = self.row
        repeated = "reads" if row.method == "GET" else "once" if row.idempotent else "twice"
        return None if attempts > self.max_retries else pause_after(error, repeated, attempts, random.random())


class Settings:
    def __init__(
        self, api_key: str | None, base_url: str | None, timeout: float, max_retries: int, strict: bool
    ) -> None:
        key = os.environ.get("SCHEDULING_API_KEY", "") if api_key is None else api_key
        if not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]+", key):
            raise TypeError("`api_key` must be an API key, without spaces or line breaks.")
        self._root = _root(os.environ.get("SCHEDULING_BASE_URL", "") if base_url is None else base_url)
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "User-Agent": f"scheduling-sdk-python/{VERSION}",
            **({"Prefer": "handling=strict"} if strict else {}),
        }
        self._defaults: CallOptions = _checked({"timeout": timeout, "max_retries": max_retries})

    def named(
        self,
        row: Row,
        ids: Sequence[Any],
        fields: Mapping[str, Any],
        key: str | None,
        options: CallOptions | None,
    ) -> Request:
        """The request of a method: its fields stand in the query or in the body."""
        # `from` is a word of Python: it is given as `from_`.
        given = {name[:-1] if name.endswith("_") else name: value for name, value in fields.items()}
        path = path_of(row, ids)
        if row.method in ("GET", "DELETE"):
            return self._request(row, path, query_of(given), None, key, options)
        # What has a body has its fields there, all but `expand`.
        query = query_of({name: given.pop(name) for name in ("expand",) if name in given})
        return self._request(row, path, query, given if given or row.method != "POST" else None, key, options)

    def unnamed(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        body: Any,
        key: str | None,
        options: CallOptions | None,
    ) -> Request:
        if not path.startswith("/") or path.startswith("//"):
            raise TypeError("`path` must begin with one slash.")
        row = Row(method.upper(), path, idempotent=key is not None)
        return self._request(row, path, query_of(query or {}), body, key, options)

    def _request(
        self, row: Row, path: str, query: str, body: Any, key: str | None, options: CallOptions | None
    ) -> Request:
        settings = _checked({**self._defaults, **(options or {})})
        url = f"{self._root}{path}{'?' + query if query else ''}"
        headers = dict(self._headers)
        content = None
        if body is not None:
            content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        if row.idempotent:
            # Made once for a call: each attempt has the same key. UTF-8, one character for each byte.
            headers["Idempotency-Key"] = (key or str(uuid.uuid4())).encode().decode("latin-1")
        return Request(row, url, headers, content, settings["timeout"], settings["max_retries"])


def _checked(options: CallOptions) -> CallOptions:
    if not options["timeout"] > 0:
        raise TypeError("`timeout` must be more than 0 seconds.")
    if not isinstance(options["max_retries"], int) or options["max_retries"] < 0:
        raise TypeError("`max_retries` must be a whole number, 0 or more.")
    return options


def _root(base_url: str) -> str:
    parts = urllib.parse.urlsplit(base_url)
    is_plain = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not is_plain or parts.query or parts.fragment:
        raise TypeError("`base_url` must be an http or https address without credentials, query or fragment.")
    # Many copy the address with the version.
    path = re.sub(r"(?:/v1)?/?$", "", parts.path)
    return f"{parts.scheme}://{parts.netloc}{path}/v1"
