/** The types of everything that can be called, written out: a declaration that needs none of the service's code. */
import { FIELD_CODES, PROBLEM_CODES, type Procedure } from '@scheduling/core'
import { z } from 'zod'

/** `in`: what a caller sends, before defaults and transforms. `out`: what comes back. */
type Side = 'in' | 'out'

const HEAD = `// Made from the procedures of the service by \`vitest -u test/contract/client/types.test.ts\`. Do not edit it.
import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>
type Stream<Input, Message> = TRPCSubscriptionProcedure<{
  input: Input
  output: AsyncIterable<{ readonly id: string; readonly data: Message }>
  meta: object
}>
`

const KINDS: Readonly<Record<Procedure['kind'], string>> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Stream',
}

/** The whole file. */
export function clientTypes(procedures: readonly Procedure[]): string {
  const shapes = new Shapes()
  const tree: Tree = new Map()
  for (const { name, kind, input, output } of procedures) {
    const taken = input === null ? 'void' : shapes.textOf(input, 'in', `${name} takes`)
    const text = `${KINDS[kind]}<${taken}, ${shapes.textOf(output, 'out', `${name} answers`)}>`
    plant(tree, name.split('.'), text)
  }
  const refusal = `/** Why a call was refused. */
export type Refusal = {
  code: ${PROBLEM_CODES.map(quoted).join(' | ')}
  status: number
  title: string
  detail: string
  errors: readonly {
    readonly field: string
    readonly code: ${FIELD_CODES.map(quoted).join(' | ')}
    readonly message: string
  }[]
  request_id: string | null
}

type Root = {
  ctx: object
  meta: object
  errorShape: {
    message: string
    data: { code: import('@trpc/server').TRPC_ERROR_CODE_KEY; httpStatus: number; problem: Refusal }
    code: import('@trpc/server').TRPC_ERROR_CODE_NUMBER
  }
  transformer: false
}
`
  const declared = [...shapes.declared].map(([name, text]) => `export type ${name} = ${text}\n`)
  return [
    HEAD,
    refusal,
    ...declared,
    `export type AppRouter = TRPCBuiltRouter<Root, ${branch(tree)}>\n`,
  ].join('\n')
}

type Tree = Map<string, Tree | string>

function plant(tree: Tree, [first = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree.set(first, text)
    return
  }
  const under = tree.get(first)
  const branchOf: Tree = under instanceof Map ? under : new Map()
  tree.set(first, branchOf)
  plant(branchOf, rest, text)
}

function branch(tree: Tree): string {
  const lines = [...tree].map(
    ([name, inner]) => `${name}: ${typeof inner === 'string' ? inner : branch(inner)}`,
  )
  return `{\n${lines.join('\n')}\n}`
}

/** A shape with an id is declared once under it, and once more as `…Input` where what is sent differs. */
class Shapes {
  readonly declared = new Map<string, string>()
  readonly #names = new Map<z.core.$ZodType, Map<Side, string>>()
  /** Those that are being written out: a shape without an id can't contain itself. */
  readonly #open = new Set<z.core.$ZodType>()

  textOf(schema: z.core.$ZodType, side: Side, where: string): string {
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
    const same = [...this.declared].find(([one, its]) => one !== name && its === text)?.[0] ?? other
    if (same !== undefined && this.declared.get(same) === text) {
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
        return inner(side === 'in' ? def.in : def.out)
      case 'transform':
        // Before it there is anything; after it, what only the code of the function says.
        if (side === 'in') return 'unknown'
        throw new Error(`${where}: pipe the transform into a shape.`)
      default:
        throw new Error(`${where}: how is ${def.type} written as a type?`)
    }
  }

  #object({ shape, catchall }: z.core.$ZodObjectDef, side: Side, where: string): string {
    const fields = Object.entries(shape).map(([name, field]) => {
      const isOptional = side === 'in' ? mayBeLeftOut(field) : field._zod.optout !== undefined
      const key = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name)
      return `${key}${isOptional ? '?' : ''}: ${this.textOf(field, side, `${where}.${name}`)}`
    })
    if (catchall !== undefined && catchall._zod.def.type !== 'never') {
      fields.push(`[key: string]: ${this.textOf(catchall, side, `${where}.*`)}`)
    }
    return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`
  }
}

/** As the types of Zod have it. At run time, what `preprocess` makes of nothing may be something. */
function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.some(mayBeLeftOut)
  if (def.type === 'nullable' || def.type === 'readonly') return mayBeLeftOut(def.innerType)
  const isPreprocessed = def.type === 'pipe' && def.in._zod.def.type === 'transform'
  return isPreprocessed ? mayBeLeftOut(def.out) : schema._zod.optin !== undefined
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
