"""Which calls are sent again, and after how long. `docs/sdk.md` has it as a table."""
from __future__ import annotations

from .errors import SchedulingError

# A longer wait is left to the caller.
LONGEST_WAIT = 60
LONGEST_JITTER = 0.5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0

# The API says with these that it has changed nothing.
NOTHING_HAPPENED = {"rate_limited", "api_disabled", "service_unavailable"}
NO_ANSWER = {"connection_failed", "timed_out"}
PASSING = {429, 500, 502, 503, 504}


def pause_after(error: SchedulingError, repeated: str, attempts: int, chance: float) -> float | None:
    """Seconds to wait before the next attempt; None: there must be none.

    `repeated` is what a repeated call does: `reads`, the same thing `once`, or possibly `twice`. `attempts` have failed,
    at least 1, and `chance` is from 0 to 1.
    """
    if error.code not in NOTHING_HAPPENED and error.status != 429:
        passes = error.code in NO_ANSWER or error.status in PASSING
        if repeated == "twice" or not passes:
            return None
    if error.retry_after_seconds is not None:
        if error.retry_after_seconds > LONGEST_WAIT:
            return None
        # Clients that were refused together do not come back together.
        return error.retry_after_seconds + chance * LONGEST_JITTER
    pause: float = min(FIRST_PAUSE * 2 ** min(attempts - 1, 10), LONGEST_PAUSE)
    return pause * (0.5 + chance / 2)
