import type { MetadataChange } from './map-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'

/** A metadata column: our own schemas let only strings in. */
export function metadataOf(column: unknown): Record<string, string> {
  return column as Record<string, string>
}

/**
 * Merges a change into metadata: keys overwrite, null deletes one, `change: null` clears all.
 *
 * @param field where the caller wrote it, such as `client.metadata`
 * @throws `400 too_many` when more than 50 keys remain
 */
export function mergedMetadata(
  current: Readonly<Record<string, string>>,
  change: MetadataChange | undefined,
  field: string,
): Record<string, string> {
  if (change === undefined) return { ...current }
  if (change === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  if (merged.size > LIMITS.metadataKeys) {
    throw invalid(
      field,
      'too_many',
      `The record would have ${merged.size} keys, but at most ${LIMITS.metadataKeys} are allowed. To delete a key, send null for it.`,
    )
  }
  return Object.fromEntries(merged)
}

/** Whether both say the same, whatever the order of their keys. */
export function isSameMetadata(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key])
  )
}
