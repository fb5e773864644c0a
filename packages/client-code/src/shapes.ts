/** Zod schemas written out as types. */
import { z } from 'zod'

/** `in`: what a caller sends, before defaults and transforms. `out`: what comes back. */
export type Side = 'in' | 'out'

type Spelling = {
  /** What a field is called, by its name on the wire. */
  readonly nameOf: (name: string) => string
  /** The words that stand before a field or a type; null: none. */
  readonly wordsOf: (schema: z.core.$ZodType) => string | null
  /** Schemas that are written as others. */
  readonly inPlace: ReadonlyMap<z.core.$ZodType, z.core.$ZodType>
  /** Whether what is looked at before it is parsed may be anything, or what parses it says what is sent. */
  readonly preprocessed: 'anything' | 'as parsed'
}

const AS_ON_THE_WIRE: Spelling = {
  nameOf: (name) => name,
  wordsOf: () => null,
  inPlace: new Map(),
  preprocessed: 'anything',
}

/** A shape with an id is declared once under it, and once more as `…Input` where what is sent differs. */
export class Shapes {
  readonly declared = new Map<string, string>()
  readonly #spelling: Spelling
  readonly #names = new Map<z.core.$ZodType, Map<Side, string>>()
  /** Those that are being written out: a shape without an id can't contain itself. */
  readonly #open = new Set<z.core.$ZodType>()

  constructor(spelling: Partial<Spelling> = {}) {
    this.#spelling = { ...AS_ON_THE_WIRE, ...spelling }
  }

  textOf(given: z.core.$ZodType, side: Side, where: string): string {
    const schema = this.#spelling.inPlace.get(given) ?? given
    const id = z.globalRegistry.get(schema)?.id
    if (id === undefined) {
      if (this.#open.has(schema))
        throw new Error(`${where}: a shape that contains itself needs an id.`)
      this.#open.add(schema)
      const text = this.#written(schema, side, where)
      this.#open.delete(schema)
      return text
    }
    const known = this.#names.get(schema)?.get(side)
    if (known !== undefined) return known
    const names = this.#names.get(schema) ?? new Map<Side, string>()
    this.#names.set(schema, names)
    const other = names.get(side === 'in' ? 'out' : 'in')
    const name = this.#freeName(side === 'in' && !id.endsWith('Input') ? `${id}Input` : id)
    names.set(side, name)
    this.declared.set(name, '')
    const text = this.#written(schema, side, where)
    // The same shape, sent and answered, or described twice.
    const alike = (one: string) => isAlike(this.declared.get(one), text)
    const same = [...this.declared.keys()].find((one) => one !== name && alike(one)) ?? other
    if (same !== undefined && alike(same)) {
      this.declared.delete(name)
      names.set(side, same)
      return same
    }
    this.declared.set(name, text)
    return name
  }

  #freeName(id: string): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? id : `${id}${count}`
      if (!this.declared.has(name)) return name
    }
  }

  #written(schema: z.core.$ZodType, side: Side, where: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod
    const inner = (one: z.core.$ZodType, step = ''): string =>
      this.textOf(one, side, `${where}${step}`)
    const union = (texts: readonly string[]): string =>
      texts.includes('unknown') ? 'unknown' : [...new Set(texts)].join(' | ')
    switch (def.type) {
      case 'string':
      case 'boolean':
      case 'null':
      case 'undefined':
      case 'unknown':
      case 'any':
      case 'never':
      case 'void':
        return def.type
      case 'number':
        return 'number'
      case 'date':
        return 'Date'
      case 'literal':
        return union(def.values.map((value) => literal(value)))
      case 'enum':
        return union(Object.values(def.entries).map((value) => literal(value)))
      case 'template_literal':
        throw new Error(`${where}: write the text of ${def.type} out.`)
      case 'array':
        return `(${inner(def.element, '[]')})[]`
      case 'tuple':
        return `[${def.items.map((item) => inner(item)).join(', ')}${def.rest === null ? '' : `, ...(${inner(def.rest)})[]`}]`
      case 'object':
        return this.#object(def, side, where)
      case 'record':
        return `Record<${inner(def.keyType)}, ${inner(def.valueType, '[*]')}>`
      case 'union':
        return union(def.options.map((option) => inner(option)))
      case 'intersection':
        return `(${inner(def.left)}) & (${inner(def.right)})`
      case 'nullable':
        return union([inner(def.innerType), 'null'])
      case 'optional':
        return union([inner(def.innerType), 'undefined'])
      case 'default':
      case 'prefault':
        return union([inner(def.innerType), ...(side === 'in' ? ['undefined'] : [])])
      case 'nonoptional':
        return `Exclude<${inner(def.innerType)}, undefined>`
      case 'readonly':
        return `Readonly<${inner(def.innerType)}>`
      case 'catch':
        return side === 'in' ? 'unknown' : inner(def.innerType)
      case 'lazy':
        return inner(def.getter())
      case 'pipe':
        return inner(side === 'in' && !this.#isPassedBy(def.in) ? def.in : def.out)
      case 'transform':
        // Before it there is anything; after it, what only the code of the function says.
        if (side === 'in') return 'unknown'
        throw new Error(`${where}: pipe the transform into a shape.`)
      default:
        throw new Error(`${where}: how is ${def.type} written as a type?`)
    }
  }

  /** The words of a schema as a comment before it. */
  words(schema: z.core.$ZodType): string {
    const words = this.#spelling.wordsOf(schema)
    return words === null ? '' : `${commentOf(words)}\n`
  }

  #isPassedBy(first: z.core.$ZodType): boolean {
    return this.#spelling.preprocessed === 'as parsed' && first._zod.def.type === 'transform'
  }

  #object({ shape, catchall }: z.core.$ZodObjectDef, side: Side, where: string): string {
    const fields = Object.entries(shape).map(([name, field]) => {
      const isOptional = side === 'in' ? mayBeLeftOut(field) : field._zod.optout !== undefined
      return `${this.words(field)}${keyOf(this.#spelling.nameOf(name))}${isOptional ? '?' : ''}: ${this.textOf(field, side, `${where}.${name}`)}`
    })
    if (catchall !== undefined && catchall._zod.def.type !== 'never') {
      fields.push(`[key: string]: ${this.textOf(catchall, side, `${where}.*`)}`)
    }
    if (fields.length === 0) return 'Record<string, never>'
    // A comment ends with its line.
    return fields.some((field) => field.startsWith('/**'))
      ? `{\n${fields.join('\n')}\n}`
      : `{ ${fields.join('; ')} }`
  }
}

/** As the types of Zod have it. At run time, what `preprocess` makes of nothing may be something. */
export function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.some(mayBeLeftOut)
  if (def.type === 'nullable' || def.type === 'readonly') return mayBeLeftOut(def.innerType)
  const isPreprocessed = def.type === 'pipe' && def.in._zod.def.type === 'transform'
  return isPreprocessed ? mayBeLeftOut(def.out) : schema._zod.optin !== undefined
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

/** A name as the key of an object type. */
export function keyOf(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name)
}

const COMMENT = /\/\*\*[^]*?\*\/\n/g

export function commentOf(words: string): string {
  const lines = words.replaceAll('*/', '*\u200b/').split('\n')
  return lines.length === 1 ? `/** ${lines[0]} */` : `/**\n * ${lines.join('\n * ')}\n */`
}

export function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, '')
}

/** Whether two texts are the same type, whatever stands in their comments. */
function isAlike(one: string | undefined, other: string): boolean {
  return one !== undefined && withoutComments(one) === withoutComments(other)
}
