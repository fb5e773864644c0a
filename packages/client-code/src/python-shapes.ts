/** Zod schemas written out as types of Python: a `TypedDict` for each record, with the names of the wire. */
import { eventSchemaName } from '@scheduling/api'
import { z } from 'zod'
import { descriptionOf } from './sdk-words.ts'
import { mayBeLeftOut, type Side } from './shapes.ts'

/** Names that Python keeps for itself, of those that fields have. */
const KEYWORDS: ReadonlySet<string> = new Set(['from', 'in', 'is', 'not', 'class', 'import'])

/** An event union is one type for each kind of record, with the list of its types: 35 copies say no more. */
const EVENT_UNIONS: ReadonlySet<string> = new Set(['WebhookEvent', 'Event'])

type Field = {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly words: string | null
}

export class PythonShapes {
  readonly declared = new Map<string, string>()
  readonly #names = new Map<z.core.$ZodType, Map<Side, string>>()

  typeOf(schema: z.core.$ZodType, side: Side, where: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod
    const inner = (one: z.core.$ZodType, step = ''): string => this.typeOf(one, side, where + step)
    const union = (types: readonly string[]): string =>
      types.includes('Any') ? 'Any' : [...new Set(types)].join(' | ')
    switch (def.type) {
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case 'number':
        return z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any' }).type === 'integer'
          ? 'int'
          : 'float'
      case 'null':
      case 'void':
        return 'None'
      case 'unknown':
      case 'any':
      case 'never':
      case 'undefined':
        return 'Any'
      case 'literal':
        return `Literal[${def.values.map(constant).join(', ')}]`
      case 'enum':
        return `Literal[${Object.values(def.entries).map(constant).join(', ')}]`
      case 'array':
        return `list[${inner(def.element, '_item')}]`
      case 'object':
        return this.#record(schema as z.ZodObject, side, where)
      case 'record':
        return `dict[str, ${inner(def.valueType, '_value')}]`
      case 'union':
        if (EVENT_UNIONS.has(z.globalRegistry.get(schema)?.id ?? '')) return 'WebhookEvent'
        return union(
          def.options.map((option, index) => inner(option, index === 0 ? '' : `_${index}`)),
        )
      case 'nullable':
        return union([inner(def.innerType), 'None'])
      case 'optional':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        return inner(def.innerType)
      case 'lazy':
        return inner(def.getter())
      case 'pipe':
        return inner(side === 'in' && def.in._zod.def.type !== 'transform' ? def.in : def.out)
      default:
        throw new Error(`${where}: how is ${def.type} written in Python?`)
    }
  }

  /** The fields of what a method takes, as its keywords. */
  input(name: string, shape: Readonly<Record<string, z.ZodType>>): void {
    const fields = this.#fields(shape, 'in', name).map((field) => ({
      ...field,
      name: KEYWORDS.has(field.name) ? `${field.name}_` : field.name,
    }))
    this.declared.set(name, recordText(name, fields, null))
  }

  /** One type for each kind of record that events are about. */
  events(delivered: z.ZodType): void {
    const { def } = (delivered as unknown as z.core.$ZodTypes)._zod
    if (def.type !== 'union') throw new Error('Events are a union by their type.')
    const kinds = new Map<string, string[]>()
    let shared: z.ZodObject | null = null
    for (const option of def.options) {
      if (!(option instanceof z.ZodObject)) throw new Error('An event is a record.')
      shared ??= option
      const { type, data } = option.shape
      const [value] = type instanceof z.ZodLiteral ? type.values : []
      const object = data instanceof z.ZodObject ? data.shape['object'] : undefined
      if (typeof value !== 'string' || !(object instanceof z.ZodType))
        throw new Error('What is this event about?')
      const record = this.typeOf(object, 'out', eventSchemaName(value))
      kinds.set(record, [...(kinds.get(record) ?? []), value])
    }
    const { type: _, data: __, ...envelope } = shared?.shape ?? {}
    this.declared.set(
      'EventBase',
      recordText('EventBase', this.#fields(envelope, 'out', 'Event'), null),
    )
    const names = [...kinds].map(([record, types]) => {
      const name = `${record.replace(/Base$/, '')}Event`
      this.declared.set(
        name,
        `class ${name}Data(TypedDict):
    object: ${record}
    changes: dict[str, Change] | None
    """Only the fields that changed, each with \`from\` and \`to\`. None for types without changes."""
    batch_id: str | None


class ${name}(EventBase):
    type: Literal[${types.map(constant).join(', ')}]
    data: ${name}Data
`,
      )
      return name
    })
    this.declared.set('Change', `Change = TypedDict("Change", {"from": Any, "to": Any})\n`)
    this.declared.set(
      'WebhookEvent',
      `WebhookEvent = Union[${names.map((name) => `\n    "${name}",`).join('')}\n]\n`,
    )
  }

  #record(schema: z.ZodObject, side: Side, where: string): string {
    const known = this.#names.get(schema)
    const same = known?.get(side)
    if (same !== undefined) return same
    const id = z.globalRegistry.get(schema)?.id
    const base =
      id === undefined ? pascal(where) : side === 'in' && !id.endsWith('Input') ? `${id}Input` : id
    let name = base
    for (let count = 2; this.declared.has(name); count += 1) name = `${base}${count}`
    const names = known ?? new Map<Side, string>()
    this.#names.set(schema, names.set(side, name))
    this.declared.set(name, '')
    const fields = this.#fields(schema.shape, side, name)
    const text = (as: string) =>
      recordText(as, fields, id === undefined ? null : descriptionOf(schema))
    const alike = [...this.declared].find(([other, its]) => other !== name && its === text(other))
    if (alike !== undefined) {
      this.declared.delete(name)
      names.set(side, alike[0])
      return alike[0]
    }
    this.declared.set(name, text(name))
    return name
  }

  #fields(shape: Readonly<Record<string, z.ZodType>>, side: Side, where: string): Field[] {
    return Object.entries(shape).map(([name, field]) => ({
      name,
      type: this.typeOf(field, side, `${where}_${name}`),
      isOptional: side === 'in' ? mayBeLeftOut(field) : field._zod.optout !== undefined,
      words: descriptionOf(field),
    }))
  }
}

function recordText(name: string, fields: readonly Field[], words: string | null): string {
  const doc = words === null ? '' : `    ${docstring(words, 4)}\n\n`
  if (fields.some((field) => KEYWORDS.has(field.name))) {
    const lines = fields.map(
      (field) => `    "${field.name}": "${field.type.replaceAll('"', "'")}",`,
    )
    const total = fields.every(({ isOptional }) => isOptional) ? ', total=False' : ''
    return `${name} = TypedDict("${name}", {\n${lines.join('\n')}\n}${total})\n`
  }
  const lines = (some: readonly Field[]) =>
    some.length === 0
      ? '    pass'
      : some
          .map(
            ({ name: key, type, words: its }) =>
              `    ${key}: ${type}${its === null ? '' : `\n    ${docstring(its, 4)}`}`,
          )
          .join('\n')
  const needed = fields.filter(({ isOptional }) => !isOptional)
  const optional = fields.filter(({ isOptional }) => isOptional)
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${lines(needed)}\n`
  if (needed.length === 0)
    return `class ${name}(TypedDict, total=False):\n${doc}${lines(optional)}\n`
  return `class ${name}Needed(TypedDict):\n${lines(needed)}\n\n\nclass ${name}(${name}Needed, total=False):\n${doc}${lines(optional)}\n`
}

/** Words as a string that stands below what it is about. */
export function docstring(words: string, indent: number): string {
  const text = words
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replaceAll('\n', `\n${' '.repeat(indent)}`)
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.length === 1
    ? `"""${text.replace(/"$/, '" ')}"""`
    : `"""${lines.join('\n')}\n${' '.repeat(indent)}"""`
}

function constant(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

function pascal(where: string): string {
  return where
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
