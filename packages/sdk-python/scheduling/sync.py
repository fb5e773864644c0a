"""Keeping a copy: every record of some lists, then every change of them."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Generator, Iterator, Literal, NamedTuple, Sequence

from .errors import SchedulingError

if TYPE_CHECKING:
    from .async_methods import AsyncResources
    from .methods import Resources
    from .records import WebhookEvent

SyncedList = Literal["clients", "appointments", "professionals", "services", "deposits", "queue_entries"]

# The beginning of time: a list of one day then shows every day.
EVER = "1970-01-01T00:00:00Z"

# The events of each list, and what is read to its end, one after the other.
LISTS: dict[str, tuple[str, list[Callable[..., Any]]]] = {
    "clients": ("client.*", [lambda api, **at: api.clients.list(**at)]),
    "appointments": ("appointment.*", [lambda api, **at: api.appointments.list(**at)]),
    "professionals": ("professional.*", [lambda api, **at: api.professionals.list(**at)]),
    "services": ("service.*", [lambda api, **at: api.services.list(include_inactive=True, **at)]),
    "deposits": ("deposit.*", [lambda api, **at: api.deposits.list(**at)]),
    "queue_entries": (
        "queue.*",
        [
            lambda api, **at: api.queue.list_entries(updated_since=EVER, **at),
            # A list of what changed holds back what is new during a write. That of today does not.
            lambda api, **at: api.queue.list_entries(**at),
        ],
    ),
}

# Bookmarks of a version that this library does not know are refused, not guessed at.
VERSION = 1


class SyncStep(NamedTuple):
    """One step of `sync()`. Apply it, and keep its `bookmark` in the same transaction."""

    kind: Literal["began", "record", "event", "caught_up"]
    """`began`: what follows is everything, so empty your copy. It also comes when a bookmark is older than the events that
    are kept. `record`: a record of `list` as it is. `event`: what happened since. `caught_up`: there is no more for now."""
    bookmark: str
    list: SyncedList | None = None
    record: Any = None
    event: WebhookEvent | None = None


class _Place(NamedTuple):
    after: str | None
    """The last event that was handed over, or that counts as handed over; None: the feed had none when it began."""
    done: list[str]
    """Lists that were read to their end."""
    at: dict[str, str] | None
    """The page that is read next, of a list that was begun."""


class _Ask(NamedTuple):
    """A page that is needed. Its answer, or the error, is sent into the steps."""

    read: Callable[..., Any]


class _Pause(NamedTuple):
    seconds: float


# What yields steps, and what it needs for them: the same for a client that waits and for one that is awaited.
_Steps = Generator[Any, Any, Any]


def sync(
    api: Resources,
    lists: Sequence[SyncedList],
    bookmark: str | None,
    follow_every_seconds: float | None,
    limit: int,
    sleep: Callable[[float], None],
) -> Iterator[SyncStep]:
    """A bookmark is never ahead of the steps up to it: a program that stops anywhere and goes on from the last bookmark
    that was kept can get steps again, and misses none."""
    return _given(api, _checked(lists, bookmark, follow_every_seconds, limit), sleep)


def sync_async(
    api: AsyncResources,
    lists: Sequence[SyncedList],
    bookmark: str | None,
    follow_every_seconds: float | None,
    limit: int,
    sleep: Callable[[float], Awaitable[None]],
) -> AsyncIterator[SyncStep]:
    return _given_async(api, _checked(lists, bookmark, follow_every_seconds, limit), sleep)


def _checked(
    lists: Sequence[SyncedList], bookmark: str | None, follow_every_seconds: float | None, limit: int
) -> _Steps:
    if isinstance(lists, str) or not lists or not set(lists) <= set(LISTS):
        raise TypeError(f"`lists` must name some of {', '.join(LISTS)}.")
    if follow_every_seconds is not None and not follow_every_seconds > 0:
        raise TypeError("`follow_every_seconds` must be more than 0.")
    return _steps(lists, None if bookmark is None else _place_of(bookmark), follow_every_seconds, limit)


def _given(api: Resources, steps: _Steps, sleep: Callable[[float], None]) -> Iterator[SyncStep]:
    go_on: Callable[[], Any] = lambda: next(steps)
    while True:
        try:
            step = go_on()
        except StopIteration:
            return
        go_on = lambda: next(steps)
        if isinstance(step, SyncStep):
            yield step
        elif isinstance(step, _Pause):
            sleep(step.seconds)
        else:
            try:
                go_on = _answer(steps, step.read(api))
            except SchedulingError as error:
                go_on = _refusal(steps, error)


async def _given_async(
    api: AsyncResources, steps: _Steps, sleep: Callable[[float], Awaitable[None]]
) -> AsyncIterator[SyncStep]:
    go_on: Callable[[], Any] = lambda: next(steps)
    while True:
        try:
            step = go_on()
        except StopIteration:
            return
        go_on = lambda: next(steps)
        if isinstance(step, SyncStep):
            yield step
        elif isinstance(step, _Pause):
            await sleep(step.seconds)
        else:
            try:
                go_on = _answer(steps, await step.read(api))
            except SchedulingError as error:
                go_on = _refusal(steps, error)


def _answer(steps: _Steps, page: Any) -> Callable[[], Any]:
    return lambda: steps.send(page)


def _refusal(steps: _Steps, error: SchedulingError) -> Callable[[], Any]:
    return lambda: steps.throw(error)


def _steps(lists: Sequence[SyncedList], place: _Place | None, follow_every_seconds: float | None, limit: int) -> _Steps:
    while True:
        try:
            if place is None:
                # Before anything is read: what changes while it is read then comes again as an event.
                latest = yield _Ask(lambda api: api.events.list(latest=True))
                place = _Place(latest.body["last_event_id"], [], None)
                yield SyncStep("began", _bookmark_of(place))
            place = yield from _snapshot(lists, place, limit)
            if place.after is None and (yield from _has_lost_first()):
                place = None
                continue
            place = yield from _feed(lists, place, limit)
            yield SyncStep("caught_up", _bookmark_of(place))
            if follow_every_seconds is None:
                return
            yield _Pause(follow_every_seconds)
        except SchedulingError as error:
            if not _is_gone(error):
                raise
            place = None


def _snapshot(lists: Sequence[SyncedList], place: _Place, limit: int) -> _Steps:
    """Reads the lists that are not done. Returns the place after them."""
    for name_of_list in lists:
        for count, read in enumerate(LISTS[name_of_list][1]):
            name = name_of_list if count == 0 else f"{name_of_list} {count}"
            while name not in place.done:
                at = {"cursor": place.at["cursor"]} if place.at and place.at["list"] == name else {}
                page = yield _Ask(lambda api, read=read, at=at: read(api, limit=limit, **at))
                if page.next_cursor is None:
                    after = place._replace(done=[*place.done, name], at=None)
                else:
                    after = place._replace(at={"list": name, "cursor": page.next_cursor})
                for index, record in enumerate(page.data):
                    # Within a page there is no place to go on from: records may come and go before it.
                    here = after if index == len(page.data) - 1 else place
                    yield SyncStep("record", _bookmark_of(here), list=name_of_list, record=record)
                place = after
    return place


def _feed(lists: Sequence[SyncedList], place: _Place, limit: int) -> _Steps:
    """Reads the feed to its end. Returns the place after it."""
    types: Any = [LISTS[one][0] for one in lists]
    while True:
        after: Any = {} if place.after is None else {"after": place.after}
        page = yield _Ask(lambda api, after=after: api.events.list(type=types, limit=limit, **after))
        end = place._replace(after=page.body["last_event_id"] or place.after)
        for index, event in enumerate(page.data):
            here = end if index == len(page.data) - 1 else place._replace(after=event["id"])
            yield SyncStep("event", _bookmark_of(here), event=event)
        place = end
        if not page.has_more:
            return place


def _has_lost_first() -> _Steps:
    """A place from before the first event is gone when the first event is."""
    page = yield _Ask(lambda api: api.events.list(limit=1))
    return any(event["sequence"] > 1 for event in page.body["data"])


def _is_gone(error: SchedulingError) -> bool:
    """Whether the place is no more: its events have been dropped, or its cursor belongs to others."""
    return error.code == "validation_error" and any(
        (one["field"] == "after" and one["code"] == "not_found") or one["field"] == "cursor" for one in error.errors
    )


def _bookmark_of(place: _Place) -> str:
    return json.dumps({"v": VERSION, **place._asdict()})


def _place_of(bookmark: str) -> _Place:
    try:
        place = json.loads(bookmark)
        after, done, at = place["after"], place["done"], place["at"]
        is_place = (
            place["v"] == VERSION
            and (after is None or isinstance(after, str))
            and isinstance(done, list)
            and (at is None or (isinstance(at["list"], str) and isinstance(at["cursor"], str)))
        )
        if is_place:
            return _Place(after, done, at)
    except (ValueError, TypeError, KeyError):
        pass
    raise SchedulingError(
        "bookmark_invalid",
        "This bookmark was not made by `sync()`, or by a newer version of this library. "
        "Without a bookmark, `sync()` starts over.",
    )
