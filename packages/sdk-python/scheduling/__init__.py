"""The scheduling API in Python, without dependencies."""
from .async_calls import AsyncList, AsyncPage
from .async_client import AsyncScheduling
from .calls import CallOptions, Page
from .client import Scheduling
from .errors import SchedulingError
from .sync import SyncedList, SyncStep
from .transport import Answer
from .webhooks import unwrap_webhook

__all__ = [
    "Answer",
    "AsyncList",
    "AsyncPage",
    "AsyncScheduling",
    "CallOptions",
    "Page",
    "Scheduling",
    "SchedulingError",
    "SyncStep",
    "SyncedList",
    "unwrap_webhook",
]
