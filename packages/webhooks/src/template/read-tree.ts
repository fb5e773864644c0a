import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Budget } from './budget.ts'
import { childNodes, isNode, nodePosition, refusal, type ParsedNode } from './parsed-node.ts'
import {
  COMPARISON_OPERATORS,
  FILTERS,
  isFilterName,
  type ComparisonOperator,
  type Expression,
  type FilterName,
  type Statement,
} from './syntax-tree.ts'
import {
  NAME_PATTERN,
  forbiddenFault,
  isForbiddenKey,
  quote,
  syntaxFault,
  type Position,
  type TemplateFault,
} from './template.ts'

/**
 * Turns the parser's tree into ours, node by node from a list of allowed types. Everything else is
 * a fault, wherever it hangs: nothing of the parser's tree is passed on, so nothing can slip by.
 */
export class TreeReader {
  readonly faults: TemplateFault[] = []
  readonly #secretNames: ReadonlySet<string> | null
  readonly #budget: Budget
  #loops = 0
  #nodes = 0

  constructor(secretNames: ReadonlySet<string> | null, budget: Budget) {
    this.#secretNames = secretNames
    this.#budget = budget
  }

  readStatements(node: unknown, depth = 0): Statement[] {
    const entered = this.#enter(node, depth)
    switch (entered.typename) {
      case 'Root':
      case 'NodeList':
        return childNodes(entered).flatMap((child) => this.readStatements(child, depth + 1))
      case 'Output':
        return childNodes(entered).map((child) => this.#readOutput(child, depth + 1))
      case 'If':
        return [this.#readIf(entered, depth)]
      case 'For':
        return [this.#readFor(entered, depth)]
      default:
        throw refusal(entered)
    }
  }

  #readIf(node: ParsedNode, depth: number): Statement {
    return {
      kind: 'if',
      condition: this.#readExpression(node['cond'], depth + 1),
      whenTrue: this.readStatements(node['body'], depth + 1),
      whenFalse: this.#readElse(node, depth),
      at: nodePosition(node),
    }
  }

  #readElse(node: ParsedNode, depth: number): Statement[] {
    return node['else_'] === null ? [] : this.readStatements(node['else_'], depth + 1)
  }

  #readFor(node: ParsedNode, depth: number): Statement {
    const at = nodePosition(node)
    const over = this.#readExpression(node['arr'], depth + 1)
    const names = this.#readLoopNames(node['name'], at)
    if (this.#loops >= WEBHOOK_LIMITS.templateNestedLoops) {
      this.#fault(`at most ${WEBHOOK_LIMITS.templateNestedLoops} loops can be nested`, at)
    }
    this.#loops += 1
    const body = this.readStatements(node['body'], depth + 1)
    this.#loops -= 1
    return { kind: 'for', names, over, body, whenEmpty: this.#readElse(node, depth), at }
  }

  #readOutput(child: unknown, depth: number): Statement {
    if (!isNode(child) || child.typename !== 'TemplateData') {
      const value = this.#readExpression(child, depth)
      return { kind: 'insertion', value, at: value.at }
    }
    const { value } = this.#enter(child, depth)
    if (typeof value !== 'string') throw refusal(child)
    return { kind: 'text', text: value, at: nodePosition(child) }
  }

  #readLoopNames(node: unknown, at: Position): [string] | [string, string] {
    const read = (part: unknown): string => {
      const name = isNode(part) && part.typename === 'Symbol' ? part['value'] : null
      if (typeof name !== 'string' || !isName(name)) {
        throw forbiddenFault('a loop needs one or two names', at)
      }
      if (name === 'loop' || name === 'secret_ref') {
        this.#fault(`a loop can't name its variable ${quote(name)}`, at)
      }
      return name
    }
    if (!isNode(node) || node.typename !== 'Array') return [read(node)]
    const [first, second, ...more] = childNodes(node)
    if (second === undefined || more.length > 0) {
      throw forbiddenFault('a loop needs one or two names', at)
    }
    return [read(first), read(second)]
  }

  #readExpression(child: unknown, depth: number): Expression {
    const node = this.#enter(child, depth)
    const at = nodePosition(node)
    const read = (field: string) => this.#readExpression(node[field], depth + 1)
    switch (node.typename) {
      case 'Literal':
        return { kind: 'literal', value: this.#readLiteral(node, at), at }
      case 'Symbol':
        return this.#readVariable(node, at)
      case 'LookupVal':
        return this.#readLookup(read('target'), read('val'), at)
      case 'Group': {
        const [inner, ...more] = childNodes(node)
        if (inner === undefined || more.length > 0) {
          throw syntaxFault('put exactly one value between `(` and `)`', at)
        }
        return this.#readExpression(inner, depth + 1)
      }
      case 'Array': {
        const parts = childNodes(node).map((part) => this.#readExpression(part, depth + 1))
        return { kind: 'list', parts, at }
      }
      case 'InlineIf': {
        const whenFalse = node['else_'] === null ? null : read('else_')
        const condition = read('cond')
        return { kind: 'choose', condition, whenTrue: read('body'), whenFalse, at }
      }
      case 'And':
        return { kind: 'and', left: read('left'), right: read('right'), at }
      case 'Or':
        return { kind: 'or', left: read('left'), right: read('right'), at }
      case 'Concat':
        return { kind: 'concat', left: read('left'), right: read('right'), at }
      case 'Not':
        return { kind: 'not', operand: read('target'), at }
      case 'Compare':
        return this.#readComparison(read('expr'), node, at, depth)
      case 'FunCall':
        return this.#readSecret(node, at)
      case 'Filter':
        return this.#readFilter(node, at, depth)
      default:
        throw refusal(node)
    }
  }

  #readLiteral(node: ParsedNode, at: Position): string | number | boolean | null {
    const { value } = node
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value !== 'number') throw refusal(node)
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      this.#fault('this number is too large; write it as text', at)
    }
    return value
  }

  #readVariable(node: ParsedNode, at: Position): Expression {
    const { value: name } = node
    if (typeof name !== 'string' || !isName(name)) throw refusal(node)
    return { kind: 'variable', name, at }
  }

  #readLookup(target: Expression, key: Expression, at: Position): Expression {
    if (key.kind === 'literal' && typeof key.value === 'string' && isForbiddenKey(key.value)) {
      this.#fault(`the key ${quote(key.value)} is not allowed`, at)
    }
    return { kind: 'lookup', target, key, at }
  }

  #readComparison(left: Expression, node: ParsedNode, at: Position, depth: number): Expression {
    const operands: unknown = node['ops']
    const [operand, ...more]: unknown[] = Array.isArray(operands) ? operands : []
    if (!isNode(operand) || operand.typename !== 'CompareOperand') throw refusal(node)
    if (more.length > 0) {
      throw forbiddenFault('compare two values at a time; join with `and`', at)
    }
    const operator = operand['type']
    if (!isComparisonOperator(operator)) throw refusal(node)
    const right = this.#readExpression(operand['expr'], depth + 2)
    return { kind: 'compare', operator, left, right, at }
  }

  /** The one call of the language: `secret_ref('<name>')`, its name a plain text. */
  #readSecret(node: ParsedNode, at: Position): Expression {
    const called = node['name']
    if (!isNode(called) || called.typename !== 'Symbol' || called['value'] !== 'secret_ref') {
      throw forbiddenFault('only `secret_ref` can be called', at)
    }
    const args = isNode(node['args']) ? childNodes(node['args']) : []
    const [argument] = args
    const name = isNode(argument) && argument.typename === 'Literal' ? argument['value'] : null
    if (args.length !== 1 || typeof name !== 'string') {
      const message = "`secret_ref` takes one name in quotes: `secret_ref('crm_key')`"
      throw forbiddenFault(message, at)
    }
    if (this.#secretNames === null) this.#fault('secrets are not available here', at)
    else if (!this.#secretNames.has(name)) {
      const names = Array.from(this.#secretNames, (known) => quote(known)).join(', ')
      const hint = names === '' ? '`secrets` is empty' : `\`secrets\` has ${names}`
      this.#fault(`there is no secret ${quote(name)}; ${hint}`, at)
    }
    return { kind: 'secret', name, at }
  }

  #readFilter(node: ParsedNode, at: Position, depth: number): Expression {
    const called = node['name']
    const name = isNode(called) && called.typename === 'Symbol' ? called['value'] : null
    if (typeof name !== 'string' || !isFilterName(name)) throw refusal(node)
    const list = node['args']
    if (!isNode(list) || list.typename !== 'NodeList') throw refusal(node)
    const [target, ...args] = childNodes(list).map((part) => this.#readExpression(part, depth + 1))
    if (target === undefined) throw refusal(node)
    const [least, most] = FILTERS[name]
    if (args.length < least || args.length > most) this.#fault(arityMessage(name), at)
    return { kind: 'filter', name, target, args, at }
  }

  #enter(node: unknown, depth: number): ParsedNode {
    this.#nodes += 1
    this.#budget.spend(1, null)
    if (!isNode(node)) {
      throw syntaxFault('a value is missing in a `{{ … }}` or `{% … %}`', null)
    }
    if (this.#nodes > WEBHOOK_LIMITS.templateNodes) {
      const message = 'the template has too many parts'
      throw forbiddenFault(message, nodePosition(node))
    }
    if (depth > WEBHOOK_LIMITS.templateDepth) {
      const message = 'the template is nested too deeply'
      throw forbiddenFault(message, nodePosition(node))
    }
    return node
  }

  #fault(message: string, at: Position): void {
    const fault = forbiddenFault(message, at)
    if (this.faults.length >= WEBHOOK_LIMITS.templateTextFaults) throw fault
    this.faults.push(fault)
  }
}

function isName(name: string): boolean {
  return NAME_PATTERN.test(name) && !isForbiddenKey(name)
}

function isComparisonOperator(value: unknown): value is ComparisonOperator {
  return COMPARISON_OPERATORS.some((operator) => operator === value)
}

function arityMessage(name: FilterName): string {
  const [least, most] = FILTERS[name]
  if (name === 'date') return "`date` needs its format: `date('d/m/Y H:i')`"
  if (most === 0) return `\`${name}\` takes no arguments`
  const count = least === most ? `${least}` : `${least} to ${most}`
  return `\`${name}\` takes ${count} argument${most === 1 ? '' : 's'}`
}
