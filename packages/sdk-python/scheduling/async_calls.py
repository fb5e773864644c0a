"""Pages of a list that are awaited."""
from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, TypeVar

from .calls import Methods, PageBody, next_of

Item = TypeVar("Item")


class AsyncMethods(Methods):
    """Methods that are awaited."""


class AsyncPage(PageBody[Item]):
    """One page of a list. `async for` over it gives every record of this page and of those after it."""

    def __init__(self, body: dict[str, Any], ask: Callable[[str], Awaitable[AsyncPage[Item]]]) -> None:
        super().__init__(body)
        self._ask = ask

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        """This page and those after it. One is held at a time."""
        page = self
        while True:
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return
            page = next_of(page, await self._ask(cursor))

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for record in page.data:
                yield record


class AsyncList(Generic[Item]):
    """A list that was not asked for yet: await its first page, or iterate over it."""

    def __init__(self, ask: Callable[[Any], Awaitable[AsyncPage[Item]]]) -> None:
        self._ask = ask

    def __await__(self) -> Generator[Any, None, AsyncPage[Item]]:
        return self._ask(None).__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        async for page in (await self).pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for record in await self:
            yield record
