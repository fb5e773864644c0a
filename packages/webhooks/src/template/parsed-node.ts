import { forbiddenFault, type Position, type TemplateFault } from './template.ts'

/** A node of the parser's tree: what it holds is unknown until it is checked. */
export type ParsedNode = Readonly<Record<string, unknown>> & { readonly typename: string }

const START: Position = { line: 1, column: 1 }

/** What a refused node is called in a template. */
const NODE_WORDS: Readonly<Record<string, string>> = {
  In: 'the operator `in`',
  Is: 'the operator `is`',
  Add: 'arithmetic',
  Sub: 'arithmetic',
  Mul: 'arithmetic',
  Div: 'arithmetic',
  FloorDiv: 'arithmetic',
  Mod: 'arithmetic',
  Pow: 'arithmetic',
  Neg: 'arithmetic',
  Pos: 'arithmetic',
  Dict: 'a map',
  KeywordArgs: 'a named argument',
}

export function isNode(value: unknown): value is ParsedNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'typename' in value &&
    typeof value.typename === 'string'
  )
}

export function childNodes(node: ParsedNode): unknown[] {
  const children: unknown = node['children']
  return Array.isArray(children) ? children : []
}

export function nodePosition(node: ParsedNode): Position {
  const { lineno, colno } = node
  return typeof lineno === 'number' && typeof colno === 'number'
    ? { line: lineno + 1, column: colno + 1 }
    : START
}

/** For every type that our language does not have. */
export function refusal(node: ParsedNode): TemplateFault {
  const word = NODE_WORDS[node.typename] ?? 'this construct'
  return forbiddenFault(`${word} is not part of the language`, nodePosition(node))
}
