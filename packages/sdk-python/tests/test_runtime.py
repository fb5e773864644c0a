"""The runtime without a service: what is sent again, pages, errors and signatures."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
import warnings
from typing import Any

from scheduling import Answer, Scheduling, SchedulingError, unwrap_webhook
from scheduling.calls import Methods
from scheduling.retry import pause_after


def answered(status: int, body: Any, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, {"x-request-id": "req_1", **named}, json.dumps(body).encode())


def refused(code: str, status: int, **headers: str) -> Answer:
    return answered(status, {"code": code, "title": "T", "detail": "Told.", "errors": []}, **headers)


class Service:
    """Gives its answers one after the other, and keeps what it was asked."""

    def __init__(self, *answers: Answer | SchedulingError) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []
        self.slept: list[float] = []

    def __call__(self, method: str, url: str, headers: dict[str, str], body: bytes | None, _: float) -> Answer:
        self.asked.append((method, url, headers, None if body is None else json.loads(body)))
        answer = self.answers.pop(0)
        if isinstance(answer, SchedulingError):
            raise answer
        return answer

    def api(self, **options: Any) -> Scheduling:
        return Scheduling("svc_x", "http://api.test", transport=self, sleep=self.slept.append, **options)


def code_of(call: Any) -> str:
    try:
        call()
    except SchedulingError as error:
        return error.code
    return "nothing was raised"


class Retries(unittest.TestCase):
    def test_which_failures_are_worth_another_attempt(self) -> None:
        rows = [
            ("connection_failed", None, ["reads", "once"]),
            ("timed_out", None, ["reads", "once"]),
            ("internal_error", 500, ["reads", "once"]),
            ("outcome_unknown", 503, ["reads", "once"]),
            ("request_in_progress", 503, ["reads", "once"]),
            ("unexpected_answer", 502, ["reads", "once"]),
            ("unexpected_answer", 504, ["reads", "once"]),
            ("rate_limited", 429, ["reads", "once", "twice"]),
            ("unexpected_answer", 429, ["reads", "once", "twice"]),
            ("service_unavailable", 503, ["reads", "once", "twice"]),
            ("api_disabled", 503, ["reads", "once", "twice"]),
            ("not_found", 404, []),
            ("duplicate_request", 409, []),
            ("unexpected_answer", 200, []),
        ]
        for code, status, repeated in rows:
            error = SchedulingError(code, "Told.", status=status)
            kinds = [kind for kind in ("reads", "once", "twice") if pause_after(error, kind, 1, 0) is not None]
            self.assertEqual(kinds, repeated, (code, status))

    def test_how_long_the_pauses_are(self) -> None:
        def told(seconds: int) -> SchedulingError:
            return SchedulingError("rate_limited", "Told.", status=429, retry_after_seconds=seconds)

        self.assertEqual([pause_after(told(s), "twice", 3, 1) for s in (0, 1, 60, 61)], [0.5, 1.5, 60.5, None])
        late = SchedulingError("timed_out", "Told.")
        self.assertEqual([pause_after(late, "reads", n, 1) for n in (1, 2, 5, 9)], [0.5, 1, 8, 8])
        self.assertEqual([pause_after(late, "reads", n, 0) for n in (1, 2, 5, 9)], [0.25, 0.5, 4, 4])

    def test_each_attempt_has_the_same_key(self) -> None:
        service = Service(SchedulingError("connection_failed", "Lost."), answered(201, {"id": 1}))
        self.assertEqual(service.api().clients.create(first_name="Ana"), {"id": 1})
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in service.asked]
        self.assertEqual(len(keys), 2)
        self.assertEqual(keys[0], keys[1])
        self.assertEqual(len(service.slept), 1)

    def test_a_change_without_a_key_is_sent_once(self) -> None:
        service = Service(SchedulingError("timed_out", "Late."))
        self.assertEqual(code_of(lambda: service.api().clients.update(1, first_name="Ana")), "timed_out")
        self.assertEqual(service.slept, [])

    def test_ends_after_the_last_attempt(self) -> None:
        service = Service(*[refused("internal_error", 500) for _ in range(3)])
        self.assertEqual(code_of(lambda: service.api().clients.get(1)), "internal_error")
        self.assertEqual(len(service.slept), 2)


class Requests(unittest.TestCase):
    def test_what_is_in_the_query_and_what_in_the_body(self) -> None:
        service = Service(*[answered(200, {"id": 1, "data": [], "next_cursor": None}) for _ in range(4)])
        api = service.api()
        api.appointments.list(from_="2026-11-23T00:00:00Z", expand=["client", "deposit"])
        api.clients.list(metadata={"crm id": "1"}, limit=2)
        api.clients.update(4, last_name=None, metadata={})
        api.request("GET", "/new/thing", query={"is_new": True})
        self.assertEqual(
            [(method, url.removeprefix("http://api.test/v1") if hasattr(url, "removeprefix") else url, body)
             for method, url, _, body in service.asked],
            [
                ("GET", "/appointments?from=2026-11-23T00%3A00%3A00Z&expand=client%2Cdeposit", None),
                ("GET", "/clients?metadata%5Bcrm+id%5D=1&limit=2", None),
                ("PATCH", "/clients/4", {"last_name": None, "metadata": {}}),
                ("GET", "/new/thing?is_new=true", None),
            ],
        )

    def test_what_makes_no_sense_is_not_sent(self) -> None:
        service = Service()
        for call in (
            lambda: service.api().clients.get(".."),  # type: ignore
            lambda: service.api(timeout=0),
            lambda: Scheduling("a b", "http://api.test"),
            lambda: Scheduling("svc_x", "http://me:secret@api.test"),
        ):
            self.assertRaises(TypeError, call)

    def test_a_list_gives_every_record_of_every_page(self) -> None:
        def page(ids: list[int], cursor: str | None) -> Answer:
            return answered(200, {"data": [{"id": one} for one in ids], "next_cursor": cursor})

        service = Service(page([1, 2], "c1"), page([3], None))
        self.assertEqual([one["id"] for one in service.api().clients.list(limit=2)], [1, 2, 3])
        self.assertEqual(service.asked[1][1], "http://api.test/v1/clients?limit=2&cursor=c1")
        service = Service(page([1], "c1"), page([2], "c1"))
        self.assertEqual(code_of(lambda: list(service.api().clients.list())), "unexpected_answer")

    def test_a_refusal_is_an_error_with_all_that_it_says(self) -> None:
        service = Service(refused("rate_limited", 429, retry_after="90"))
        with self.assertRaises(SchedulingError) as caught:
            service.api().clients.get(1)
        error = caught.exception
        told = (error.code, error.status, error.detail, error.request_id, error.retry_after_seconds)
        self.assertEqual(told, ("rate_limited", 429, "Told.", "req_1", 90))

    def test_what_no_api_answers_is_unexpected(self) -> None:
        for answer in (Answer(200, {}, b"<html>"), Answer(302, {}, b"{}"), answered(200, []), answered(404, {})):
            api = Service(answer).api(max_retries=0)
            self.assertEqual(code_of(lambda: api.clients.get(1)), "unexpected_answer", answer)


class Webhooks(unittest.TestCase):
    body = json.dumps({"id": "evt_1", "type": "ping", "data": {}}).encode()
    secret = "whsec_" + base64.b64encode(b"k" * 32).decode()

    def service_header(self, secret: str, body: bytes) -> dict[str, str]:
        return {"X-Service-Signature": "t=1000,v1=" + hmac.new(secret.encode(), b"1000." + body, hashlib.sha256).hexdigest()}

    def standard_header(self) -> dict[str, str]:
        digest = hmac.new(b"k" * 32, b"msg_1.1000." + self.body, hashlib.sha256).digest()
        return {
            "webhook-id": "msg_1",
            "webhook-timestamp": "1000",
            "webhook-signature": "v1," + base64.b64encode(digest).decode(),
        }

    def unwrap(self, headers: dict[str, str], body: Any = None, now: float = 1000, secret: Any = None) -> str:
        given = self.body if body is None else body
        return code_of(lambda: unwrap_webhook(given, headers, secret or ["whsec_other", self.secret], now=lambda: now))

    def test_either_signature_is_enough_with_any_secret(self) -> None:
        for headers in (self.service_header(self.secret, self.body), self.standard_header()):
            self.assertEqual(self.unwrap(headers), "nothing was raised")
            self.assertEqual(self.unwrap(headers, now=1301), "timestamp_too_old")
            self.assertEqual(self.unwrap(headers, now=699), "timestamp_too_old")
            self.assertEqual(self.unwrap(headers, body=self.body + b" "), "signature_wrong")
            self.assertEqual(self.unwrap(headers, secret="whsec_other"), "signature_wrong")

    def test_what_is_no_delivery(self) -> None:
        self.assertEqual(self.unwrap({}), "signature_missing")
        self.assertEqual(self.unwrap({"x-service-signature": "t=1,t=2,v1=" + "0" * 64}), "signature_missing")
        self.assertEqual(self.unwrap({}, body={"id": 1}), "body_not_raw")
        self.assertEqual(self.unwrap({}, body=b" " * (1024 * 1024 + 1)), "body_too_large")
        self.assertEqual(self.unwrap(self.service_header(self.secret, b"[1]"), body=b"[1]"), "body_not_an_event")
        self.assertRaises(TypeError, lambda: unwrap_webhook(self.body, {}, []))


class OfWhatEnds(unittest.TestCase):
    def test_a_call_warns_the_line_that_makes_it(self) -> None:
        class Old(Methods):
            def list(self) -> None:
                self._warn("old.list: ends")

        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            Old(lambda *_: None).list()
        self.assertEqual([(one.category, str(one.message), one.filename) for one in told], [(DeprecationWarning, "old.list: ends", __file__)])


if __name__ == "__main__":
    unittest.main()
