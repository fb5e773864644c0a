/** Maps whose names the caller chooses, metadata first of all. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault } from './fields.ts'

const METADATA_KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${LIMITS.metadataKeyCharacters}}$`)

const METADATA_KEY_HELP = `A metadata key must have 1 to ${LIMITS.metadataKeyCharacters} characters: letters, digits, "_", "." or "-".`

/** Output: string → string, never null. */
export const Metadata = z.record(z.string(), z.string()).meta({
  description: `Your own data. A map of at most ${LIMITS.metadataKeys} keys, each with a string.`,
})

/**
 * A map whose names the caller chooses.
 *
 * @param rules.most names in it
 * @param rules.keyHelp what to say of a name that `key` refuses
 */
export function mapOf<Key extends z.ZodString, Value extends z.ZodType>(
  key: Key,
  value: Value,
  rules: { readonly most: number; readonly keyHelp?: string },
) {
  return z.preprocess(
    refuseProto,
    z
      .record(key, value, {
        error: (issue) => (issue.code === 'invalid_key' ? rules.keyHelp : undefined),
      })
      .meta({ maxProperties: rules.most }),
  )
}

/** A record schema would drop this name without a word. */
function refuseProto(map: unknown, context: z.RefinementCtx): unknown {
  if (typeof map === 'object' && map !== null && Object.hasOwn(map, '__proto__')) {
    context.addIssue({
      ...fault('invalid_format', 'This name cannot be used.'),
      path: ['__proto__'],
    })
  }
  return map
}

/**
 * Input: null for a key deletes it, null for the whole clears all. The 50 keys count after the merge, and
 * 51 that are set can never fit.
 */
export const MetadataInput = mapOf(
  z.string().regex(METADATA_KEY),
  z.string().max(LIMITS.metadataValueCharacters).nullable(),
  { most: LIMITS.metadataChanges, keyHelp: METADATA_KEY_HELP },
)
  .nullable()
  .superRefine((map, context) => {
    const set = Object.values(map ?? {}).filter((value) => value !== null)
    if (set.length > LIMITS.metadataKeys) {
      context.addIssue(fault('too_many', `At most ${LIMITS.metadataKeys} keys.`))
    }
  })

export type MetadataChange = z.output<typeof MetadataInput>
