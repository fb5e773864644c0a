/** Small faults that a source file could have: each is one replacement of its text. */
import { createHash } from 'node:crypto'
import { parseSync } from 'oxc-parser'

export type Mutation = {
  /** Stays the same while the mutated code does: names the mutation in lists. */
  readonly id: string
  readonly line: number
  /** As in `a < b → a <= b`. */
  readonly told: string
  /** UTF-16 offsets into the source. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<
  string,
  unknown
>

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
])

/** Calls that only tell someone something, or pause: without them nothing is wrong. */
const TELLING = /^(?:await )?(?:[\w.]+\.)?(?:log\.\w+|addIssue|wait)\(/

/**
 * Every mutation of a file: comparisons and arithmetic, conditions, boolean and numeric literals, calls whose
 * value no one uses, conditions of database queries (in objects and in SQL), filters of lists.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program } = parseSync(file, source)
  const found: Omit<Mutation, 'id' | 'line' | 'told'>[] = []
  const put = (start: number, end: number, replacement: string): void => {
    found.push({ start, end, replacement })
  }
  walk(program as unknown as Node, null, (node, parent) => mutate(source, node, parent, put))
  const seen = new Map<string, number>()
  return found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((mutation) => {
      const from = source.slice(mutation.start, mutation.end)
      const text = `${file} ${from} → ${mutation.replacement}`
      const count = (seen.get(text) ?? 0) + 1
      seen.set(text, count)
      return {
        ...mutation,
        id: createHash('sha256').update(`${text} ${count}`).digest('hex').slice(0, 10),
        line: source.slice(0, mutation.start).split('\n').length,
        told: `${short(from)} → ${short(mutation.replacement)}`,
      }
    })
}

type Put = (start: number, end: number, replacement: string) => void

function mutate(source: string, node: Node, parent: Node | null, put: Put): void {
  const text = (of: Node): string => source.slice(of.start, of.end)
  const child = (name: string): Node => node[name] as Node
  switch (node.type) {
    case 'BinaryExpression': {
      const operator = node['operator'] as string
      const other = OPERATORS[operator]
      const [left, right] = [child('left'), child('right')]
      if (other === undefined || isText(left) || isText(right)) return
      const at = source.indexOf(operator, left.end)
      put(at, at + operator.length, other)
      return
    }
    case 'LogicalExpression': {
      const operator = node['operator'] as string
      if (operator === '??') return
      const at = source.indexOf(operator, child('left').end)
      put(at, at + 2, operator === '&&' ? '||' : '&&')
      return
    }
    case 'UnaryExpression':
      if (node['operator'] === '!') put(node.start, node.end, text(child('argument')))
      return
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = child('test')
      put(test.start, test.end, 'true')
      put(test.start, test.end, 'false')
      return
    }
    case 'Literal':
      if (node['value'] === true || node['value'] === false) {
        put(node.start, node.end, String(!node['value']))
      } else if (typeof node['value'] === 'number' && parent?.type !== 'MemberExpression') {
        put(node.start, node.end, String(otherNumber(node['value'])))
      }
      return
    case 'ExpressionStatement': {
      const expression = child('expression')
      const isCall = expression.type === 'CallExpression' || expression.type === 'AwaitExpression'
      if (isCall && !TELLING.test(text(node))) put(node.start, node.end, ';')
      return
    }
    case 'ThrowStatement':
      put(node.start, node.end, ';')
      return
    case 'CallExpression': {
      const callee = child('callee')
      if (callee.type !== 'MemberExpression') return
      const [object, property] = [callee['object'] as Node, callee['property'] as Node]
      const name = text(property)
      const other = METHODS.get(name)
      if (other !== undefined) put(property.start, property.end, other)
      if (name === 'filter') put(object.end, node.end, '')
      return
    }
    case 'Property':
      mutateWhere(node, source, put)
      return
    case 'TemplateLiteral':
      mutateSql(node, source, put)
      return
    default:
  }
}

/** A count gets one more. A longer time or a larger size is twice as much: no one would miss its last unit. */
function otherNumber(value: number): number {
  return value >= 100 ? value * 2 : value + 1
}

function isText(node: Node): boolean {
  return (
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node['value'] === 'string')
  )
}

/** `where: { organizationId, id }`: the query forgets one of its conditions. */
function mutateWhere(node: Node, source: string, put: Put): void {
  const [key, value] = [node['key'] as Node, node['value'] as Node]
  if (source.slice(key.start, key.end) !== 'where' || value.type !== 'ObjectExpression') return
  const properties = value['properties'] as readonly Node[]
  if (properties.length < 2) return
  properties.forEach((property, index) => {
    const next = properties[index + 1]
    const before = properties[index - 1]
    if (next !== undefined) put(property.start, next.start, '')
    else if (before !== undefined) put(before.end, property.end, '')
  })
}

const CONDITION =
  /\bAND (?:[^\n`$()]|\$\d|\$\{[^{}]*\}|\([^\n()]*\))+?(?=\s+(?:AND|OR|RETURNING|ORDER|GROUP|FOR|ON|THEN)\b|\s*[\n`)])/g

/** SQL: a condition that begins with `AND` is dropped, `FOR UPDATE` too. */
function mutateSql(node: Node, source: string, put: Put): void {
  const text = source.slice(node.start, node.end)
  for (const pattern of [CONDITION, /\bFOR UPDATE(?: SKIP LOCKED)?/g]) {
    for (const { index, 0: clause } of text.matchAll(pattern)) {
      put(node.start + index, node.start + index + clause.length, '')
    }
  }
}

/** Calls whose arguments say how long, how large or how random: no rule of the product. */
const SIZES = new Set(['wait', 'randomInt', 'Int32Array', 'Uint16Array', 'Uint8Array'])

/**
 * How large a table is and where in it an entry is put; how long a pause is, how often and how much at a time
 * something is tried: others are as good.
 */
const AS_GOOD = new Set([
  'STATE_FACTOR',
  'UNIT_FACTOR',
  'hash',
  'mostStates',
  'tableBits',
  'pause',
  'PAUSE_MS',
  'LOCK_WAIT_MS',
  'TRIES',
  'COUNTERS_AT_A_TIME',
])

/** What only shapes or describes an answer: a fault there is a fault of its type or of its text. */
const PASSED_OVER = new Set(['select', 'include', 'meta', 'description'])

function walk(
  node: Node,
  parent: Node | null,
  visit: (node: Node, parent: Node | null) => void,
): void {
  if (
    node.type.startsWith('TS') &&
    node.type !== 'TSAsExpression' &&
    node.type !== 'TSNonNullExpression' &&
    node.type !== 'TSSatisfiesExpression'
  )
    return
  if (node.type === 'Property' && PASSED_OVER.has(nameOf(node['key']))) return
  if (
    node.type === 'CallExpression' &&
    PASSED_OVER.has(nameOf(Reflect.get(node['callee'] as Node, 'property')))
  )
    return
  if (node.type === 'VariableDeclarator' && AS_GOOD.has(nameOf(node['id']))) return
  visit(node, parent)
  if (node.type.endsWith('Expression') && SIZES.has(nameOf(node['callee']))) return
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters') continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, node, visit)
    }
  }
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  )
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 67)}…` : line === '' ? '(nothing)' : line
}
