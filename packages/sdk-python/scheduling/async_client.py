from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Awaitable, Callable, Mapping, Sequence

from .async_calls import AsyncList, AsyncPage
from .async_methods import AsyncResources
from .async_transport import HttpxTransport
from .calls import CallOptions, Row, read
from .errors import SchedulingError
from .settings import Request, Settings
from .sync import SyncedList, SyncStep, sync_async
from .transport import Answer


class AsyncScheduling(AsyncResources):
    """As `Scheduling`, with methods to await, over `httpx`: `await api.clients.get(1)`.

    A list is awaited for its first page, and iterates over every record: `async for client in api.clients.list()`.
    `async with AsyncScheduling() as api:` closes the connections at its end; otherwise `await api.close()` does.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        strict: bool = False,
        transport: Callable[..., Awaitable[Answer]] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """The parameters of `Scheduling`. Raises `ImportError` where neither `httpx` nor a `transport` is there."""
        self._settings = Settings(api_key, base_url, timeout, max_retries, strict)
        self._own = HttpxTransport() if transport is None else None
        self._transport = self._own or transport
        self._sleep = sleep
        super().__init__(self._call)

    async def close(self) -> None:
        if self._own is not None:
            await self._own.close()

    async def __aenter__(self) -> AsyncScheduling:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
    ) -> Any:
        """A route that this library does not know yet: `await api.request("GET", "/clients/1")`, without `/v1`.

        A change is sent again after a lost answer only with an `idempotency_key`.
        """
        return await self._attempts(self._settings.unnamed(method, path, query, body, idempotency_key, options))

    def sync(
        self,
        lists: Sequence[SyncedList],
        *,
        bookmark: str | None = None,
        follow_every_seconds: float | None = None,
        limit: int = 200,
    ) -> AsyncIterator[SyncStep]:
        """As `Scheduling.sync`: `async for step in api.sync(["clients"]):`. A bookmark of one is read by the other."""
        return sync_async(self, lists, bookmark, follow_every_seconds, limit, self._sleep)

    def _call(
        self,
        row: Row,
        ids: Sequence[Any],
        fields: Mapping[str, Any],
        idempotency_key: str | None,
        options: CallOptions | None,
    ) -> Any:
        request = self._settings.named(row, ids, fields, idempotency_key, options)
        if not row.is_list:
            return self._attempts(request)

        async def ask(cursor: str | None) -> AsyncPage[Any]:
            at = request if cursor is None else self._settings.named(row, ids, {**fields, "cursor": cursor}, None, options)
            return AsyncPage(await self._attempts(at), ask)

        return AsyncList(ask)

    async def _attempts(self, request: Request) -> Any:
        row, url, headers, content, timeout, _ = request
        send: Any = self._transport
        attempts = 0
        while True:
            attempts += 1
            try:
                return read(await send(row.method, url, headers, content, timeout), row.is_list)
            except SchedulingError as error:
                pause = request.pause_after(error, attempts)
                if pause is None:
                    raise
            await self._sleep(pause)
