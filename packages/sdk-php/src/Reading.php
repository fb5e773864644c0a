<?php

declare(strict_types=1);

namespace Scheduling;

/** What an answer says. */
final class Reading
{
    /**
     * @param bool $isList whether it is to be a page
     * @return array<array-key, mixed>|null null for an answer that is to be empty
     * @throws SchedulingError what the API refuses, and `unexpected_answer` for what is no answer of it
     */
    public static function of(Answer $answer, bool $isList): ?array
    {
        if (strlen($answer->body) > CurlTransport::MOST_BYTES) {
            throw self::unexpected($answer);
        }
        if ($answer->status === 204) {
            return null;
        }
        $body = json_decode($answer->body, true);
        if (!is_array($body) || ($body !== [] && array_is_list($body))) {
            throw self::unexpected($answer);
        }
        if ($answer->status < 200 || $answer->status > 299) {
            throw self::failure($answer, $body);
        }
        $cursor = $body['next_cursor'] ?? null;
        $isPage = is_array($body['data'] ?? null) && array_key_exists('next_cursor', $body)
            && ($cursor === null || is_string($cursor));
        if ($isList && !$isPage) {
            throw self::unexpected($answer);
        }
        return $body;
    }

    public static function unexpected(Answer $answer, ?\Throwable $previous = null): SchedulingError
    {
        return new SchedulingError(
            'unexpected_answer',
            "The answer with status $answer->status does not come from the API. Check `base_url`, and any proxy before the service.",
            status: $answer->status,
            request_id: $answer->headers['x-request-id'] ?? null,
            retry_after_seconds: self::retryAfter($answer),
            previous: $previous,
        );
    }

    private static function failure(Answer $answer, array $body): SchedulingError
    {
        foreach (['code', 'title', 'detail'] as $name) {
            if (!is_string($body[$name] ?? null)) {
                return self::unexpected($answer);
            }
        }
        if (!is_array($body['errors'] ?? null)) {
            return self::unexpected($answer);
        }
        $told = $body['request_id'] ?? null;
        return new SchedulingError(
            $body['code'],
            $body['detail'],
            title: $body['title'],
            status: $answer->status,
            errors: $body['errors'],
            // A refusal that was kept for an idempotency key has the id of the first request in its body.
            request_id: $answer->headers['x-request-id'] ?? (is_string($told) ? $told : null),
            retry_after_seconds: self::retryAfter($answer),
        );
    }

    private static function retryAfter(Answer $answer): ?int
    {
        $value = $answer->headers['retry-after'] ?? '';
        return preg_match('/^[0-9]{1,9}$/D', $value) === 1 ? (int) $value : null;
    }
}
