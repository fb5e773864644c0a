import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Budget } from './budget.ts'
import { nearestName } from './nearest-name.ts'
import { eitherOf, mapOf, PLAIN, type Shape } from './shape.ts'
import { LOOP_PARTS, VARIABLE_NAMES, type Expression, type Statement } from './syntax-tree.ts'
import { forbiddenFault, quote, type Position, type TemplateFault } from './template.ts'

/** What is known of a value; null: nothing, since it is computed. */
type Known = Shape | null
type Loop = Extract<Statement, { kind: 'for' }>
type Filter = Extract<Expression, { kind: 'filter' }>
type Lookup = Extract<Expression, { kind: 'lookup' }>

const MOST_PATH_CHARACTERS = 120

const LOOP = mapOf(LOOP_PARTS.map((part) => [part, PLAIN]))

/**
 * Finds names that do not exist: a misspelt `data.objct` would always be null. Computed values are not checked.
 */
export class NameChecker {
  readonly faults: TemplateFault[] = []
  readonly #variables: Shape
  readonly #budget: Budget
  /** Of the loops around, the innermost last. */
  readonly #loops: ReadonlyMap<string, Known>[] = []

  /** @param variables a map of all that there are */
  constructor(variables: Shape, budget: Budget) {
    this.#variables = variables
    this.#budget = budget
  }

  check(statements: readonly Statement[]): void {
    for (const statement of statements) {
      switch (statement.kind) {
        case 'text':
          break
        case 'insertion':
          this.#shapeOf(statement.value)
          break
        case 'if':
          this.#shapeOf(statement.condition)
          this.check(statement.whenTrue)
          this.check(statement.whenFalse)
          break
        case 'for':
          this.#checkLoop(statement)
          break
      }
    }
  }

  #checkLoop(loop: Loop): void {
    const over = this.#shapeOf(loop.over)
    const known = over === null || over.isOpen ? null : over
    const values = Array.from(known?.fields?.values() ?? [])
    const [first, second] = loop.names
    const names = new Map<string, Known>([['loop', LOOP]])
    if (second === undefined) names.set(first, known === null ? null : (known.element ?? PLAIN))
    else names.set(first, PLAIN).set(second, values.length === 0 ? null : eitherOf(values))
    this.#loops.push(names)
    this.check(loop.body)
    this.#loops.pop()
    this.check(loop.whenEmpty)
  }

  #shapeOf(expression: Expression): Known {
    this.#budget.look(1, expression.at)
    switch (expression.kind) {
      case 'literal':
      case 'secret':
        return null
      case 'variable':
        return this.#variable(expression)
      case 'lookup':
        return this.#lookup(expression)
      case 'filter':
        return this.#filter(expression)
      case 'list':
        for (const part of expression.parts) this.#shapeOf(part)
        return null
      case 'not':
        this.#shapeOf(expression.operand)
        return null
      case 'compare':
      case 'concat':
        this.#shapeOf(expression.left)
        this.#shapeOf(expression.right)
        return null
      case 'and':
      case 'or':
        return either(this.#shapeOf(expression.left), this.#shapeOf(expression.right))
      case 'choose': {
        this.#shapeOf(expression.condition)
        const whenTrue = this.#shapeOf(expression.whenTrue)
        const { whenFalse } = expression
        return either(whenTrue, whenFalse === null ? PLAIN : this.#shapeOf(whenFalse))
      }
    }
  }

  #variable({ name, at }: Extract<Expression, { kind: 'variable' }>): Known {
    const loop = this.#loops.findLast((names) => names.has(name))
    if (loop !== undefined) return loop.get(name) ?? null
    const variable = this.#variables.fields?.get(name)
    if (variable !== undefined) return variable
    const hint = () => {
      if (name === 'loop') return '`loop` exists only inside `{% for %}`'
      if (name === 'secret_ref') return "write `secret_ref('<name>')`"
      return this.#otherVariables(name)
    }
    this.#refuse(at, () => `there is no variable ${quote(name)}; ${hint()}`)
    return null
  }

  /** Parts too: who writes `client` means `data.object.client`. */
  #otherVariables(name: string): string {
    const paths = new Map<string, string>()
    const add = (shape: Shape | undefined, prefix: string) => {
      for (const part of shape?.fields?.keys() ?? []) {
        if (!paths.has(part)) paths.set(part, `${prefix}${part}`)
      }
    }
    for (const names of this.#loops) for (const own of names.keys()) paths.set(own, own)
    add(this.#variables, '')
    add(this.#variables.fields?.get('data')?.fields?.get('object'), 'data.object.')
    for (const [variable, shape] of this.#variables.fields ?? []) add(shape, `${variable}.`)
    const nearest = paths.get(nearestName(name, paths.keys()) ?? '')
    const hint = nearest === undefined ? '' : `the nearest name is \`${nearest}\`, and `
    return `${hint}the variables are ${VARIABLE_NAMES.join(', ')}`
  }

  #lookup({ target, key, at }: Lookup): Known {
    const shape = this.#shapeOf(target)
    this.#shapeOf(key)
    if (shape === null || shape.isOpen) return null
    if (key.kind !== 'literal') return shape.element
    const part =
      typeof key.value === 'number' ? shape.element : shape.fields?.get(String(key.value))
    if (part != null) return part
    this.#refuse(at, () => missing(target, shape, String(key.value)))
    return null
  }

  #filter({ name, target, args, at }: Filter): Known {
    const shape = this.#shapeOf(target)
    const [first = null] = args.map((arg) => this.#shapeOf(arg))
    if (name === 'default') return either(shape, first)
    if (name === 'first' || name === 'last') return shape?.element ?? null
    const field = name === 'join' ? args[1] : undefined
    const element = shape?.element
    if (field?.kind === 'literal' && element?.fields != null) {
      const part = String(field.value)
      if (!element.fields.has(part)) this.#refuse(at, () => missing(null, element, part))
    }
    return null
  }

  /** @param describe takes time to find the nearest name: not for faults that are not shown */
  #refuse(at: Position, describe: () => string): void {
    if (this.faults.length < WEBHOOK_LIMITS.templateTextFaults)
      this.faults.push(forbiddenFault(describe(), at))
  }
}

function either(one: Known, other: Known): Known {
  return one === null || other === null ? null : eitherOf([one, other])
}

/** @param target what has no such part; null when it has no name to show */
function missing(target: Expression | null, shape: Shape, part: string): string {
  const path = target === null ? null : pathOf(target)
  const nearest = nearestName(part, shape.fields?.keys() ?? [])
  if (path === null) {
    const hint = nearest === null ? 'this value has no parts' : `the nearest name is \`${nearest}\``
    return `there is no ${quote(part)} here; ${hint}`
  }
  const hint =
    nearest !== null
      ? `the nearest name is \`${path}.${nearest}\``
      : shape.element === null
        ? `\`${path}\` has no parts`
        : `\`${path}\` is a list: take one element, \`${path}[0]\`, or loop over it`
  return `there is no ${quote(`${path}.${part}`, MOST_PATH_CHARACTERS)}; ${hint}`
}

/** Of a part that is reached by names alone; null for one of a computed value. */
function pathOf(expression: Expression): string | null {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'lookup' || expression.key.kind !== 'literal') return null
  const path = pathOf(expression.target)
  const { value } = expression.key
  if (path === null) return null
  return typeof value === 'number' ? `${path}[${value}]` : `${path}.${String(value)}`
}
