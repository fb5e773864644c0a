"""What is awaited: the same requests, attempts, pages and steps as of the client that waits."""
from __future__ import annotations

import asyncio
import gzip
import importlib.util
import sys
import unittest
from typing import Any
from unittest import mock

from scheduling import Answer, AsyncScheduling, SchedulingError
from test_runtime import Service, answered, refused


class AsyncService(Service):
    async def send(self, *given: Any) -> Answer:
        return self(*given)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def awaited(self, **options: Any) -> AsyncScheduling:
        return AsyncScheduling("svc_x", "http://api.test", transport=self.send, sleep=self.sleep, **options)


def page(ids: list[int], cursor: str | None, **more: Any) -> Answer:
    return answered(200, {"data": [{"id": one} for one in ids], "next_cursor": cursor, **more})


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_each_attempt_has_the_same_key(self) -> None:
        service = AsyncService(SchedulingError("connection_failed", "Lost."), answered(201, {"id": 1}))
        self.assertEqual(await service.awaited().clients.create(first_name="Ana"), {"id": 1})
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in service.asked]
        self.assertEqual((len(keys), len(set(keys)), len(service.slept)), (2, 1, 1))

    async def test_a_refusal_is_an_error_after_the_last_attempt(self) -> None:
        service = AsyncService(*[refused("internal_error", 500) for _ in range(3)])
        with self.assertRaises(SchedulingError) as caught:
            await service.awaited().clients.get(1)
        self.assertEqual((caught.exception.code, len(service.slept)), ("internal_error", 2))
        service = AsyncService(SchedulingError("timed_out", "Late."))
        with self.assertRaises(SchedulingError):
            await service.awaited().clients.update(1, first_name="Ana")
        self.assertEqual(service.slept, [])

    async def test_a_list_is_awaited_or_iterated(self) -> None:
        service = AsyncService(page([1, 2], "c1"), page([3], None))
        found = service.awaited().clients.list(limit=2)
        self.assertEqual(service.asked, [])
        self.assertEqual([one["id"] async for one in found], [1, 2, 3])
        self.assertEqual(service.asked[1][1], "http://api.test/v1/clients?limit=2&cursor=c1")
        service = AsyncService(page([1, 2], "c1", has_more=True))
        first = await service.awaited().clients.list()
        self.assertEqual((len(first.data), first.has_more, first.next_cursor), (2, True, "c1"))
        service = AsyncService(page([1], "c1"), page([2], "c1"))
        with self.assertRaises(SchedulingError):
            [one async for one in service.awaited().clients.list()]

    async def test_calls_are_in_flight_together(self) -> None:
        waiting: list[asyncio.Future[Answer]] = []

        async def send(*_: Any) -> Answer:
            # Nothing is answered before all have been sent.
            mine: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            waiting.append(mine)
            if len(waiting) == 3:
                for one in waiting:
                    one.set_result(answered(200, {"id": 1}))
            return await mine

        api = AsyncScheduling("svc_x", "http://api.test", transport=send)
        self.assertEqual(len(await asyncio.gather(*[api.clients.get(one) for one in (1, 2, 3)])), 3)

    async def test_a_copy_starts_over_when_its_place_is_gone(self) -> None:
        gone = {"field": "after", "code": "not_found", "message": "Gone."}
        service = AsyncService(
            answered(400, {"code": "validation_error", "title": "T", "detail": "Told.", "errors": [gone]}),
            page([], None, last_event_id="evt_9"),
            page([7], None),
            page([], None, last_event_id=None, has_more=False),
        )
        bookmark = '{"v": 1, "after": "evt_1", "done": ["clients"], "at": null}'
        steps = [step async for step in service.awaited().sync(["clients"], bookmark=bookmark)]
        self.assertEqual([step.kind for step in steps], ["began", "record", "caught_up"])
        self.assertRaises(TypeError, lambda: service.awaited().sync([]))

    async def test_what_makes_no_sense_is_not_sent(self) -> None:
        service = AsyncService()
        with self.assertRaises(TypeError):
            await service.awaited().clients.get("..")  # type: ignore
        with self.assertRaises(TypeError):
            await service.awaited().request("GET", "//other.test")

    def test_says_what_to_install(self) -> None:
        with mock.patch.dict(sys.modules, {"httpx": None}):
            with self.assertRaisesRegex(ImportError, "pip install httpx"):
                AsyncScheduling("svc_x", "http://api.test")


@unittest.skipUnless(importlib.util.find_spec("httpx"), "httpx is not installed")
class OverHttpx(unittest.IsolatedAsyncioTestCase):
    async def asked(self, answer: bytes | None, call: Any, **options: Any) -> tuple[str, Any]:
        """What a server on this machine got from one call, and what the call came to. None: it never answers."""
        got = ""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal got
            got += (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if answer is None:
                await reader.read()
            else:
                writer.write(answer)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with AsyncScheduling("svc_x", f"http://127.0.0.1:{port}", max_retries=0, **options) as api:
            try:
                came: Any = await call(api)
            except SchedulingError as error:
                came = error.code
        server.close()
        return got, came

    def answer(self, status: str, body: bytes, *headers: str) -> bytes:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def test_sends_the_path_and_the_headers_as_they_are(self) -> None:
        got, came = await self.asked(
            self.answer("200 OK", b'{"id": 1}'),
            lambda api: api.queue.create_entry(client_id=1, service_id=2, idempotency_key="jo\u00e3o"),
        )
        self.assertEqual(came, {"id": 1})
        self.assertIn("POST /v1/queue/entries HTTP/1.1", got)
        self.assertIn("Idempotency-Key: jo\u00e3o".encode().decode("latin-1"), got)
        got, _ = await self.asked(self.answer("200 OK", b"{}"), lambda api: api.webhooks.get("a/b?c%2Fd"))
        self.assertIn("GET /v1/webhooks/a%2Fb%3Fc%252Fd HTTP/1.1", got)

    async def test_what_no_api_answers(self) -> None:
        def get(api: AsyncScheduling) -> Any:
            return api.clients.get(1)

        elsewhere = self.answer("302 Found", b"{}", "Location: http://127.0.0.1:9/v1/clients/1")
        self.assertEqual((await self.asked(elsewhere, get))[1], "unexpected_answer")
        packed = self.answer("200 OK", gzip.compress(b'{"id": 1}'), "Content-Encoding: gzip")
        self.assertEqual((await self.asked(packed, get))[1], "unexpected_answer")
        endless = self.answer("200 OK", b'{"id": 1}' + b" " * 100)
        with mock.patch("scheduling.async_transport.MOST_BYTES", 99), mock.patch("scheduling.calls.MOST_BYTES", 99):
            self.assertEqual((await self.asked(endless, get))[1], "unexpected_answer")
        self.assertEqual((await self.asked(b"", get))[1], "connection_failed")
        self.assertEqual((await self.asked(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", get))[1], "connection_failed")
        self.assertEqual((await self.asked(None, get, timeout=0.05))[1], "timed_out")


if __name__ == "__main__":
    unittest.main()
