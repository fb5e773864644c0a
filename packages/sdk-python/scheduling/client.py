from __future__ import annotations

import json
import os
import random
import re
import time
import urllib.parse
import uuid
from typing import Any, Callable, Iterator, Mapping, Sequence

from .calls import CallOptions, Page, Row, path_of, query_of, read
from .errors import SchedulingError
from .methods import Resources
from .retry import pause_after
from .sync import SyncedList, SyncStep, sync
from .transport import Answer, send_with_urllib

VERSION = "1.0.0"


class Scheduling(Resources):
    """A client of the API, for one key. Its methods are named as in the reference: `api.clients.list()`.

    Each takes the ids of its path, then its fields by name. A call that fails raises a `SchedulingError`.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        strict: bool = False,
        transport: Callable[..., Answer] = send_with_urllib,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        api_key: `svc_…`; by default `SCHEDULING_API_KEY`. No error and no text of this library shows it.
        base_url: of the service; by default `SCHEDULING_BASE_URL`.
        timeout: seconds for each attempt to connect and for each wait for more of the answer.
        max_retries: attempts after the first one, where it is safe to repeat a call.
        strict: have unknown parameters and fields refused instead of ignored.
        """
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
        self._transport = transport
        self._sleep = sleep
        super().__init__(self._call)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
    ) -> Any:
        """A route that this library does not know yet: `api.request("GET", "/clients/1")`, without `/v1`.

        A change is sent again after a lost answer only with an `idempotency_key`.
        """
        if not path.startswith("/") or path.startswith("//"):
            raise TypeError("`path` must begin with one slash.")
        row = Row(method.upper(), path, idempotent=idempotency_key is not None)
        return self._attempts(row, path, query_of(query or {}), body, idempotency_key, options)

    def sync(
        self,
        lists: Sequence[SyncedList],
        *,
        bookmark: str | None = None,
        follow_every_seconds: float | None = None,
        limit: int = 200,
    ) -> Iterator[SyncStep]:
        """What a copy needs: every record of some lists, then every event of them, one step at a time.

        bookmark: of the last step that your copy holds; None: from the beginning.
        follow_every_seconds: ask the feed again and again; None: the steps end when the copy has caught up.
        limit: records or events of one request, at most 200.

        Raises `SchedulingError` with `bookmark_invalid`, and what calls raise.
        """
        return sync(self, lists, bookmark, follow_every_seconds, limit, self._sleep)

    def _call(
        self,
        row: Row,
        ids: Sequence[Any],
        fields: Mapping[str, Any],
        idempotency_key: str | None,
        options: CallOptions | None,
    ) -> Any:
        # `from` is a word of Python: it is given as `from_`.
        given = {name[:-1] if name.endswith("_") else name: value for name, value in fields.items()}
        path = path_of(row, ids)
        if row.method in ("GET", "DELETE"):
            body = None
            query = query_of(given)
        else:
            # What has a body has its fields there, all but `expand`.
            query = query_of({name: given.pop(name) for name in ("expand",) if name in given})
            body = given if given or row.method != "POST" else None
        found = self._attempts(row, path, query, body, idempotency_key, options)
        if not row.is_list:
            return found

        def ask(cursor: str) -> Page[Any]:
            return self._call(row, ids, {**fields, "cursor": cursor}, None, options)

        return Page(found, ask)

    def _attempts(
        self, row: Row, path: str, query: str, body: Any, key: str | None, options: CallOptions | None
    ) -> Any:
        settings = _checked({**self._defaults, **(options or {})})  # type: ignore
        url = f"{self._root}{path}{'?' + query if query else ''}"
        headers = dict(self._headers)
        content = None
        if body is not None:
            content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        if row.idempotent:
            # Made once for a call: each attempt has the same key. UTF-8, one character for each byte.
            headers["Idempotency-Key"] = (key or str(uuid.uuid4())).encode().decode("latin-1")
        repeated = "reads" if row.method == "GET" else "once" if row.idempotent else "twice"
        attempts = 0
        while True:
            attempts += 1
            try:
                answer = self._transport(row.method, url, headers, content, settings["timeout"])
                return read(answer, row.is_list)
            except SchedulingError as error:
                pause = pause_after(error, repeated, attempts, random.random())
                if attempts > settings["max_retries"] or pause is None:
                    raise
            self._sleep(pause)


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
