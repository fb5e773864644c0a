<?php

declare(strict_types=1);

namespace Scheduling;

use Scheduling\Records\Event;

/** Receiving webhooks: the one way from a request to an event that can be trusted. */
final class Webhook
{
    /** More than any delivery has. */
    private const MOST_BYTES = 1024 * 1024;
    private const MOST_SECRETS = 20;
    private const MOST_CHARACTERS = 4096;
    private const MOST_SIGNATURES = 40;

    /**
     * Verifies a delivery of the formats `generic` and `custom`, and returns its event.
     *
     * Either of the two signatures is enough, made with any of the secrets. Discard an event whose `id` you have seen, and
     * ignore types that you do not know.
     *
     * @param string $raw_body what came, before anything parsed it: `file_get_contents('php://input')`
     * @param array<string, string|list<string>> $headers as of `getallheaders()`; names in any case
     * @param string|list<string> $secrets the secret of the webhook, or several
     * @param int $tolerance_seconds how far the time of a signature may be from the clock, in either direction
     * @param int|null $now Unix seconds; by default the clock
     * @throws SchedulingError `signature_missing`, `signature_wrong`, `timestamp_too_old`, `body_too_large`, `body_not_an_event`
     */
    public static function unwrap(
        string $raw_body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance_seconds = 300,
        ?int $now = null,
    ): Event {
        if (strlen($raw_body) > self::MOST_BYTES) {
            throw new SchedulingError('body_too_large', 'The body has more than ' . self::MOST_BYTES . ' bytes.');
        }
        $keys = is_string($secrets) ? [$secrets] : array_values($secrets);
        $valid = array_filter($keys, static fn ($secret) => is_string($secret) && $secret !== '');
        if ($keys === [] || count($keys) > self::MOST_SECRETS || count($valid) !== count($keys)) {
            throw new \TypeError('`secrets` must be a secret, or 1 to ' . self::MOST_SECRETS . ' of them.');
        }
        $named = [];
        foreach ($headers as $name => $value) {
            $named[strtolower((string) $name)] = is_array($value) ? implode(',', $value) : (string) $value;
        }
        $signed = array_filter([self::service($named), self::standard($named)]);
        if ($signed === []) {
            throw new SchedulingError(
                'signature_missing',
                'There is neither a readable `X-Service-Signature` nor a readable `webhook-signature`.',
            );
        }
        $right = array_filter($signed, static fn (array $one) => self::isSigned($one, $keys, $raw_body));
        if ($right === []) {
            throw new SchedulingError(
                'signature_wrong',
                'No signature fits. Check the secret, and verify the raw body: JSON that was parsed and written again has other bytes.',
            );
        }
        if (abs(($now ?? time()) - reset($right)['time']) > $tolerance_seconds) {
            throw new SchedulingError(
                'timestamp_too_old',
                "The signature is right, but its time differs from your clock by more than $tolerance_seconds seconds.",
            );
        }
        try {
            $event = json_decode($raw_body, true);
            if (is_array($event) && isset($event['id'], $event['type'], $event['data'])) {
                return new Event($event);
            }
        } catch (\TypeError) {
            // Told below: what is signed and no event comes from a webhook of another format.
        }
        throw new SchedulingError(
            'body_not_an_event',
            'The signature is right, but the body is no event. Is `format` of the webhook `generic`?',
        );
    }

    /** `t=<unix seconds>,v1=<hex>[,v0=<hex>]…`: `v0` are of secrets before a rotation. */
    private static function service(array $headers): ?array
    {
        $times = [];
        $signatures = [];
        foreach (self::parts($headers['x-service-signature'] ?? '', ',') as $part) {
            if (str_starts_with($part, 't=')) {
                $times[] = substr($part, 2);
            } elseif (preg_match('/^v[01]=([0-9a-f]{64})$/iD', $part, $found) === 1) {
                $signatures[] = hex2bin($found[1]);
            }
        }
        if (count($times) !== 1 || !self::isTime($times[0]) || $signatures === []) {
            return null;
        }
        return ['isStandard' => false, 'time' => (int) $times[0], 'prefix' => "$times[0].", 'signatures' => $signatures];
    }

    /** `v1,<base64>[ v1,<base64>]…`, with `webhook-id` and `webhook-timestamp` beside it. */
    private static function standard(array $headers): ?array
    {
        $id = $headers['webhook-id'] ?? '';
        $time = $headers['webhook-timestamp'] ?? '';
        $signatures = [];
        foreach (self::parts($headers['webhook-signature'] ?? '', ' ') as $part) {
            if (preg_match('#^v1,([A-Za-z0-9+/]{43}=)$#D', $part, $found) === 1) {
                $signatures[] = base64_decode($found[1], true);
            }
        }
        if ($id === '' || strlen($id) > self::MOST_CHARACTERS || !self::isTime($time) || $signatures === []) {
            return null;
        }
        return ['isStandard' => true, 'time' => (int) $time, 'prefix' => "$id.$time.", 'signatures' => $signatures];
    }

    private static function isSigned(array $signed, array $secrets, string $body): bool
    {
        $isRight = false;
        foreach ($secrets as $secret) {
            $key = $signed['isStandard'] ? self::standardKey($secret) : $secret;
            $wanted = hash_hmac('sha256', $signed['prefix'] . $body, $key, true);
            // All of them: how long it takes must not tell which secret is right.
            foreach ($signed['signatures'] as $signature) {
                $isRight = hash_equals($wanted, (string) $signature) || $isRight;
            }
        }
        return $isRight;
    }

    /** What follows `whsec_`, base64 decoded. Of a secret that is no base64, the bytes of its whole text. */
    private static function standardKey(string $secret): string
    {
        $text = str_starts_with($secret, 'whsec_') ? substr($secret, strlen('whsec_')) : $secret;
        $isBase64 = strlen($text) % 4 === 0 && preg_match('#^[A-Za-z0-9+/]+={0,2}$#D', $text) === 1;
        return $isBase64 ? (string) base64_decode($text, true) : $secret;
    }

    /** @return list<string> */
    private static function parts(string $header, string $separator): array
    {
        if ($header === '' || strlen($header) > self::MOST_CHARACTERS) {
            return [];
        }
        return array_map('trim', array_slice(explode($separator, $header), 0, self::MOST_SIGNATURES));
    }

    private static function isTime(string $text): bool
    {
        return preg_match('/^[0-9]{1,12}$/D', $text) === 1;
    }
}
