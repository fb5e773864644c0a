<?php

declare(strict_types=1);

namespace Scheduling;

/**
 * Keeping a copy: every record of some lists, then every change of them. A bookmark is never ahead of the steps up to it: a
 * program that stops anywhere and goes on from the last bookmark that was kept can get steps again, and misses none.
 */
final class Sync
{
    /** The beginning of time: a list of one day then shows every day. */
    private const EVER = '1970-01-01T00:00:00Z';

    /** The events of each list, its resource and method, and what is read to its end, one after the other. */
    private const LISTS = [
        'clients' => ['client.*', 'clients', 'list', [[]]],
        'appointments' => ['appointment.*', 'appointments', 'list', [[]]],
        'professionals' => ['professional.*', 'professionals', 'list', [[]]],
        'services' => ['service.*', 'services', 'list', [['include_inactive' => true]]],
        'deposits' => ['deposit.*', 'deposits', 'list', [[]]],
        // A list of what changed holds back what is new during a write. That of today does not.
        'queue_entries' => ['queue.*', 'queue', 'listEntries', [['updated_since' => self::EVER], []]],
    ];

    /** Bookmarks of a version that this library does not know are refused, not guessed at. */
    private const VERSION = 1;

    /** @param list<string> $lists */
    public function __construct(
        private readonly Scheduling $api,
        private readonly array $lists,
        private readonly int $limit,
    ) {
        if ($lists === [] || array_diff($lists, array_keys(self::LISTS)) !== []) {
            throw new \TypeError('`lists` must name some of ' . implode(', ', array_keys(self::LISTS)) . '.');
        }
    }

    /** @return \Generator<int, SyncStep> */
    public function steps(?string $bookmark, ?float $followEverySeconds, \Closure $sleep): \Generator
    {
        if ($followEverySeconds !== null && !($followEverySeconds > 0)) {
            throw new \TypeError('`follow_every_seconds` must be more than 0.');
        }
        $place = $bookmark === null ? null : self::placeOf($bookmark);
        while (true) {
            try {
                if ($place === null) {
                    // Before anything is read: what changes while it is read then comes again as an event.
                    $latest = $this->api->events->list(['latest' => true])->body['last_event_id'] ?? null;
                    $place = ['after' => $latest, 'done' => [], 'at' => null];
                    yield self::step('began', $place);
                }
                $place = yield from $this->snapshot($place);
                if ($place['after'] === null && $this->hasLostFirst()) {
                    $place = null;
                    continue;
                }
                $place = yield from $this->feed($place);
                yield self::step('caught_up', $place);
                if ($followEverySeconds === null) {
                    return;
                }
                $sleep($followEverySeconds);
            } catch (SchedulingError $error) {
                if (!self::isGone($error)) {
                    throw $error;
                }
                $place = null;
            }
        }
    }

    /** Reads the lists that are not done. @return \Generator<int, SyncStep, mixed, array> the place after them */
    private function snapshot(array $place): \Generator
    {
        foreach ($this->lists as $list) {
            [, $resource, $method, $reads] = self::LISTS[$list];
            foreach ($reads as $count => $fields) {
                $name = $count === 0 ? $list : "$list $count";
                while (!in_array($name, $place['done'], true)) {
                    $at = ($place['at']['list'] ?? null) === $name ? ['cursor' => $place['at']['cursor']] : [];
                    $page = $this->api->{$resource}->{$method}($at + $fields + ['limit' => $this->limit]);
                    $after = $page->next_cursor === null
                        ? ['done' => [...$place['done'], $name], 'at' => null] + $place
                        : ['at' => ['list' => $name, 'cursor' => $page->next_cursor]] + $place;
                    foreach ($page->data as $index => $record) {
                        // Within a page there is no place to go on from: records may come and go before it.
                        $here = $index === count($page->data) - 1 ? $after : $place;
                        yield new SyncStep('record', self::bookmarkOf($here), list: $list, record: $record);
                    }
                    $place = $after;
                }
            }
        }
        return $place;
    }

    /** Reads the feed to its end. @return \Generator<int, SyncStep, mixed, array> the place after it */
    private function feed(array $place): \Generator
    {
        $types = array_map(static fn (string $list) => self::LISTS[$list][0], $this->lists);
        do {
            $after = $place['after'] === null ? [] : ['after' => $place['after']];
            $page = $this->api->events->list(['type' => $types, 'limit' => $this->limit] + $after);
            $end = ['after' => $page->body['last_event_id'] ?? $place['after']] + $place;
            foreach ($page->data as $index => $event) {
                $here = $index === count($page->data) - 1 ? $end : ['after' => $event->id] + $place;
                yield new SyncStep('event', self::bookmarkOf($here), event: $event);
            }
            $place = $end;
        } while ($page->has_more);
        return $place;
    }

    /** A place from before the first event is gone when the first event is. */
    private function hasLostFirst(): bool
    {
        $first = $this->api->events->list(['limit' => 1])->body['data'][0] ?? null;
        return $first !== null && $first['sequence'] > 1;
    }

    /** Whether the place is no more: its events have been dropped, or its cursor belongs to others. */
    private static function isGone(SchedulingError $error): bool
    {
        if ($error->code !== 'validation_error') {
            return false;
        }
        foreach ($error->errors as ['field' => $field, 'code' => $code]) {
            if (($field === 'after' && $code === 'not_found') || $field === 'cursor') {
                return true;
            }
        }
        return false;
    }

    private static function step(string $kind, array $place): SyncStep
    {
        return new SyncStep($kind, self::bookmarkOf($place));
    }

    private static function bookmarkOf(array $place): string
    {
        ['after' => $after, 'done' => $done, 'at' => $at] = $place;
        return Request::json(['v' => self::VERSION, 'after' => $after, 'done' => $done, 'at' => $at]);
    }

    private static function placeOf(string $bookmark): array
    {
        $place = json_decode($bookmark, true);
        $at = $place['at'] ?? null;
        $isPlace = is_array($place)
            && ($place['v'] ?? null) === self::VERSION
            && (($place['after'] ?? null) === null || is_string($place['after']))
            && is_array($place['done'] ?? null)
            && ($at === null || (is_string($at['list'] ?? null) && is_string($at['cursor'] ?? null)));
        if (!$isPlace) {
            throw new SchedulingError(
                'bookmark_invalid',
                'This bookmark was not made by `sync()`, or by a newer version of this library. Without a bookmark, `sync()` starts over.',
            );
        }
        return ['after' => $place['after'] ?? null, 'done' => $place['done'], 'at' => $at];
    }
}
