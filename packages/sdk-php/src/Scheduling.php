<?php

declare(strict_types=1);

namespace Scheduling;

use Scheduling\Resources\Resources;

/**
 * A client of the API, for one key. Its methods are named as in the reference: `$api->clients->list()`.
 *
 * Each takes the ids of its path, then its fields as an array. A call that fails throws a `SchedulingError`.
 */
final class Scheduling extends Resources
{
    public const VERSION = '1.0.0';

    private readonly string $root;
    /** @var \Closure(): array<string, string> A closure, so that no dump shows the key. */
    private readonly \Closure $headers;
    /** @var array{timeout: float, max_retries: int} */
    private readonly array $defaults;
    private readonly \Closure $transport;
    private readonly \Closure $sleep;

    /**
     * @param string|null $api_key `svc_…`; by default `SCHEDULING_API_KEY` of the environment
     * @param string|null $base_url of the service, with or without `/v1`; by default `SCHEDULING_BASE_URL`
     * @param float $timeout seconds for each attempt with its whole answer
     * @param int $max_retries attempts after the first one, where it is safe to repeat a call
     * @param bool $strict have unknown parameters and fields refused instead of ignored
     * @param callable|null $transport in place of curl: see `CurlTransport`
     * @param callable|null $sleep takes seconds
     * @throws \TypeError for an option that is not valid
     */
    public function __construct(
        #[\SensitiveParameter] ?string $api_key = null,
        ?string $base_url = null,
        float $timeout = 30.0,
        int $max_retries = 2,
        bool $strict = false,
        ?callable $transport = null,
        ?callable $sleep = null,
    ) {
        $key = $api_key ?? (string) getenv('SCHEDULING_API_KEY');
        if (preg_match('/^[\x21-\x7e]+$/D', $key) !== 1) {
            throw new \TypeError('`api_key` must be an API key, without spaces or line breaks. Left out, it is `SCHEDULING_API_KEY`.');
        }
        $headers = [
            'Authorization' => "Bearer $key",
            'Accept' => 'application/json',
            'User-Agent' => 'scheduling-sdk-php/' . self::VERSION,
            ...($strict ? ['Prefer' => 'handling=strict'] : []),
        ];
        $this->headers = static fn (): array => $headers;
        $this->root = self::rootOf($base_url ?? (string) getenv('SCHEDULING_BASE_URL'));
        $this->defaults = self::checked(['timeout' => $timeout, 'max_retries' => $max_retries]);
        $this->transport = \Closure::fromCallable($transport ?? new CurlTransport());
        $this->sleep = \Closure::fromCallable($sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1e6)));
        parent::__construct($this->call(...));
    }

    /**
     * A route that this library does not know yet: `$api->request('GET', '/clients/1')`, without `/v1`. A change is sent
     * again after a lost answer only with an idempotency key.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options
     * @return array<string, mixed>|null
     * @throws SchedulingError
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $idempotency_key = null,
        array $options = [],
    ): ?array {
        $isPlain = preg_match('#^(?:/[\w.~%:@!$&\'()*+,;=-]+)+$#D', $path) === 1
            && preg_match('#/(?:\.|%2e){1,2}(?:/|$)#i', $path) !== 1;
        if (!$isPlain) {
            throw new \TypeError('`path` must be a path below `/v1`, as in `/clients/1`, without a query.');
        }
        $isOnce = $idempotency_key !== null;
        $row = [strtoupper($method), $path, $isOnce, false];
        $content = $body === null ? null : Request::body($body);
        [$found] = $this->attempts($row, $path, Request::query($query), $content, $idempotency_key, $options);
        return $found;
    }

    /**
     * What a copy needs: every record of some lists, then every event of them, one step at a time.
     *
     * @param list<'clients'|'appointments'|'professionals'|'services'|'deposits'|'queue_entries'> $lists
     * @param string|null $bookmark of the last step that your copy holds; null: from the beginning
     * @param float|null $follow_every_seconds ask the feed again and again; null: the steps end when the copy has caught up
     * @param int $limit records or events of one request, at most 200
     * @return \Generator<int, SyncStep>
     * @throws SchedulingError `bookmark_invalid`, and what calls throw
     */
    public function sync(
        array $lists,
        ?string $bookmark = null,
        ?float $follow_every_seconds = null,
        int $limit = 200,
    ): \Generator {
        return (new Sync($this, $lists, $limit))->steps($bookmark, $follow_every_seconds, $this->sleep);
    }

    /** Without the key. */
    public function __debugInfo(): array
    {
        return ['root' => $this->root];
    }

    /** @param array{0: string, 1: string, 2: bool, 3: bool} $row method, path, takes an idempotency key, answers pages */
    private function call(
        array $row,
        array $ids,
        array $fields,
        ?string $key,
        array $options,
        ?\Closure $make,
    ): mixed {
        [$method, $template, , $isList] = $row;
        $path = Request::path($template, $ids);
        if ($method === 'GET' || $method === 'DELETE') {
            [$query, $body] = [Request::query($fields), null];
        } else {
            // What has a body has its fields there, all but `expand`.
            $query = Request::query(array_intersect_key($fields, ['expand' => true]));
            $rest = array_diff_key($fields, ['expand' => true]);
            $body = $rest === [] && $method === 'POST' ? null : Request::body($rest);
        }
        [$found, $answer] = $this->attempts($row, $path, $query, $body, $key, $options);
        if ($make === null || $found === null) {
            return null;
        }
        try {
            if (!$isList) {
                return $make($found);
            }
            $ask = fn (string $cursor) => $this->call($row, $ids, ['cursor' => $cursor] + $fields, null, $options, $make);
            return new Page($found, $make, $ask);
        } catch (\TypeError $error) {
            throw Reading::unexpected($answer, $error);
        }
    }

    /** @return array{0: array<string, mixed>|null, 1: Answer} */
    private function attempts(array $row, string $path, string $query, ?string $body, ?string $key, array $options): array
    {
        [$method, , $isOnce, $isList] = $row;
        ['timeout' => $timeout, 'max_retries' => $retries] = self::checked($options + $this->defaults);
        $url = $this->root . $path . ($query === '' ? '' : "?$query");
        $headers = ($this->headers)() + ($body === null ? [] : ['Content-Type' => 'application/json']);
        foreach ($options['headers'] ?? [] as $name => $value) {
            if (preg_match('/^[\w-]+$/D', $name) !== 1 || preg_match('/[\r\n\0]/', $value) === 1) {
                throw new \TypeError('`headers` must be names with values of one line.');
            }
            if (in_array(strtolower($name), ['authorization', 'accept', 'content-type', 'idempotency-key', 'user-agent'], true)) {
                throw new \TypeError("`headers` can't set `$name`.");
            }
            $headers[$name] = $value;
        }
        if ($isOnce) {
            // Made once for a call: each attempt has the same key.
            $headers['Idempotency-Key'] = $key ?? self::randomKey();
            if (preg_match('/[\r\n\0]/', $headers['Idempotency-Key']) === 1) {
                throw new \TypeError('`idempotency_key` must be one line.');
            }
        }
        $repeated = $method === 'GET' ? 'reads' : ($isOnce ? 'once' : 'twice');
        for ($attempts = 1; ; $attempts++) {
            try {
                $answer = ($this->transport)($method, $url, $headers, $body, $timeout);
                return [Reading::of($answer, $isList), $answer];
            } catch (SchedulingError $error) {
                $pause = Retry::pauseAfter($error, $repeated, $attempts, mt_rand() / mt_getrandmax());
                if ($attempts > $retries || $pause === null) {
                    throw $error;
                }
            }
            ($this->sleep)($pause);
        }
    }

    private static function checked(array $options): array
    {
        if (!(is_numeric($options['timeout']) && $options['timeout'] > 0 && $options['timeout'] < 2_000_000)) {
            throw new \TypeError('`timeout` must be more than 0 seconds.');
        }
        if (!(is_int($options['max_retries']) && $options['max_retries'] >= 0)) {
            throw new \TypeError('`max_retries` must be a whole number, 0 or more.');
        }
        return ['timeout' => (float) $options['timeout'], 'max_retries' => $options['max_retries']];
    }

    private static function rootOf(string $base_url): string
    {
        $parts = parse_url($base_url);
        $isPlain = is_array($parts)
            && in_array(strtolower($parts['scheme'] ?? ''), ['http', 'https'], true)
            && ($parts['host'] ?? '') !== ''
            && array_intersect_key($parts, ['user' => 1, 'pass' => 1, 'query' => 1, 'fragment' => 1]) === []
            && preg_match('/^[\x21-\x7e]+$/D', $base_url) === 1;
        if (!$isPlain) {
            throw new \TypeError('`base_url` must be an http or https address without credentials, query or fragment. Left out, it is `SCHEDULING_BASE_URL`.');
        }
        // Many copy the address with the version.
        return preg_replace('#(?:/v1)?/?$#D', '', $base_url) . '/v1';
    }

    private static function randomKey(): string
    {
        $hex = bin2hex(random_bytes(16));
        return vsprintf('%s-%s-4%s-a%s-%s', [
            substr($hex, 0, 8),
            substr($hex, 8, 4),
            substr($hex, 13, 3),
            substr($hex, 17, 3),
            substr($hex, 20, 12),
        ]);
    }
}
