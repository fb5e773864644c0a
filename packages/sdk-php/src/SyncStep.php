<?php

declare(strict_types=1);

namespace Scheduling;

use Scheduling\Records\Event;
use Scheduling\Records\Record;

/**
 * One step of `sync()`. Apply it, and keep its `bookmark` in the same transaction.
 *
 * - `began`: what follows is everything. Empty your copy. It also comes when a bookmark is older than the events that are kept.
 * - `record`: a record as it is, of `list`. Put it into your copy.
 * - `event`: what happened since. `$step->event->data->object` is the record after it.
 * - `caught_up`: there is no more for now.
 */
final class SyncStep
{
    /** @param 'began'|'record'|'event'|'caught_up' $kind */
    public function __construct(
        public readonly string $kind,
        public readonly string $bookmark,
        public readonly ?string $list = null,
        public readonly ?Record $record = null,
        public readonly ?Event $event = null,
    ) {
    }
}
