/** The shapes that every record shares: ids, text, money, references. Names are snake_case on the wire. */
import { z } from 'zod'
import { hiddenCharacter } from './hidden-characters.ts'
import { isId, type IdPrefix } from './ids.ts'
import { ID_MAX, LIMITS } from '../contract/limits.ts'
import type { FieldCode } from '../contract/problems.ts'

/** An issue with a code of the document's vocabulary. */
export function fault(
  code: FieldCode,
  message: string,
): { code: 'custom'; params: { code: FieldCode }; message: string } {
  return { code: 'custom', params: { code }, message }
}

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

/** Several ids, as in `service_ids`: distinct, in order. @param least 0 where the list can be empty */
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

/** Text of a form that a look at its characters decides: a date, a number, an id. */
export function valueText() {
  return z.string().max(LIMITS.valueCharacters)
}

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

/**
 * An address that clients open, so it is one of the web and has no credentials; empty equals null.
 *
 * @param what as in "the address of an online room"
 */
export function openedUrl(most: number, what: string) {
  return nullable(most, 'line').refine((value) => value === null || isHttps(value), {
    params: { code: 'invalid_format' },
    message: `This is not the address of ${what}. Expected a URL that begins with https://.`,
  })
}

export const MeetingUrl = openedUrl(LIMITS.meetingUrlCharacters, 'an online room').meta({
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
