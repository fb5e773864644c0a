<?php

declare(strict_types=1);

namespace Scheduling;

/** Which calls are sent again, and after how long. The page "SDK for TypeScript" of the docs has it as a table. */
final class Retry
{
    /** A longer wait is left to the caller. */
    private const LONGEST_WAIT = 60;
    private const LONGEST_JITTER = 0.5;
    private const FIRST_PAUSE = 0.5;
    private const LONGEST_PAUSE = 8.0;
    /** The API says with these that it has changed nothing. */
    private const NOTHING_HAPPENED = ['rate_limited', 'api_disabled', 'service_unavailable'];
    private const NO_ANSWER = ['connection_failed', 'timed_out'];
    private const PASSING = [429, 500, 502, 503, 504];

    /**
     * Seconds to wait before the next attempt; null: there must be none.
     *
     * @param 'reads'|'once'|'twice' $repeated what a repeated call does: nothing, the same thing once, or possibly twice
     * @param int $attempts that have failed, at least 1
     * @param float $chance from 0 to 1
     */
    public static function pauseAfter(SchedulingError $error, string $repeated, int $attempts, float $chance): ?float
    {
        if (!in_array($error->code, self::NOTHING_HAPPENED, true) && $error->status !== 429) {
            $passes = in_array($error->code, self::NO_ANSWER, true) || in_array($error->status, self::PASSING, true);
            if ($repeated === 'twice' || !$passes) {
                return null;
            }
        }
        if ($error->retry_after_seconds !== null) {
            // Clients that were refused together do not come back together.
            return $error->retry_after_seconds > self::LONGEST_WAIT
                ? null
                : $error->retry_after_seconds + $chance * self::LONGEST_JITTER;
        }
        $pause = min(self::FIRST_PAUSE * 2 ** min($attempts - 1, 10), self::LONGEST_PAUSE);
        return $pause * (0.5 + $chance / 2);
    }
}
