<?php

// The runtime without a service: what is sent again, pages, errors, signatures and bookmarks. It needs no program but PHP.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Scheduling\Answer;
use Scheduling\Retry;
use Scheduling\Scheduling;
use Scheduling\SchedulingError;
use Scheduling\Webhook;

function answered(int $status, mixed $body, array $headers = []): Answer
{
    return new Answer($status, ['x-request-id' => 'req_1'] + $headers, json_encode($body));
}

function refused(string $code, int $status, array $headers = []): Answer
{
    return answered($status, ['code' => $code, 'title' => 'T', 'detail' => 'Told.', 'errors' => []], $headers);
}

function client(int $id, array $more = []): array
{
    return $more + [
        'object' => 'client', 'id' => $id, 'first_name' => 'Ana', 'last_name' => null, 'name' => 'Ana', 'email' => null,
        'phone' => null, 'cpf' => null, 'birth_date' => null, 'metadata' => [], 'created_at' => '', 'updated_at' => '',
    ];
}

/** Gives its answers one after the other, and keeps what it was asked. */
final class Service
{
    public array $asked = [];
    public array $slept = [];

    public function __construct(private array $answers)
    {
    }

    public function __invoke(string $method, string $url, array $headers, ?string $body, float $timeout): Answer
    {
        $this->asked[] = [$method, $url, $headers, $body];
        $answer = array_shift($this->answers);
        return $answer instanceof SchedulingError ? throw $answer : $answer;
    }

    public function api(mixed ...$options): Scheduling
    {
        $sleep = function (float $seconds): void {
            $this->slept[] = $seconds;
        };
        return new Scheduling('svc_x', 'http://api.test/v1/', ...$options, transport: $this, sleep: $sleep);
    }
}

function codeOf(callable $call): string
{
    try {
        $call();
    } catch (SchedulingError $error) {
        return $error->code;
    } catch (\TypeError $error) {
        return 'TypeError';
    }
    return 'nothing was thrown';
}

function same(mixed $found, mixed $wanted, string $where = ''): void
{
    if ($found !== $wanted) {
        throw new \Exception("$where: found " . json_encode($found) . ', wanted ' . json_encode($wanted));
    }
}

$secret = 'whsec_' . base64_encode(str_repeat('k', 32));
$ping = json_encode(['id' => 'evt_1', 'type' => 'unknown.type', 'data' => ['object' => ['a' => 1]], 'api_version' => '', 'created_at' => '', 'organization_id' => 1, 'livemode' => true, 'sequence' => 1, 'context' => ['actor' => ['type' => 'system', 'id' => null, 'name' => null], 'source' => 'api', 'request_id' => 'req_1']]);
$service = static fn (string $body, string $key) => ['X-Service-Signature' => 't=1000,v1=' . hash_hmac('sha256', "1000.$body", $key)];
$standard = static fn (string $body) => [
    'webhook-id' => 'msg_1',
    'Webhook-Timestamp' => '1000',
    'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.1000.$body", str_repeat('k', 32), true)),
];

$tests = [
    'which failures are worth another attempt' => function (): void {
        $rows = [
            ['connection_failed', null, ['reads', 'once']],
            ['timed_out', null, ['reads', 'once']],
            ['internal_error', 500, ['reads', 'once']],
            ['outcome_unknown', 503, ['reads', 'once']],
            ['request_in_progress', 503, ['reads', 'once']],
            ['unexpected_answer', 502, ['reads', 'once']],
            ['rate_limited', 429, ['reads', 'once', 'twice']],
            ['unexpected_answer', 429, ['reads', 'once', 'twice']],
            ['service_unavailable', 503, ['reads', 'once', 'twice']],
            ['api_disabled', 503, ['reads', 'once', 'twice']],
            ['not_found', 404, []],
            ['duplicate_request', 409, []],
            ['unexpected_answer', 200, []],
        ];
        foreach ($rows as [$code, $status, $wanted]) {
            $error = new SchedulingError($code, 'Told.', status: $status);
            $kinds = array_filter(['reads', 'once', 'twice'], static fn ($kind) => Retry::pauseAfter($error, $kind, 1, 0.0) !== null);
            same(array_values($kinds), $wanted, "$code $status");
        }
    },
    'how long the pauses are' => function (): void {
        $told = static fn (int $seconds) => new SchedulingError('rate_limited', 'Told.', status: 429, retry_after_seconds: $seconds);
        $pauses = array_map(static fn (int $seconds) => Retry::pauseAfter($told($seconds), 'twice', 3, 1.0), [0, 1, 60, 61]);
        same($pauses, [0.5, 1.5, 60.5, null]);
        $late = new SchedulingError('timed_out', 'Told.');
        same(array_map(static fn (int $n) => Retry::pauseAfter($late, 'reads', $n, 1.0), [1, 2, 5, 9]), [0.5, 1.0, 8.0, 8.0]);
        same(array_map(static fn (int $n) => Retry::pauseAfter($late, 'reads', $n, 0.0), [1, 2, 5, 9]), [0.25, 0.5, 4.0, 4.0]);
    },
    'each attempt has the same key' => function (): void {
        $service = new Service([new SchedulingError('connection_failed', 'Lost.'), answered(201, client(1))]);
        same($service->api()->clients->create(['first_name' => 'Ana'])->id, 1);
        [[, , $first], [, , $second]] = $service->asked;
        same($first['Idempotency-Key'], $second['Idempotency-Key']);
        same(preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/', $first['Idempotency-Key']), 1);
        same(count($service->slept), 1);
    },
    'a change without a key is sent once' => function (): void {
        $service = new Service([new SchedulingError('timed_out', 'Late.')]);
        same(codeOf(fn () => $service->api()->clients->update(1, ['first_name' => 'Ana'])), 'timed_out');
        same($service->slept, []);
    },
    'it ends after the last attempt' => function (): void {
        $service = new Service(array_fill(0, 3, refused('internal_error', 500)));
        same(codeOf(fn () => $service->api()->clients->get(1)), 'internal_error');
        same(count($service->slept), 2);
    },
    'what is in the query and what in the body' => function (): void {
        $page = answered(200, ['data' => [], 'next_cursor' => null]);
        $service = new Service([$page, $page, answered(200, client(4)), answered(200, client(4)), answered(200, ['new' => true])]);
        $api = $service->api();
        $api->appointments->list(['from' => '2026-11-23T00:00:00Z', 'expand' => ['client', 'deposit']]);
        $api->clients->list(['metadata' => ['crm id' => '1'], 'limit' => 2]);
        $api->clients->update(4, ['last_name' => null, 'metadata' => []]);
        $api->clients->update(4, []);
        same($api->request('get', '/new/thing', ['is_new' => true], options: ['headers' => ['traceparent' => '00']]), ['new' => true]);
        same(array_map(static fn ($one) => [$one[0], substr($one[1], strlen('http://api.test/v1')), $one[3]], $service->asked), [
            ['GET', '/appointments?from=2026-11-23T00%3A00%3A00Z&expand=client%2Cdeposit', null],
            ['GET', '/clients?metadata%5Bcrm+id%5D=1&limit=2', null],
            ['PATCH', '/clients/4', '{"last_name":null,"metadata":{}}'],
            ['PATCH', '/clients/4', '{}'],
            ['GET', '/new/thing?is_new=true', null],
        ]);
        same($service->asked[4][2]['traceparent'], '00');
    },
    'what makes no sense is not sent' => function (): void {
        $service = new Service([]);
        $calls = [
            fn () => $service->api()->webhooks->get('..'),
            fn () => $service->api()->request('GET', '/../docs'),
            fn () => $service->api()->request('GET', '/%2e%2e/docs'),
            fn () => $service->api()->request('GET', '//evil.example'),
            fn () => $service->api()->request('GET', "/a\r\nb"),
            fn () => $service->api(timeout: 0.0),
            fn () => $service->api(max_retries: -1),
            fn () => $service->api()->clients->get(1, [], ['headers' => ['Authorization' => 'x']]),
            fn () => $service->api()->clients->get(1, [], ['headers' => ['a' => "b\r\nc: d"]]),
            fn () => $service->api()->clients->create(['first_name' => 'A'], "a\r\nb: c"),
            fn () => new Scheduling('a b', 'http://api.test'),
            fn () => new Scheduling("svc_x\n", 'http://api.test'),
            fn () => new Scheduling('svc_x', 'http://me:secret@api.test'),
            fn () => new Scheduling('svc_x', 'ftp://api.test'),
            fn () => $service->api()->sync(['webhooks']),
            fn () => $service->api()->sync([]),
        ];
        foreach ($calls as $index => $call) {
            same(codeOf($call), 'TypeError', "$index");
        }
        same($service->asked, []);
    },
    'a list gives every record of every page' => function (): void {
        $page = static fn (array $ids, ?string $cursor) => answered(200, ['data' => array_map('client', $ids), 'next_cursor' => $cursor]);
        $service = new Service([$page([1, 2], 'c1'), $page([3], null)]);
        $ids = [];
        foreach ($service->api()->clients->list(['limit' => 2]) as $client) {
            $ids[] = $client->id;
        }
        same($ids, [1, 2, 3]);
        same($service->asked[1][1], 'http://api.test/v1/clients?cursor=c1&limit=2');
        $service = new Service([$page([1], 'c1'), $page([2], 'c1')]);
        same(codeOf(fn () => iterator_to_array($service->api()->clients->list(), false)), 'unexpected_answer');
    },
    'a refusal is an error with all that it says' => function (): void {
        $service = new Service([refused('rate_limited', 429, ['retry-after' => '90'])]);
        try {
            $service->api()->clients->get(1);
            throw new \Exception('nothing was thrown');
        } catch (SchedulingError $error) {
            same(json_encode($error), '{"code":"rate_limited","status":429,"title":"T","detail":"Told.","errors":[],"request_id":"req_1","retry_after_seconds":90}');
        }
    },
    'what no API answers is unexpected' => function (): void {
        $answers = [new Answer(200, [], '<html>'), new Answer(302, [], '{}'), answered(200, []), answered(200, [1]), answered(404, ['a' => 1]), answered(200, ['id' => 'x'])];
        foreach ($answers as $index => $answer) {
            $api = (new Service([$answer]))->api(max_retries: 0);
            same(codeOf(fn () => $api->clients->get(1)), 'unexpected_answer', "$index");
        }
        $api = (new Service([answered(200, ['data' => [['id' => 1]], 'next_cursor' => null])]))->api();
        same(codeOf(fn () => $api->clients->list()), 'unexpected_answer', 'a page');
    },
    'the key is in no dump' => function (): void {
        $api = (new Service([]))->api();
        ob_start();
        var_dump($api, $api->clients);
        print_r($api);
        var_dump(new \ReflectionObject($api));
        same(str_contains((string) ob_get_clean(), 'svc_x'), false);
    },
    'a field that is newer than the library is there' => function (): void {
        $api = (new Service([answered(200, client(1, ['nickname' => 'Aninha']))]))->api();
        same($api->clients->get(1)->toArray()['nickname'], 'Aninha');
    },
    'either signature is enough, with any secret' => function () use ($secret, $ping, $service, $standard): void {
        foreach ([$service($ping, $secret), $standard($ping)] as $headers) {
            $unwrap = static fn ($body, $secrets, $now) => codeOf(fn () => Webhook::unwrap($body, $headers, $secrets, now: $now));
            same($unwrap($ping, ['whsec_other', $secret], 1000), 'nothing was thrown');
            same($unwrap($ping, $secret, 1301), 'timestamp_too_old');
            same($unwrap($ping, $secret, 699), 'timestamp_too_old');
            same($unwrap("$ping ", $secret, 1000), 'signature_wrong');
            same($unwrap($ping, 'whsec_other', 1000), 'signature_wrong');
        }
    },
    'what is no delivery' => function () use ($secret, $ping, $service): void {
        $unwrap = static fn ($body, $headers, $secrets) => codeOf(fn () => Webhook::unwrap($body, $headers, $secrets, now: 1000));
        same($unwrap($ping, [], $secret), 'signature_missing');
        same($unwrap($ping, ['x-service-signature' => 't=1,t=2,v1=' . str_repeat('0', 64)], $secret), 'signature_missing');
        same($unwrap(str_repeat(' ', 1024 * 1024 + 1), [], $secret), 'body_too_large');
        same($unwrap('[1]', $service('[1]', $secret), $secret), 'body_not_an_event');
        same($unwrap('{"id":1,"type":2,"data":3}', $service('{"id":1,"type":2,"data":3}', $secret), $secret), 'body_not_an_event');
        same($unwrap($ping, [], []), 'TypeError');
        same($unwrap($ping, [], ['']), 'TypeError');
    },
    'a bookmark is one of this library' => function (): void {
        foreach (['', '{}', '[]', '1', '{"v":2,"after":null,"done":[],"at":null}', '{"v":1,"after":1,"done":[],"at":null}', '{"v":1,"after":null,"done":[],"at":{"list":1}}'] as $bookmark) {
            $api = (new Service([]))->api();
            same(codeOf(fn () => iterator_to_array($api->sync(['clients'], $bookmark))), 'bookmark_invalid', $bookmark);
        }
    },
];

$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
    } catch (\Throwable $error) {
        $failed++;
        echo "FAILED: $name: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
    }
}
echo 'Ran ', count($tests), ' tests in PHP ', PHP_VERSION, "\n", $failed === 0 ? "OK\n" : "$failed FAILED\n";
exit($failed === 0 ? 0 : 1);
