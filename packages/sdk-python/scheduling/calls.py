"""A call: its request, its attempts, and what its answer becomes."""
from __future__ import annotations

import json
import re
import urllib.parse
import warnings
from typing import Any, Callable, Generic, Iterator, Mapping, NamedTuple, Sequence, TypedDict, TypeVar

from .errors import SchedulingError
from .transport import MOST_BYTES, Answer

Item = TypeVar("Item")


class CallOptions(TypedDict, total=False):
    timeout: float
    """Seconds for each attempt, in place of that of the client."""
    max_retries: int
    """In place of that of the client."""


class Row(NamedTuple):
    """One method of the API. `path` stands under `/v1`."""

    method: str
    path: str
    idempotent: bool = False
    is_list: bool = False


Send = Callable[..., Any]


class Methods:
    def __init__(self, send: Send) -> None:
        self._send = send

    def _warn(self, words: str) -> None:
        """Tells the line of the caller that a route ends."""
        warnings.warn(words, DeprecationWarning, stacklevel=3)


class PageBody(Generic[Item]):
    def __init__(self, body: dict[str, Any]) -> None:
        self.data: list[Item] = body["data"]
        self.has_more: bool = body.get("has_more", False)
        self.next_cursor: str | None = body["next_cursor"]
        self.body = body
        """The whole answer, with what only this list has, such as `last_event_id`."""


AnyPage = TypeVar("AnyPage", bound="PageBody[Any]")


def next_of(page: PageBody[Any], after: AnyPage) -> AnyPage:
    """Raises SchedulingError for a page that would come again without end."""
    if after.next_cursor is not None and after.next_cursor == page.next_cursor:
        raise SchedulingError("unexpected_answer", "A page names itself as the next one.")
    return after


class Page(PageBody[Item]):
    """One page of a list. Iterating over it gives every record of this page and of those after it."""

    def __init__(self, body: dict[str, Any], ask: Callable[[str], Page[Item]]) -> None:
        super().__init__(body)
        self._ask = ask

    def pages(self) -> Iterator[Page[Item]]:
        """This page and those after it. One is held at a time."""
        page = self
        while True:
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return
            page = next_of(page, self._ask(cursor))

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data


def path_of(row: Row, ids: Sequence[Any]) -> str:
    """Raises TypeError for an id that is none: two dots would be another path."""
    left = list(ids)

    def segment(found: re.Match[str]) -> str:
        value = left.pop(0)
        text = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
        if text in ("", ".", ".."):
            raise TypeError(f"`{found[1]}` must be an id.")
        return urllib.parse.quote(text, safe="")

    return re.sub(r"\{(\w+)\}", segment, row.path)


def query_of(values: Mapping[str, Any]) -> str:
    """A list is `a,b`, or JSON if it has objects. A map is `metadata[key]=value`."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            for key, inner in value.items():
                # Of several values of a key, each must hold.
                for one in inner if isinstance(inner, (list, tuple)) else [inner]:
                    pairs.append((f"{name}[{key}]", _text(one)))
        elif isinstance(value, (list, tuple)):
            has_objects = any(isinstance(one, (Mapping, list, tuple)) for one in value)
            pairs.append((name, json.dumps(value) if has_objects else ",".join(map(_text, value))))
        elif value is not None:
            pairs.append((name, _text(value)))
    return urllib.parse.urlencode(pairs)


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) or value is None else str(value)


def read(answer: Answer, is_list: bool) -> Any:
    """The record or the body of a page; None for an answer that is to be empty. Raises SchedulingError."""
    if len(answer.body) > MOST_BYTES:
        raise _unexpected(answer)
    if answer.status == 204:
        return None
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise _unexpected(answer)
    if not 200 <= answer.status < 300:
        raise _failure(answer, body)
    if is_list and not (
        isinstance(body.get("data"), list) and isinstance(body.get("next_cursor", 0), (str, type(None)))
    ):
        raise _unexpected(answer)
    return body


def _failure(answer: Answer, body: dict[str, Any]) -> SchedulingError:
    if not all(isinstance(body.get(name), str) for name in ("code", "title", "detail")):
        return _unexpected(answer)
    if not isinstance(body.get("errors"), list):
        return _unexpected(answer)
    return SchedulingError(
        body["code"],
        body["detail"],
        title=body["title"],
        errors=body["errors"],
        status=answer.status,
        request_id=answer.headers.get("x-request-id", body.get("request_id")),
        retry_after_seconds=_retry_after(answer),
    )


def _unexpected(answer: Answer) -> SchedulingError:
    return SchedulingError(
        "unexpected_answer",
        f"The answer with status {answer.status} does not come from the API. "
        "Check `base_url`, and any proxy before the service.",
        status=answer.status,
        request_id=answer.headers.get("x-request-id"),
        retry_after_seconds=_retry_after(answer),
    )


def _retry_after(answer: Answer) -> int | None:
    value = answer.headers.get("retry-after", "")
    return int(value) if re.fullmatch(r"[0-9]{1,9}", value) else None
