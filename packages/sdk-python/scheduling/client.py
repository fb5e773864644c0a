from __future__ import annotations

import time
from typing import Any, Callable, Iterator, Mapping, Sequence

from .calls import CallOptions, Page, Row, read
from .errors import SchedulingError
from .methods import Resources
from .settings import Request, Settings
from .sync import SyncedList, SyncStep, sync
from .transport import Answer, send_with_urllib


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
        self._settings = Settings(api_key, base_url, timeout, max_retries, strict)
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
        return self._attempts(self._settings.unnamed(method, path, query, body, idempotency_key, options))

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
        found = self._attempts(self._settings.named(row, ids, fields, idempotency_key, options))
        if not row.is_list:
            return found

        def ask(cursor: str) -> Page[Any]:
            page: Page[Any] = self._call(row, ids, {**fields, "cursor": cursor}, None, options)
            return page

        return Page(found, ask)

    def _attempts(self, request: Request) -> Any:
        row, url, headers, content, timeout, _ = request
        attempts = 0
        while True:
            attempts += 1
            try:
                return read(self._transport(row.method, url, headers, content, timeout), row.is_list)
            except SchedulingError as error:
                pause = request.pause_after(error, attempts)
                if pause is None:
                    raise
            self._sleep(pause)
