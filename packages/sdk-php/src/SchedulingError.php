<?php

declare(strict_types=1);

namespace Scheduling;

/**
 * Every error of this library. Decide by `$error->code`, and by `$error->status` for codes that you do not know.
 *
 * Codes of the library itself: `connection_failed`, `timed_out`, `unexpected_answer`, `bookmark_invalid`,
 * `signature_missing`, `signature_wrong`, `timestamp_too_old`, `body_too_large`, `body_not_an_event`.
 */
final class SchedulingError extends \RuntimeException implements \JsonSerializable
{
    /** @var string Of the API or of the library. */
    public $code;
    /** For people; may change. */
    public readonly string $title;

    /**
     * @param int|null $status of the answer; null where there was none
     * @param list<array{field: string, code: string, message: string}> $errors the fields that were refused
     * @param string|null $request_id for support
     * @param int|null $retry_after_seconds how long the API asks to wait; null where it does not say
     */
    public function __construct(
        string $code,
        string $detail,
        ?string $title = null,
        public readonly ?int $status = null,
        public readonly array $errors = [],
        public readonly ?string $request_id = null,
        public readonly ?int $retry_after_seconds = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($detail, 0, $previous);
        $this->code = $code;
        $this->title = $title ?? $detail;
    }

    /** What went wrong, for people; may change. */
    public function detail(): string
    {
        return $this->getMessage();
    }

    /** For a log: everything that it says. */
    public function jsonSerialize(): array
    {
        return [
            'code' => $this->code,
            'status' => $this->status,
            'title' => $this->title,
            'detail' => $this->getMessage(),
            'errors' => $this->errors,
            'request_id' => $this->request_id,
            'retry_after_seconds' => $this->retry_after_seconds,
        ];
    }
}
