/** The worst that someone can write into an input, made of its schema: so that new inputs are hunted too. */
import { z } from 'zod'

type Schema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
}

/** A place of an input where something stands that its sender chooses. */
export type Place = {
  readonly path: readonly string[]
  readonly kind: 'text' | 'list' | 'map' | 'number' | 'other'
  /** Characters, elements or names that its schema allows; of a number the greatest. */
  readonly most: number
  /** Of a list: something that it may hold. */
  readonly element: unknown
}

export type Values = Readonly<Record<string, unknown>>

/** An input and its places. `values` holds what exists, by name. */
export class Input {
  readonly places: readonly Place[]
  /** What is accepted, as small as it can be. */
  readonly least: Readonly<Record<string, unknown>>
  readonly #root: Schema
  readonly #values: Values

  constructor(schema: z.ZodType, values: Values) {
    this.#root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    this.#values = values
    this.places = this.#placesIn(this.#root, [])
    this.least = this.#least(this.#root) as Record<string, unknown>
  }

  /** The least input with these values in their places; a text that is undefined is left out. */
  with(changes: Iterable<readonly [Place, unknown]>): Record<string, unknown> {
    const copy = structuredClone(this.least) as Record<string, unknown>
    for (const [{ path }, value] of changes) {
      let at = copy
      for (const name of path.slice(0, -1)) {
        const inner = at[name]
        const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        at[name] = isObject ? inner : this.#leastAt(path.slice(0, path.indexOf(name) + 1))
        at = at[name] as Record<string, unknown>
      }
      const last = path.at(-1)
      if (last !== undefined) at[last] = value
    }
    return copy
  }

  #resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema
    return this.#resolved(this.#root.$defs?.[schema.$ref.slice('#/$defs/'.length)] ?? {})
  }

  #placesIn(schema: Schema, path: readonly string[]): Place[] {
    const { anyOf, oneOf, ...resolved } = this.#resolved(schema)
    const options = (anyOf ?? oneOf)?.filter(({ type }) => type !== 'null')
    if (options !== undefined) return options.flatMap((option) => this.#placesIn(option, path))
    const { type, properties, additionalProperties, items = {} } = resolved
    const element = this.#least(items)
    const place = (kind: Place['kind'], most: number): Place => ({ path, kind, most, element })
    if (type === 'string') return [place('text', resolved.maxLength ?? 50)]
    if (type === 'array') return [place('list', resolved.maxItems ?? 200)]
    if (type === 'integer') return [place('number', resolved.maximum ?? 2 ** 53 - 1)]
    if (typeof additionalProperties === 'object') {
      return [place('map', resolved.maxProperties ?? 200)]
    }
    if (type !== 'object') return [place('other', 0)]
    const inner = Object.entries(properties ?? {}).flatMap(([name, one]) =>
      this.#placesIn(one, [...path, name]),
    )
    return path.length === 0 ? inner : [place('other', 0), ...inner]
  }

  #leastAt(path: readonly string[]): unknown {
    let schema = this.#root
    for (const name of path) {
      const { anyOf, ...resolved } = this.#resolved(schema)
      const object = anyOf?.map((one) => this.#resolved(one)).find(({ type }) => type === 'object')
      schema = (object ?? resolved).properties?.[name] ?? {}
    }
    const { anyOf, ...plain } = this.#resolved(schema)
    const object = anyOf?.map((one) => this.#resolved(one)).find(({ type }) => type === 'object')
    return this.#least(object ?? plain)
  }

  #least(schema: Schema, name = ''): unknown {
    if (name in this.#values) return this.#values[name]
    const resolved = this.#resolved(schema)
    const { anyOf, oneOf, type, required = [], properties = {} } = resolved
    const [option] = (anyOf ?? oneOf)?.filter((one) => one.type !== 'null') ?? []
    if (option !== undefined) return this.#least(option)
    if (resolved.const !== undefined) return resolved.const
    if (resolved.enum !== undefined) return resolved.enum[0]
    if (type === 'object') {
      return Object.fromEntries(
        required.map((key) => [key, this.#least(properties[key] ?? {}, key)]),
      )
    }
    if (type === 'array') {
      return Array.from({ length: resolved.minItems ?? 0 }, () => this.#least(resolved.items ?? {}))
    }
    if (type === 'integer' || type === 'number') return Math.max(1, resolved.minimum ?? 1)
    if (type === 'boolean') return false
    return 'x'.repeat(Math.max(1, resolved.minLength ?? 1))
  }
}

/** What texts are made of: each is the worst for something that is done with texts. */
export const UNITS: Readonly<Record<string, string>> = {
  letters: 'a',
  blanks: ' ',
  tabs: '\t',
  'line breaks': '\r\n',
  digits: '9',
  zeros: '0',
  slashes: '/',
  dots: '.',
  commas: ',',
  percents: '%',
  escapes: '%2f',
  brackets: '[',
  braces: '{{',
  blocks: '{% if a %}',
  quotes: '"',
  backslashes: '\\',
  equals: '=',
  ampersands: '&',
  'at signs': '@',
  hyphens: '-',
  plusses: '+',
  parentheses: '(',
  'angle brackets': '<',
  'labels and dots': 'a.',
  ligatures: '\uFDFA',
  'capital dotted i': '\u0130',
  'combining marks': '\u0301',
  'marked letters': 'a\u0323\u0307',
  'zero width': '\u200d',
  'bidi controls': '\u202e',
  'half pairs': '\ud800',
  emoji: '\u{1f468}\u200d\u{1f469}',
  zeroes: '\0',
}

/** Those that are worst for one field alone: what is parsed, folded, normalized or looked up. */
export const TELLING_UNITS = [
  'blanks',
  'digits',
  'slashes',
  'dots',
  'braces',
  'at signs',
  'parentheses',
  'labels and dots',
  'ligatures',
  'combining marks',
  'half pairs',
] as const

/** The ends of the calendar, in the forms that dates and date-times have. */
const EDGES = [
  '0001-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
] as const

/** `length` code units of it. */
export function run(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}

/** Something in front and behind: what is trimmed or anchored at an end reads all of it. */
export function framed(unit: string, length: number): string {
  return length < 3 ? run(unit, length) : `1${run(unit, length - 2)}x`
}

type Makers<Made> = Readonly<Record<string, (count: number) => Made>>

/** Lists of so many elements. */
function worstLists(element: unknown): Makers<unknown[]> {
  const of = (make: (index: number) => unknown) => (count: number) =>
    Array.from({ length: count }, (_, at) => make(at))
  return {
    'the same element': of(() => element),
    numbers: of((at) => at + 1),
    texts: of((at) => `x${at}`),
    nothings: of(() => null),
    'empty lists': of(() => []),
    'huge numbers': of(() => 1e300),
  }
}

/** Maps of so many names. */
function worstMaps(): Makers<object> {
  const of = (make: (at: number, share: number) => [string, unknown]) => (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => make(at, Math.floor(60_000 / count))),
    )
  return {
    texts: of((at) => [`k${at}`, 'x']),
    'bad names': of((at) => [`A ${at}\u0301`, 1]),
    'long names': of((at, share) => [run('\uFDFA', Math.min(100, share)) + at, 'x']),
    'long texts': of((at, share) => [`k${at}`, run('\uFDFA', share)]),
    nothings: of((at) => [`k${at}`, null]),
    maps: of((at) => [`k${at}`, {}]),
  }
}

/** An input by the name of what is worst in it, and the places where it stands. */
export type Worst = {
  readonly what: string
  /** Null: it takes more than all the room. */
  readonly make: () => object | null
  readonly places: readonly Place[]
}

/**
 * The worst texts in all places together, in the permitted size, in twice that, and filling all the room;
 * the telling ones in each place alone, so that nothing in front of them refuses the input; the worst lists
 * and maps; and what is none of these.
 *
 * @param room bytes that all of it may take
 */
export function* worstOf(input: Input, room: number): Generator<Worst> {
  const texts = input.places.filter(({ kind }) => kind === 'text')
  for (const [unit, of] of texts.length === 0 ? [] : Object.entries(UNITS)) {
    const share = Math.floor(room / texts.length / Buffer.byteLength(of)) * of.length
    const sizes: readonly [string, (place: Place) => string][] = [
      ['framed', ({ most }) => framed(of, most)],
      ['twice as many', ({ most }) => run(of, 2 * most)],
      ['far more', () => framed(of, share)],
    ]
    for (const [size, make] of sizes) {
      yield {
        what: `all texts ${unit}, ${size}`,
        make: () => input.with(texts.map((place) => [place, make(place)] as const)),
        places: texts,
      }
    }
  }
  for (const place of input.places) {
    for (const [what, valueOf] of worstValues(place, room)) {
      yield {
        what: `${place.path.join('.')} ${what}`,
        make() {
          const value = valueOf()
          return value === TOO_LARGE ? null : input.with([[place, value]])
        },
        places: [place],
      }
    }
  }
}

const TOO_LARGE = Symbol('too large')

function* worstValues(
  { kind, most, element }: Place,
  room: number,
): Generator<[string, () => unknown]> {
  for (const unit of kind === 'text' ? TELLING_UNITS : []) {
    const of = UNITS[unit] ?? ''
    yield [`of ${unit}`, () => framed(of, most)]
    const length = Math.floor(room / Buffer.byteLength(of)) * of.length
    yield [`of ${unit}, far more`, () => run(of, length)]
  }
  for (const edge of kind === 'text' ? EDGES : []) yield [edge, () => edge]
  if (kind === 'number') yield ['the greatest', () => most]
  for (const count of kind === 'list' || kind === 'map' ? [most, 4000, 18_000] : []) {
    const made = kind === 'list' ? worstLists(element) : worstMaps()
    for (const [name, make] of Object.entries(made)) {
      yield [
        `of ${count} ${name}`,
        () => {
          const value = make(count)
          return JSON.stringify(value).length <= room ? value : TOO_LARGE
        },
      ]
    }
  }
  yield ['of digits', () => run('9', Math.min(room, 200_000))]
  yield ['a huge number', () => 1e300]
  yield ['a deep list', () => JSON.parse(`${'['.repeat(29)}${']'.repeat(29)}`)]
  yield [
    'a wide object',
    () => Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, at])),
  ]
}
