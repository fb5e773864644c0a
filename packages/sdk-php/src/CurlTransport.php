<?php

declare(strict_types=1);

namespace Scheduling;

/** One request over curl. It follows no redirect: the key goes to no other address. Connections are kept for the next one. */
final class CurlTransport
{
    /** More than any answer of the API has. */
    public const MOST_BYTES = 32 * 1024 * 1024;

    private ?\CurlHandle $handle = null;

    /**
     * @param array<string, string> $headers
     * @param float $timeout seconds for the whole answer
     * @throws SchedulingError `connection_failed`, `timed_out`
     */
    public function __invoke(string $method, string $url, array $headers, ?string $body, float $timeout): Answer
    {
        $this->handle ??= curl_init();
        curl_reset($this->handle);
        $named = [];
        $content = '';
        $lines = array_map(static fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_CUSTOMREQUEST => $method,
            // curl waits for a word of the server before a longer body, which the API does not say.
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$named): int {
                [$name, $value] = explode(':', $line, 2) + ['', null];
                if ($value === null) {
                    // The line before the headers: of several answers, the last one counts.
                    $named = trim($line) === '' ? $named : [];
                } else {
                    $named[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $piece) use (&$content): int {
                $content .= $piece;
                return strlen($content) > self::MOST_BYTES ? 0 : strlen($piece);
            },
        ]);
        if ($body !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $body);
        }
        curl_exec($this->handle);
        $fault = curl_errno($this->handle);
        $status = curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        if ($fault === CURLE_OPERATION_TIMEDOUT) {
            throw new SchedulingError('timed_out', "There was no answer within $timeout seconds.");
        }
        if ($fault !== 0 && strlen($content) <= self::MOST_BYTES) {
            throw new SchedulingError(
                'connection_failed',
                'The connection could not be made, or broke before the whole answer was there.',
                previous: new \RuntimeException(curl_error($this->handle)),
            );
        }
        return new Answer($status, $named, $content);
    }
}
