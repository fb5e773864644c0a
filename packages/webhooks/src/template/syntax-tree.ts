import type { Position } from './template.ts'

/**
 * The language after checking: plain nodes of our own, the only thing the interpreter knows. What
 * has no shape here can't run.
 */
export type Statement =
  | { kind: 'text'; text: string; at: Position }
  | { kind: 'insertion'; value: Expression; at: Position }
  | {
      kind: 'if'
      condition: Expression
      whenTrue: Statement[]
      whenFalse: Statement[]
      at: Position
    }
  | {
      kind: 'for'
      names: [string] | [string, string]
      over: Expression
      body: Statement[]
      whenEmpty: Statement[]
      at: Position
    }

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null; at: Position }
  | { kind: 'variable'; name: string; at: Position }
  | { kind: 'lookup'; target: Expression; key: Expression; at: Position }
  | { kind: 'list'; parts: Expression[]; at: Position }
  | { kind: 'secret'; name: string; at: Position }
  | { kind: 'filter'; name: FilterName; target: Expression; args: Expression[]; at: Position }
  | {
      kind: 'compare'
      operator: ComparisonOperator
      left: Expression
      right: Expression
      at: Position
    }
  | { kind: 'and' | 'or' | 'concat'; left: Expression; right: Expression; at: Position }
  | { kind: 'not'; operand: Expression; at: Position }
  | {
      kind: 'choose'
      condition: Expression
      whenTrue: Expression
      whenFalse: Expression | null
      at: Position
    }

export const COMPARISON_OPERATORS = ['==', '===', '!=', '!==', '<', '>', '<=', '>='] as const
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]

/** The filters of the API document and how many arguments each takes, from and to. */
export const FILTERS = {
  json: [0, 0],
  date: [1, 1],
  default: [1, 2],
  upper: [0, 0],
  lower: [0, 0],
  truncate: [1, 3],
  replace: [2, 2],
  join: [0, 2],
  first: [0, 0],
  last: [0, 0],
  length: [0, 0],
} as const satisfies Record<string, readonly [number, number]>
export type FilterName = keyof typeof FILTERS

export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name)
}

/** The variables of the API document: `true` stands for whatever the event holds there. */
export const VARIABLES = {
  id: true,
  type: true,
  created_at: true,
  api_version: true,
  data: ['object', 'changes'],
  context: ['actor', 'source'],
  organization: ['name', 'timezone'],
  now: true,
} as const satisfies Record<string, true | readonly string[]>

export const VARIABLE_NAMES = Object.entries(VARIABLES).flatMap(([name, parts]) =>
  parts === true ? [name] : parts.map((part) => `${name}.${part}`),
)

/** What `loop` knows inside a `for`. */
export const LOOP_PARTS = ['index', 'index0', 'first', 'last', 'length'] as const
