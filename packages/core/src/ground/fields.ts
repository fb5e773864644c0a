/**
 * The shapes that every record shares: ids, instants, dates, money, text, metadata, references.
 * On the wire names are snake_case; an accepted instant becomes epoch milliseconds.
 */
import { z } from 'zod'
import { isTimeZone, spelledTimeZone } from '@scheduling/availability'
import { hiddenCharacter } from './hidden-characters.ts'
import { isId, type IdPrefix } from './ids.ts'
import { ID_MAX, LIMITS } from '../contract/limits.ts'
import type { FieldCode } from '../contract/problems.ts'

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

/**
 * Refuses a body that names neither of two fields, or both; null counts as not sent:
 * `.superRefine(exactlyOne(…), BESIDE_OTHERS)`.
 *
 * @param neither said on the first of them
 */
export function exactlyOne<One extends string, Other extends string>(
  one: One,
  other: Other,
  neither: string,
) {
  return (input: { readonly [Name in One | Other]?: unknown }, context: z.RefinementCtx): void => {
    const hasOne = input[one] != null
    if (hasOne !== (input[other] != null)) return
    const issue = hasOne
      ? fault('mutually_exclusive', `Send either \`${one}\` or \`${other}\`.`)
      : fault('required', neither)
    context.addIssue({ ...issue, path: [hasOne ? other : one] })
  }
}

/** An id of the database: 1..2147483647. */
export const Id = z.int().min(1).max(ID_MAX)

/** A text id that names the record of a call. A malformed one belongs to no record: not found, whatever it contains. */
export function ownTextId(prefix: IdPrefix) {
  return valueText().transform((id) => (isId(prefix, id) ? id : ''))
}

/** Several ids, as in `service_ids`: distinct, in order. @param least none may do, where none is named */
export function distinctIds(most: number, least: 0 | 1 = 1) {
  return z
    .array(Id)
    .min(least, 'At least one id is required.')
    .max(most)
    .superRefine((ids, context) => refuseRepeated(ids, context, 'This id is in the list twice.'))
    .meta({ uniqueItems: true })
}

/** Refuses what is in a list a second time. @param within where in an element the value stands */
export function refuseRepeated(
  values: readonly unknown[],
  context: z.RefinementCtx,
  message: string,
  within: readonly string[] = [],
): void {
  const seen = new Set<unknown>()
  values.forEach((value, index) => {
    if (seen.has(value)) {
      context.addIssue({ ...fault('duplicate_item', message), path: [index, ...within] })
    }
    seen.add(value)
  })
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

/** The name of a time zone, in any case. */
export function timeZoneName() {
  return valueText().refine(isTimeZone, {
    params: { code: 'invalid_value' },
    message: 'This is not an IANA time zone. Expected a name such as America/Sao_Paulo.',
  })
}

/** A time zone that is stored, in the spelling of IANA. */
export function storedTimeZone() {
  return timeZoneName().overwrite(spelledTimeZone)
}

const INSTANT_FORM = 'ISO 8601 date-time with an offset, such as 2026-11-23T09:00:00-03:00.'
const INSTANT_EXPECTED = `Expected an ${INSTANT_FORM}`

/** Input: ISO 8601 with offset → epoch milliseconds. */
export const InstantInput = valueText()
  .meta({ format: 'date-time', description: `An ${INSTANT_FORM}` })
  .transform((text, context): number => {
    const instant = parseInstant(text.trim())
    if (instant === null) {
      context.addIssue(fault('invalid_format', `This is not a date-time. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    return instant.ms
  })

/** Input: the start of an appointment; whole minutes. */
export const StartInput = InstantInput.refine((ms) => ms % 60_000 === 0, {
  params: { code: 'minute_precision' },
  message: 'A start must be at a whole minute.',
})

/** A local date, `YYYY-MM-DD`. */
export const DateInput = valueText()
  .meta({ format: 'date' })
  .refine(isDateText, {
    params: { code: 'invalid_format' },
    message: 'This is not a date. Expected YYYY-MM-DD.',
  })

/** Input: a local date, or a date-time with offset. */
export const DateOrInstantInput = valueText()
  .meta({
    description:
      'A local date (YYYY-MM-DD), which means the whole day, or an ISO 8601 date-time with an offset.',
  })
  .transform((text, context): { date: string } | { ms: number } => {
    if (isDateText(text)) return { date: text }
    const instant = parseInstant(text)
    if (instant === null) {
      context.addIssue(
        fault(
          'invalid_format',
          'This is neither a date (YYYY-MM-DD) nor a date-time with an offset.',
        ),
      )
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    return { ms: instant.ms }
  })

/** Input: a color as pages write it. */
export const Color = valueText().regex(
  /^#[0-9A-Fa-f]{6}$/,
  'This is not a color. Expected a form such as #3A86FF.',
)

/** Text of one line that must say something: trimmed, 1..most. */
export function text(most: number) {
  return z.string().trim().min(1).max(most).superRefine(nothingHidden(most, 'line'))
}

/** Text of one line that may be absent: trimmed, 0..most; empty equals null. */
export function nullableText(most: number) {
  return nullable(most, 'line')
}

/** Text that may be absent and have several lines, such as notes: trimmed, 0..most; empty equals null. */
export function nullableLines(most: number) {
  return nullable(most, 'lines')
}

function nullable(most: number, kind: 'line' | 'lines') {
  return z
    .string()
    .trim()
    .max(most)
    .superRefine(nothingHidden(most, kind))
    .nullable()
    .transform((value) => (value === '' ? null : value))
}

/** The address of an online room; empty equals null. Clients open it, so it is one of the web and has no credentials. */
export const MeetingUrl = nullable(LIMITS.meetingUrlCharacters, 'line')
  .refine((value) => value === null || isHttps(value), {
    params: { code: 'invalid_format' },
    message: 'This is not the address of an online room. Expected a URL that begins with https://.',
  })
  .meta({
    format: 'uri',
    example: 'https://meet.example.com/room-7',
    description: 'The online room: a URL that begins with `https://`. Null: there is none.',
  })

function isHttps(value: string): boolean {
  if (!/^https:\/\/[^\s/?#]/.test(value) || /\s/.test(value)) return false
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === ''
}

function nothingHidden(most: number, kind: 'line' | 'lines') {
  return (value: string, context: z.RefinementCtx): void => {
    const found = value.length > most ? null : hiddenCharacter(value, kind)
    if (found === null) return
    const lines = kind === 'lines' ? 'other than line breaks and tabs' : 'such as line breaks'
    context.addIssue(
      fault(
        'invalid_format',
        `The character ${found} is not allowed. This text cannot contain control characters ${lines}, or invisible characters that have no effect.`,
      ),
    )
  }
}

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

/** An amount as the API shows it, with two decimals. */
export const AMOUNT = new RegExp(`^\\d{1,${LIMITS.priceDigits}}\\.\\d{2}$`)

/** Input: an `AMOUNT`. */
export const MoneyInput = valueText()
  .regex(
    AMOUNT,
    `This is not an amount. Expected at most ${LIMITS.priceDigits} digits and two decimals, such as 150.00.`,
  )
  .meta({ example: '150.00' })

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
          fault('invalid_value', `Only these fields can be expanded: ${names.join(', ')}.`),
        )
      }
      return names.filter((name) => asked.includes(name))
    })
    .default([])
    .meta({
      description: `The fields to return as full records instead of references: ${names.join(', ')}.`,
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
      description: `Whether to send the client ${message}: by WhatsApp or e-mail, as the organization and the client can be reached.`,
    })
}

/** The field `expected_start` of the calls that change an appointment which another caller may have moved. */
export const ExpectedStart = InstantInput.optional().meta({
  description:
    'The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes.',
})

export const TellReason = z.boolean().default(false).meta({
  description: 'Whether the message to the client names the reason.',
})

/** For routes whose record has nothing to expand: silence would look like success. */
export const NoExpand = z
  .array(valueText())
  .max(LIMITS.parameterValues)
  .refine((asked) => asked.length === 0, {
    params: { code: 'invalid_value' },
    message: 'This route has nothing to expand. Leave out `expand`.',
  })
  .optional()
  .meta({
    description: 'This route has nothing to expand.',
    offered: false,
    param: { in: 'query' },
  })
