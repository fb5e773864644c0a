import base64
import hashlib
import hmac

TOLERANCE_SECONDS = 300


def verify_service_signature(header: str, body: bytes, secrets: list[str], now: int) -> bool:
    """Checks the header X-Service-Signature. body: the raw bytes; now: Unix seconds."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    time = next((value for name, _, value in parts if name == "t"), "")
    if not _is_recent(time, now):
        return False

    given = [value for name, _, value in parts if name in ("v1", "v0")]
    message = time.encode() + b"." + body
    for secret in secrets:
        expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(value.encode(), expected.encode()) for value in given):
            return True
    return False


def verify_standard_signature(
    message_id: str, timestamp: str, signature: str, body: bytes, secrets: list[str], now: int
) -> bool:
    """Checks the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks)."""
    if not _is_recent(timestamp, now):
        return False

    message = f"{message_id}.{timestamp}.".encode() + body
    for secret in secrets:
        digest = hmac.new(_standard_key(secret), message, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(given.encode(), expected) for given in signature.split(" ")):
            return True
    return False


def _standard_key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        return secret.encode()


def _is_recent(time: str, now: int) -> bool:
    return time.isascii() and time.isdigit() and abs(now - int(time)) <= TOLERANCE_SECONDS
