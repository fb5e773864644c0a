"""One request over `httpx`. It follows no redirect: the key goes to no other address."""
from __future__ import annotations

from typing import Any, Mapping

from .transport import MOST_BYTES, Answer, no_connection, too_late


class HttpxTransport:
    def __init__(self) -> None:
        try:
            import httpx
        except ImportError as error:
            raise ImportError("`AsyncScheduling` sends with httpx, which is not installed: pip install httpx") from error
        self._httpx: Any = httpx
        self._client: Any = httpx.AsyncClient(follow_redirects=False)

    async def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Answer:
        httpx = self._httpx
        # As bytes: httpx knows ASCII alone. Nothing compressed: a short answer could become a long one.
        sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        sent.append((b"Accept-Encoding", b"identity"))
        # A call that waits for a free connection was not sent yet.
        patience = httpx.Timeout(timeout, pool=None)
        try:
            async with self._client.stream(method, url, headers=sent, content=body, timeout=patience) as response:
                content = bytearray()
                async for chunk in response.aiter_raw():
                    content += chunk
                    if len(content) > MOST_BYTES:
                        break
                names = {name.lower(): value for name, value in response.headers.items()}
                return Answer(response.status_code, names, bytes(content))
        except httpx.TimeoutException as error:
            raise too_late(timeout) from error
        except httpx.TransportError as error:
            raise no_connection() from error

    async def close(self) -> None:
        await self._client.aclose()
