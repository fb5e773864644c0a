<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Checks the header X-Service-Signature. $body: the raw bytes; $now: Unix seconds. */
function verify_service_signature(string $header, string $body, array $secrets, int $now): bool
{
    $time = '';
    $given = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't' && $time === '') {
            $time = $value;
        } elseif ($name === 'v1' || $name === 'v0') {
            $given[] = $value;
        }
    }
    if (!is_recent($time, $now)) {
        return false;
    }
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', $time . '.' . $body, $secret);
        foreach ($given as $value) {
            if (hash_equals($expected, $value)) {
                return true;
            }
        }
    }
    return false;
}

/** Checks the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). */
function verify_standard_signature(
    string $id,
    string $timestamp,
    string $signature,
    string $body,
    array $secrets,
    int $now,
): bool {
    if (!is_recent($timestamp, $now)) {
        return false;
    }
    foreach ($secrets as $secret) {
        $message = $id . '.' . $timestamp . '.' . $body;
        $digest = hash_hmac('sha256', $message, standard_key($secret), true);
        $expected = 'v1,' . base64_encode($digest);
        foreach (explode(' ', $signature) as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}

function standard_key(string $secret): string
{
    $text = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret;
    $key = strlen($text) % 4 === 0 ? base64_decode($text, true) : false;
    return $key === false ? $secret : $key;
}

function is_recent(string $time, int $now): bool
{
    return preg_match('/^\d{1,12}$/D', $time) === 1 && abs($now - (int) $time) <= TOLERANCE_SECONDS;
}
