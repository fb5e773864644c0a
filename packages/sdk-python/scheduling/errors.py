"""What goes wrong: refusals of the API, and what never became an answer."""
from __future__ import annotations

from typing import Any


class SchedulingError(Exception):
    """Every error of this library. Decide by `code`, and by `status` for codes that you do not know.

    Codes of the library itself: `connection_failed`, `timed_out`, `unexpected_answer`, `bookmark_invalid`,
    `signature_missing`, `signature_wrong`, `timestamp_too_old`, `body_not_raw`, `body_too_large`, `body_not_an_event`.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        title: str | None = None,
        status: int | None = None,
        errors: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        """For people; may change."""
        self.title = detail if title is None else title
        self.status = status
        """Of the answer; None where there was none."""
        self.errors = errors or []
        """The fields that were refused, each with `field`, `code` and `message`."""
        self.request_id = request_id
        """For support."""
        self.retry_after_seconds = retry_after_seconds
        """How long the API asks to wait; None where it does not say."""
