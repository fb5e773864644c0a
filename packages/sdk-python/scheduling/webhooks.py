"""Receiving webhooks: the one way from a request to an event that can be trusted."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Callable, Mapping, NamedTuple, Sequence

from .errors import SchedulingError

if TYPE_CHECKING:
    from .records import WebhookEvent

# More than any delivery has.
MOST_BYTES = 1024 * 1024
MOST_SECRETS = 20
MOST_CHARACTERS = 4096
MOST_SIGNATURES = 40


class _Signed(NamedTuple):
    scheme: str
    time: int
    prefix: bytes
    """What stands before the body in the signed text."""
    signatures: list[bytes]


def unwrap_webhook(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> WebhookEvent:
    """Verifies a delivery of the formats `generic` and `custom`, and returns its event.

    Either of the two signatures is enough, made with any of the secrets. Discard an event whose `id` you have seen, and
    ignore types that you do not know. `raw_body` is what came, before anything parsed it.

    Raises `SchedulingError` with `signature_missing`, `signature_wrong`, `timestamp_too_old`, `body_not_raw`,
    `body_too_large`, `body_not_an_event`.
    """
    if not isinstance(raw_body, (bytes, bytearray, str)):
        raise SchedulingError("body_not_raw", "The body must be the raw text or bytes. Something has parsed it before.")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    if len(body) > MOST_BYTES:
        raise SchedulingError("body_too_large", f"The body has more than {MOST_BYTES} bytes.")
    keys = [secrets] if isinstance(secrets, str) else list(secrets)
    if not 0 < len(keys) <= MOST_SECRETS or not all(isinstance(one, str) and one for one in keys):
        raise TypeError(f"`secrets` must be a secret, or 1 to {MOST_SECRETS} of them.")
    values = {name.lower(): value for name, value in headers.items()}
    signed = [one for one in (_service(values), _standard(values)) if one is not None]
    if not signed:
        raise SchedulingError(
            "signature_missing",
            "There is neither a readable `X-Service-Signature` nor a readable `webhook-signature`.",
        )
    right = next((one for one in signed if _is_signed(one, keys, body)), None)
    if right is None:
        raise SchedulingError(
            "signature_wrong",
            "No signature fits. Check the secret, and verify the raw body: "
            "JSON that was parsed and written again has other bytes.",
        )
    if abs(now() - right.time) > tolerance_seconds:
        raise SchedulingError(
            "timestamp_too_old",
            f"The signature is right, but its time differs from your clock by more than {tolerance_seconds} seconds.",
        )
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not {"id", "type", "data"} <= event.keys():
        raise SchedulingError(
            "body_not_an_event",
            "The signature is right, but the body is no event. Is `format` of the webhook `generic`?",
        )
    return event  # type: ignore


def _service(headers: Mapping[str, str]) -> _Signed | None:
    """`t=<unix seconds>,v1=<hex>[,v0=<hex>]…`: `v0` are of secrets before a rotation."""
    parts = _parts(headers.get("x-service-signature"), ",")
    times = [part[2:] for part in parts if part.startswith("t=")]
    signatures = [bytes.fromhex(part[3:]) for part in parts if re.fullmatch(r"v[01]=[0-9a-fA-F]{64}", part)]
    if len(times) != 1 or not _is_time(times[0]) or not signatures:
        return None
    return _Signed("service", int(times[0]), f"{times[0]}.".encode(), signatures)


def _standard(headers: Mapping[str, str]) -> _Signed | None:
    """`v1,<base64>[ v1,<base64>]…`, with `webhook-id` and `webhook-timestamp` beside it."""
    message = headers.get("webhook-id", "")
    stamp = headers.get("webhook-timestamp", "")
    signatures = [
        base64.b64decode(part[3:])
        for part in _parts(headers.get("webhook-signature"), " ")
        if re.fullmatch(r"v1,[A-Za-z0-9+/]{43}=", part)
    ]
    if not 0 < len(message) <= MOST_CHARACTERS or not _is_time(stamp) or not signatures:
        return None
    return _Signed("standard", int(stamp), f"{message}.{stamp}.".encode(), signatures)


def _is_signed(signed: _Signed, secrets: Sequence[str], body: bytes) -> bool:
    is_right = False
    for secret in secrets:
        key = secret.encode() if signed.scheme == "service" else _standard_key(secret)
        wanted = hmac.new(key, signed.prefix + body, hashlib.sha256).digest()
        # All of them: how long it takes must not tell which secret is right.
        for signature in signed.signatures:
            if hmac.compare_digest(wanted, signature):
                is_right = True
    return is_right


def _standard_key(secret: str) -> bytes:
    """What follows `whsec_`, base64 decoded. Of a secret that is no base64, the bytes of its whole text."""
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    if len(text) % 4 == 0 and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return base64.b64decode(text)
    return secret.encode()


def _parts(header: str | None, separator: str) -> list[str]:
    if header is None or len(header) > MOST_CHARACTERS:
        return []
    return [part.strip() for part in header.split(separator)[:MOST_SIGNATURES]]


def _is_time(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,12}", text) is not None
