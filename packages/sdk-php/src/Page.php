<?php

declare(strict_types=1);

namespace Scheduling;

/**
 * One page of a list. Iterating over it gives every record of this page and of those after it.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Page implements \IteratorAggregate
{
    /** @var list<Item> The records of this page alone. */
    public readonly array $data;
    public readonly bool $has_more;
    public readonly ?string $next_cursor;

    /**
     * @param array<string, mixed> $body the whole answer, with what only this list has, such as `last_event_id`
     * @param \Closure(array<string, mixed>): Item $make
     * @param \Closure(string): Page<Item> $ask for the page at a cursor
     */
    public function __construct(public readonly array $body, \Closure $make, private readonly \Closure $ask)
    {
        $this->data = array_map($make, $body['data']);
        $this->has_more = $body['has_more'] ?? false;
        $this->next_cursor = $body['next_cursor'];
    }

    /**
     * This page and those after it. One is held at a time.
     *
     * @return \Generator<int, Page<Item>>
     */
    public function pages(): \Generator
    {
        for ($page = $this; ; $page = $next) {
            yield $page;
            if ($page->next_cursor === null) {
                return;
            }
            $next = ($page->ask)($page->next_cursor);
            if ($next->next_cursor === $page->next_cursor) {
                throw new SchedulingError('unexpected_answer', 'A page names itself as the next one.');
            }
        }
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->data as $record) {
                yield $record;
            }
        }
    }
}
