/**
 * Zod schemas written out for PHP. What is answered becomes a class with typed fields and the code that fills them; what is
 * sent, the shape of an array as static analysers read it. Names are those of the wire.
 */
import { eventSchemaName } from '@scheduling/api'
import { z } from 'zod'
import { descriptionOf } from './sdk-words.ts'
import { mayBeLeftOut } from './shapes.ts'

/** A value of an answer: its type, what a comment adds to that, and the code that makes it of what was parsed. */
type Value = {
  readonly type: string
  readonly doc: string
  readonly made: (from: string) => string
}

const SAME = (from: string): string => from
const ANYTHING: Value = { type: 'mixed', doc: 'mixed', made: SAME }

/** An event is one class, whose record follows from its type. */
const EVENT_UNIONS: ReadonlySet<string> = new Set(['WebhookEvent', 'Event'])

export class PhpShapes {
  /** Classes by their name. */
  readonly declared = new Map<string, string>()
  readonly #names = new Map<z.core.$ZodType, string>()
  readonly #expanded: ReadonlyMap<string, z.ZodObject>

  /** @param records those that routes answer: with `expand`, a field of theirs holds either */
  constructor(records: readonly z.core.$ZodType[]) {
    this.#expanded = new Map(
      records.flatMap((record) => {
        const id = z.globalRegistry.get(record)?.id
        return record instanceof z.ZodObject && id !== undefined ? [[`${id}Base`, record]] : []
      }),
    )
  }

  answered(schema: z.core.$ZodType, where: string): Value {
    const { def } = (schema as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'string':
      case 'template_literal':
        return plain('string')
      case 'boolean':
        return plain('bool')
      case 'number':
        return plain(numberOf(schema))
      case 'null':
      case 'void':
        // PHP 8.1 has no type of null alone.
        return { ...ANYTHING, doc: 'null' }
      case 'literal':
        return constants(def.values)
      case 'enum':
        return constants(Object.values(def.entries))
      case 'array':
        return listOf(this.answered(def.element, `${where}_item`))
      case 'object': {
        const name = this.#record(schema as z.ZodObject, where)
        return { type: name, doc: name, made: (from) => `new ${name}(${from})` }
      }
      case 'record': {
        const { doc, made } = this.answered(def.valueType, `${where}_value`)
        const each = (from: string) =>
          made === SAME ? from : `array_map(static fn ($one) => ${made('$one')}, ${from})`
        return { type: 'array', doc: `array<string, ${doc}>`, made: made === SAME ? SAME : each }
      }
      case 'union':
        if (EVENT_UNIONS.has(z.globalRegistry.get(schema)?.id ?? '')) {
          return { type: 'Event', doc: 'Event', made: (from) => `new Event(${from})` }
        }
        return this.#either(def.options, where)
      case 'nullable':
      case 'optional':
        return orNull(this.answered(def.innerType, where))
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        return this.answered(def.innerType, where)
      case 'lazy':
        return this.answered(def.getter(), where)
      case 'pipe':
        return this.answered(def.out, where)
      default:
        return ANYTHING
    }
  }

  /** The shape of what is sent, on one line. */
  sent(schema: z.core.$ZodType, where: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod
    const inner = (one: z.core.$ZodType): string => this.sent(one, where)
    const union = (types: readonly string[]): string =>
      types.includes('mixed') ? 'mixed' : [...new Set(types)].join('|')
    switch (def.type) {
      case 'string':
      case 'template_literal':
        return 'string'
      case 'boolean':
        return 'bool'
      case 'number':
        return numberOf(schema)
      case 'null':
        return 'null'
      case 'literal':
        return union(def.values.map(constant))
      case 'enum':
        return union(Object.values(def.entries).map(constant))
      case 'array':
        return `list<${inner(def.element)}>`
      case 'object':
        return this.shape(def.shape, where)
      case 'record':
        return `array<string, ${inner(def.valueType)}>`
      case 'union':
        return union(def.options.map(inner))
      case 'nullable':
        return union([inner(def.innerType), 'null'])
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
        return inner(def.in._zod.def.type === 'transform' ? def.out : def.in)
      default:
        return 'mixed'
    }
  }

  shape(fields: Readonly<Record<string, z.core.$ZodType>>, where: string): string {
    const parts = Object.entries(fields).map(
      ([name, field]) =>
        `${name}${mayBeLeftOut(field) ? '?' : ''}: ${this.sent(field, `${where}_${name}`)}`,
    )
    return `array{${parts.join(', ')}}`
  }

  /** One class for all events, and a table of the records that they are about. */
  events(delivered: z.ZodType): void {
    const { def } = (delivered as unknown as z.core.$ZodTypes)._zod
    if (def.type !== 'union') throw new Error('Events are a union by their type.')
    const options = def.options.filter((one) => one instanceof z.ZodObject)
    const rows = options.map((option) => {
      const { type, data } = option.shape
      const [value] = type instanceof z.ZodLiteral ? type.values : []
      const object = data instanceof z.ZodObject ? data.shape['object'] : undefined
      if (typeof value !== 'string' || !(object instanceof z.ZodType)) {
        throw new Error('What is this event about?')
      }
      return `        ${quotedPhp(value)} => ${this.answered(object, eventSchemaName(value)).type}::class,`
    })
    const { type, data: _, ...envelope } = options[0]?.shape ?? {}
    const fields = Object.entries({ ...envelope, type: z.string().meta(typed(type).meta() ?? {}) })
    this.declared.set(
      'Event',
      classText(
        'Event',
        'An event of a webhook or of the feed. Ignore a `type` that you do not know.',
        [
          ...fields.map(([name, field]) => this.#field(name, typed(field), 'Event')),
          {
            name: 'data',
            value: { type: 'EventData', doc: 'EventData', made: SAME },
            words: null,
            code: "new EventData($data['data'] ?? [], self::RECORDS[$data['type'] ?? ''] ?? Record::class)",
          },
        ],
      ).replace(
        '{\n',
        `{
    /** What the events of each type are about. */
    public const RECORDS = [
${rows.join('\n')}
    ];

`,
      ),
    )
    this.declared.set(
      'EventData',
      `final class EventData extends Record
{
    /** The record after the event. */
    public readonly Record $object;
    /** @var array<string, array{from: mixed, to: mixed}>|null Only the fields that changed. Null for types without changes. */
    public readonly ?array $changes;
    public readonly ?string $batch_id;

    /** @param class-string<Record> $record */
    public function __construct(array $data, string $record)
    {
        parent::__construct($data);
        $this->object = new $record($data['object'] ?? null);
        $this->changes = $data['changes'] ?? null;
        $this->batch_id = $data['batch_id'] ?? null;
    }
}
`,
    )
  }

  /** Of records, the one that says what it is has the field \`object\`; a reference has not. */
  #either(options: readonly z.core.$ZodType[], where: string): Value {
    const isNull = (one: z.core.$ZodType) => one._zod.def.type === 'null'
    const some = options.filter((one) => !isNull(one))
    const values = some.map((one, index) => this.answered(one, `${where}_${index}`))
    const [first, second, ...more] = [...new Map(values.map((one) => [one.doc, one])).values()]
    if (first === undefined) return ANYTHING
    const either =
      second === undefined
        ? first
        : more.length === 0 && isClass(first) && isClass(second)
          ? eitherRecord(first, second, some)
          : ANYTHING
    return options.some(isNull) ? orNull(either) : either
  }

  /** A record without anything expanded is of the class of the record that may be. */
  #record(given: z.ZodObject, where: string): string {
    const schema = this.#expanded.get(z.globalRegistry.get(given)?.id ?? '') ?? given
    const known = this.#names.get(schema)
    if (known !== undefined) return known
    const id = z.globalRegistry.get(schema)?.id
    const base = id ?? pascal(where)
    let name = base
    for (let count = 2; this.declared.has(name); count += 1) name = `${base}${count}`
    this.#names.set(schema, name)
    this.declared.set(name, '')
    const fields = Object.entries(schema.shape).map(([field, its]) => this.#field(field, its, name))
    const text = (as: string) =>
      classText(as, id === undefined ? null : descriptionOf(schema), fields)
    const alike = [...this.declared].find(([other, its]) => other !== name && its === text(other))
    if (alike !== undefined) {
      this.declared.delete(name)
      this.#names.set(schema, alike[0])
      return alike[0]
    }
    this.declared.set(name, text(name))
    return name
  }

  #field(name: string, schema: z.core.$ZodType, where: string): Field {
    const value = this.answered(schema, `${where}_${name}`)
    const from = `$data[${quotedPhp(name)}]`
    const code = value.made === SAME ? `${from} ?? null` : value.made(`(${from} ?? null)`)
    return { name, value, words: descriptionOf(schema), code }
  }
}

type Field = {
  readonly name: string
  readonly value: Value
  readonly words: string | null
  /** What fills it. */
  readonly code: string
}

function classText(name: string, words: string | null, fields: readonly Field[]): string {
  const declared = fields.flatMap(({ name: field, value, words: its }) => {
    const type = value.doc === value.type || value.doc === 'null' ? '' : `@var ${value.doc}`
    const said = [type, its ?? ''].filter((part) => part !== '').join(' ')
    return [
      ...(said === '' ? [] : [phpComment(said, 4)]),
      `    public readonly ${value.type} $${field};`,
    ]
  })
  const filled = fields.map(({ name: field, code }) => `        $this->${field} = ${code};`)
  return `${words === null ? '' : `${phpComment(words, 0)}\n`}final class ${name} extends Record
{
${declared.join('\n')}

    public function __construct(array $data)
    {
        parent::__construct($data);
${filled.join('\n')}
    }
}
`
}

/** Words as a comment that stands before what it is about. */
export function phpComment(words: string, indent: number): string {
  const before = ' '.repeat(indent)
  const lines = words.replaceAll('*/', '* /').split('\n')
  return lines.length === 1
    ? `${before}/** ${lines[0]} */`
    : `${before}/**\n${lines.map((line) => `${before} * ${line}`.trimEnd()).join('\n')}\n${before} */`
}

export function quotedPhp(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function plain(type: string): Value {
  return { type, doc: type, made: SAME }
}

function numberOf(schema: z.core.$ZodType): 'int' | 'float' {
  const { type } = z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any' })
  return type === 'integer' ? 'int' : 'float'
}

function constants(values: readonly unknown[]): Value {
  const types = new Set(values.map((value) => typeof value))
  const [type] = types
  if (types.size !== 1 || (type !== 'string' && type !== 'boolean')) return ANYTHING
  const doc = values.map(constant).join('|')
  // A list of one boolean says no more than its type.
  return type === 'boolean' ? plain('bool') : { type, doc, made: SAME }
}

function constant(value: unknown): string {
  return typeof value === 'string' ? quotedPhp(value) : String(value)
}

function listOf({ doc, made }: Value): Value {
  const each = (from: string) => `array_map(static fn ($one) => ${made('$one')}, ${from})`
  return { type: 'array', doc: `list<${doc}>`, made: made === SAME ? SAME : each }
}

function orNull(value: Value): Value {
  const { type, doc, made } = value
  if (type === 'mixed' || /(?:^\?|\|null$)/.test(type)) return value
  return {
    type: type.includes('|') ? `${type}|null` : `?${type}`,
    doc: doc === type ? (type.includes('|') ? `${type}|null` : `?${type}`) : `${doc}|null`,
    made: made === SAME ? SAME : (from) => `${from} === null ? null : ${made(from)}`,
  }
}

function isClass({ type }: Value): boolean {
  return /^[A-Z]\w+$/.test(type)
}

function eitherRecord(one: Value, other: Value, schemas: readonly z.core.$ZodType[]): Value {
  const named = schemas.map((schema) => schema instanceof z.ZodObject && 'object' in schema.shape)
  const type = `${one.type}|${other.type}`
  if (named[0] === named[1]) return { ...ANYTHING, doc: 'array' }
  const [full, reference] = named[0] === true ? [one, other] : [other, one]
  const made = (from: string) =>
    `isset(${from}['object']) ? ${full.made(from)} : ${reference.made(from)}`
  return {
    type,
    doc: type,
    made: (from) => `(${made(from.replace(/^\((.*) \?\? null\)$/, '$1'))})`,
  }
}

function typed(schema: z.core.$ZodType | undefined): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new Error('Schemas here are those of the full library.')
}

function pascal(where: string): string {
  return where
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
