/** The types of everything that can be called, written out: a declaration that needs none of the service's code. */
import { FIELD_CODES, PROBLEM_CODES, type Procedure } from '@scheduling/core'
import { quoted, Shapes } from './shapes.ts'

const HEAD = `// Made from the procedures of the service by \`pnpm generate\`. Do not edit it.
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
