<?php

declare(strict_types=1);

namespace Scheduling;

use Scheduling\Resources\Resources;

/** What a call becomes on the wire. */
final class Request
{
    /**
     * @param list<int|string> $ids
     * @throws \TypeError for an id that is none: two dots would be another path
     */
    public static function path(string $template, array $ids): string
    {
        return preg_replace_callback('/\{(\w+)\}/', static function (array $found) use (&$ids): string {
            $id = (string) array_shift($ids);
            if (in_array($id, ['', '.', '..'], true)) {
                throw new \TypeError("`$found[1]` must be an id.");
            }
            return rawurlencode($id);
        }, $template);
    }

    /**
     * A list is `a,b`, or JSON if it has records. A map is `metadata[key]=value`.
     *
     * @param array<string, mixed> $values
     */
    public static function query(array $values): string
    {
        $pairs = [];
        foreach ($values as $name => $value) {
            if (is_array($value) && !array_is_list($value)) {
                foreach ($value as $key => $inner) {
                    // Of several values of a key, each must hold.
                    foreach (is_array($inner) ? $inner : [$inner] as $one) {
                        $pairs[] = ["{$name}[$key]", self::text($one)];
                    }
                }
            } elseif (is_array($value)) {
                $hasRecords = array_filter($value, 'is_array') !== [];
                $pairs[] = [$name, $hasRecords ? self::json($value) : implode(',', array_map(self::text(...), $value))];
            } elseif ($value !== null) {
                $pairs[] = [$name, self::text($value)];
            }
        }
        $encoded = array_map(static fn (array $pair) => urlencode($pair[0]) . '=' . urlencode($pair[1]), $pairs);
        return implode('&', $encoded);
    }

    /** @param array<string, mixed> $fields */
    public static function body(array $fields): string
    {
        return self::json((object) self::withMaps($fields));
    }

    public static function json(mixed $value): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return json_encode($value, $flags);
    }

    /** PHP has one kind of empty array. Where a map belongs, it is one. */
    private static function withMaps(array $values): array
    {
        foreach ($values as $name => $value) {
            $isMap = in_array($name, Resources::MAPS, true);
            if ($value === [] && $isMap) {
                $values[$name] = new \stdClass();
            } elseif (is_array($value) && !$isMap) {
                $values[$name] = self::withMaps($value);
            }
        }
        return $values;
    }

    private static function text(mixed $value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }
}
