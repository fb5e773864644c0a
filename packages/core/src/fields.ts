/**
 * The shapes that every record shares: ids, instants, dates, money, text, metadata, references.
 * On the wire names are snake_case; an accepted instant becomes epoch milliseconds.
 */
import { z } from 'zod'
import { ID_MAX, LIMITS } from './limits.ts'
import type { FieldCode } from './problems.ts'

/** An issue with a code of the document's vocabulary. */
function fault(
  code: FieldCode,
  message: string,
): { code: 'custom'; params: { code: FieldCode }; message: string } {
  return { code: 'custom', params: { code }, message }
}
export { fault }

/** For a rule of several fields: also run when other fields are wrong, so that one answer names everything. */
export const BESIDE_OTHERS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** An id of the database: 1..2147483647. */
export const Id = z.int().min(1).max(ID_MAX)

/** Several ids, as in `service_ids`: distinct, in order. */
export function distinctIds(most: number) {
  return z
    .array(Id)
    .min(1, 'At least one id is required.')
    .max(most)
    .superRefine((ids, context) => {
      ids.forEach((id, index) => {
        if (ids.indexOf(id) < index) {
          context.addIssue({
            ...fault('duplicate_item', 'This id stands here twice.'),
            path: [index],
          })
        }
      })
    })
    .meta({ uniqueItems: true })
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?$/

type InstantParts = { ms: number; hasOffset: boolean } | null

/** ISO 8601 date-time to epoch milliseconds; digits past the millisecond are cut. */
export function parseInstant(text: string): InstantParts {
  const match = INSTANT.exec(text)
  if (match === null) return null
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '',
    zulu,
    sign,
    offsetHour,
    offsetMinute,
  ] = match
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  local.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  )
  if (zulu !== undefined) return { ms: local.getTime(), hasOffset: true }
  if (sign === undefined) return { ms: local.getTime(), hasOffset: false }
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000
  return { ms: local.getTime() - (sign === '-' ? -offset : offset), hasOffset: true }
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day <= days
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

export function isDateText(text: string): boolean {
  const match = DATE.exec(text)
  return match !== null && isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** Text of a form that a look at its characters decides: a date, a number, an id. */
export function valueText() {
  return z.string().max(LIMITS.valueCharacters)
}

const INSTANT_HELP = 'An ISO 8601 date-time with offset, such as 2026-11-23T09:00:00-03:00.'

/** Input: ISO 8601 with offset → epoch milliseconds. */
export const InstantInput = valueText()
  .meta({ format: 'date-time', description: INSTANT_HELP })
  .transform((text, context): number => {
    const instant = parseInstant(text.trim())
    if (instant === null) {
      context.addIssue(fault('invalid_format', `Not a date-time. ${INSTANT_HELP}`))
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_HELP}`))
      return z.NEVER
    }
    return instant.ms
  })

/** Input: the start of an appointment; whole minutes. */
export const StartInput = InstantInput.refine((ms) => ms % 60_000 === 0, {
  params: { code: 'minute_precision' },
  message: 'A start falls on a whole minute.',
})

/** A local date, `YYYY-MM-DD`. */
export const DateInput = valueText()
  .meta({ format: 'date' })
  .refine(isDateText, {
    params: { code: 'invalid_format' },
    message: 'Not a date. Expected YYYY-MM-DD.',
  })

/** Input: a local date, or a date-time with offset. */
export const DateOrInstantInput = valueText()
  .meta({
    description: 'A local date (YYYY-MM-DD), whole day, or an ISO 8601 date-time with offset.',
  })
  .transform((text, context): { date: string } | { ms: number } => {
    if (isDateText(text)) return { date: text }
    const instant = parseInstant(text)
    if (instant === null) {
      context.addIssue(
        fault('invalid_format', 'Neither a date (YYYY-MM-DD) nor a date-time with offset.'),
      )
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_HELP}`))
      return z.NEVER
    }
    return { ms: instant.ms }
  })

/** Text that must say something: trimmed, 1..most. */
export function text(most: number) {
  return z.string().trim().min(1).max(most)
}

/** Text that may be absent: trimmed, 0..most; empty equals null. */
export function nullableText(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .nullable()
    .transform((value) => (value === '' ? null : value))
}

const METADATA_KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${LIMITS.metadataKeyCharacters}}$`)

const METADATA_KEY_HELP = `A metadata key has 1 to ${LIMITS.metadataKeyCharacters} letters, digits, "_", "." or "-".`

/** Output: string → string, never null. */
export const Metadata = z.record(z.string(), z.string()).meta({
  description: `Your own data: at most ${LIMITS.metadataKeys} keys, string to string.`,
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

/** Output date-time: the organization's offset at that instant, seconds precision. */
export const Instant = z
  .string()
  .meta({ format: 'date-time', example: '2026-11-23T09:00:00-03:00' })
export const DateOnly = z.string().meta({ format: 'date', example: '2026-11-23' })
/** Two decimals, never a floating-point number. A price has ten digits before them at the most, a sum of prices twelve. */
export const Money = z
  .string()
  .regex(/^\d{1,12}\.\d{2}$/)
  .meta({ example: '150.00' })
export const Currency = z.literal('BRL')

/** `{id, name}`: how a record refers to another. */
export const MiniReference = z.object({ id: Id, name: z.string() }).meta({ id: 'MiniReference' })

/** `{id, name}`, or the full record where `expand` asks for it. */
export function expandable<Record extends z.ZodType>(record: Record) {
  return z.union([record, MiniReference])
}

/** Query: several values as `status=A,B`, any of which may hold. */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z.array(value).max(LIMITS.parameterValues)
}

/** Query: several values as `a,b`, `x[]=a&x[]=b` or repeated. An unknown one is refused on `expand`. */
export function expandOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .array(valueText().meta({ enum: [...names] }))
    .max(LIMITS.parameterValues)
    .transform((asked, context): Names[number][] => {
      if (asked.some((name) => !names.includes(name))) {
        context.addIssue(
          fault('invalid_value', `Only these can be expanded here: ${names.join(', ')}.`),
        )
      }
      return names.filter((name) => asked.includes(name))
    })
    .default([])
    .meta({
      description: `Full records in place of references: ${names.join(', ')}.`,
      param: { in: 'query' },
    })
}

/**
 * The field `notify_client` of the calls that would tell the client something.
 *
 * @param message as in "a message about it"
 */
export function notifyClient(message: string) {
  return z
    .boolean()
    .default(true)
    .meta({
      description: `Whether the client is to get ${message}. Checked, and without effect so far: this version sends clients no messages.`,
    })
}

/** For routes whose record has nothing to expand: silence would look like success. */
export const NoExpand = z
  .array(valueText())
  .max(LIMITS.parameterValues)
  .refine((asked) => asked.length === 0, {
    params: { code: 'invalid_value' },
    message: 'Nothing can be expanded here: leave `expand` out.',
  })
  .optional()
  .meta({ description: 'Nothing can be expanded here.', offered: false, param: { in: 'query' } })
