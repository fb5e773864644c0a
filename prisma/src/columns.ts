/** What the columns of a query hold: the type that PostgreSQL sends, and the value that code reads. */
import { Prisma } from './generated/client.ts'

/** A column of rows. `Value` is what a row holds. */
export type Column<Value> = {
  /** PostgreSQL's name of its type, as in `int4` or `appointment_status`. */
  readonly type: string
  readonly isNullable: boolean
  /** From the text of a value that is not null. Left out: the value is the text. */
  readonly read?: (text: string) => Value
  /** The SQL that gives it. Left out: the column of the table that has its name, in snake_case. */
  readonly sql?: string
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of these columns. */
export type RowOf<Selected extends Columns> = {
  readonly [Name in keyof Selected]: Selected[Name] extends Column<infer Value> ? Value : never
}

export const bool = column('bool', (text) => text === 't')
export const int = column('int4', Number)
export const smallint = column('int2', Number)
/** Beyond 2^53 nothing is counted here: positions and sums are exact numbers. */
export const bigint = column('int8', exact)
export const text: Column<string> = { type: 'text', isNullable: false }
/** What a column of JSON holds where it is not null. */
export type Json = Exclude<Prisma.JsonValue, null>

/** JSON as its text, for what is passed on as it is stored. */
export const jsonText: Column<string> = { type: 'json', isNullable: false }

/** A decimal as PostgreSQL writes it, as in `120.00`. */
export const numeric: Column<string> = { type: 'numeric', isNullable: false }
/** `YYYY-MM-DD` */
export const date: Column<string> = { type: 'date', isNullable: false }
/** Epoch milliseconds; microseconds are cut off. */
export const instant = column('timestamptz', epochMs)
export const ints = column('_int4', numbersOf)
export const bigints = column('_int8', numbersOf)
export const texts = column('_text', elementsOf(String))

/** A time as Prisma gives it. */
export const dateTime = column('timestamptz', (text) => new Date(epochMs(text)))
/** A date as Prisma gives it: midnight UTC. */
export const day = column('date', (text) => new Date(epochMs(`${text} 00:00:00+00`)))
/** A decimal as Prisma gives it. */
export const decimal = column('numeric', (text) => new Prisma.Decimal(text))
/** Bytes as Prisma gives them. */
export const bytes = column('bytea', bytesOf)
export const bytesList = column('_bytea', elementsOf(bytesOf))
export const dateTimeList = column(
  '_timestamptz',
  elementsOf((element) => new Date(epochMs(element))),
)

/** One of the values of an enumeration of the schema. */
export function oneOf<Value extends string>(type: string): Column<Value> {
  return { type, isNullable: false }
}

/** @param Shape what the query makes; it is not checked */
export function json<Shape>(): Column<Shape> {
  return column('json', shaped<Shape>)
}

/** As `json`, of a column that is stored as `jsonb`. */
export function jsonb<Shape>(): Column<Shape> {
  return column('jsonb', shaped<Shape>)
}

/** A column that is made by an expression, as `p.name` or a subquery. */
export function by<Value>(sql: string, of: Column<Value>): Column<Value> {
  return { ...of, sql }
}

export function nullable<Value>(of: Column<Value>): Column<Value | null> {
  return { ...of, isNullable: true }
}

function column<Value>(type: string, read: (text: string) => Value): Column<Value> {
  return { type, isNullable: false, read }
}

/** Safe where the query itself makes the JSON, and its shape stands beside it. */
function shaped<Shape>(text: string): Shape {
  // The metadata of most records.
  if (text === '{}') return {} as Shape
  return JSON.parse(text) as Shape
}

function exact(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not an exact number.`)
  return value
}

/**
 * Sessions write times in UTC and ISO form, as `2026-11-23 12:00:00.123456+00`. Reading the digits takes half
 * of the time that `Date.parse` takes, and a page of 50 records has more than 100 times.
 */
function epochMs(text: string): number {
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) {
    throw new RangeError(`${text} is not a time as sessions are set to write it.`)
  }
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const fraction = text[19] === '.' ? 10 * twoDigits(text, 20) + digit(text, 22) : 0
  // `Date.UTC` takes a year below 100 for one after 1900. The calendar repeats after 400 years.
  const later = Date.UTC(
    year + 400,
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    fraction,
  )
  return later - MS_OF_400_YEARS
}

const MS_OF_400_YEARS = 146_097 * 86_400_000

function twoDigits(text: string, place: number): number {
  return 10 * digit(text, place) + digit(text, place + 1)
}

/** The places after a short fraction, as in `.1+00`, hold `+` and `0`: both count as 0. */
function digit(text: string, place: number): number {
  return Math.max(0, text.charCodeAt(place) - 48)
}

/** `{1,2}`, without nulls. */
function numbersOf(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

/** The elements of an array as PostgreSQL writes it, as in `{a,"b, \"c\""}`, without nulls. */
function elementsOf<Element>(of: (element: string) => Element) {
  return (text: string): Element[] =>
    [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},"]+/gs)].map(([plain, quoted]) =>
      of(quoted === undefined ? plain : quoted.replaceAll(/\\(.)/gs, '$1')),
    )
}

/** From `\x` and hexadecimal digits, as PostgreSQL writes bytes unless a session is set otherwise. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
