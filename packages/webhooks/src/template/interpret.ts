import type { Budget } from './budget.ts'
import { compareValues } from './compare.ts'
import { applyFilter } from './filters.ts'
import type { Piece } from './place-in-template.ts'
import type { Expression, Statement } from './syntax-tree.ts'
import { TemplateFault, type Position } from './template.ts'
import { emptyMap, isMap, isTrue, lookUp, toText, type Value, type ValueMap } from './value.ts'

export type Surroundings = {
  variables: ValueMap
  /** IANA name of the organization's zone, for `date`. */
  timeZone: string
  secrets: ReadonlyMap<string, string>
  /** Filled with the name of every secret that was read. */
  secretsUsed: Set<string>
  budget: Budget
}

/** Loop variables, innermost last. Written by `for` only: the language assigns nothing. */
type Scope = ReadonlyMap<string, Value>

/** Runs checked statements; every step, byte and millisecond is paid from the budget first. */
export function interpret(statements: readonly Statement[], surroundings: Surroundings): string {
  return joined(interpretPieces(statements, surroundings))
}

/** A result that is cut between two surrogates is mended, at the same length. */
export function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .toWellFormed()
}

/** The same, with what each statement wrote. */
export function interpretPieces(
  statements: readonly Statement[],
  surroundings: Surroundings,
): Piece[] {
  const pieces: Piece[] = []
  const { budget } = surroundings

  const run = (body: readonly Statement[], scope: Scope): void => {
    for (const statement of body) {
      budget.spend(1, statement.at)
      switch (statement.kind) {
        case 'text':
          write(statement.text, false, statement.at)
          break
        case 'insertion':
          write(
            toText(evaluate(statement.value, scope, surroundings), statement.at),
            true,
            statement.at,
          )
          break
        case 'if': {
          const holds = isTrue(evaluate(statement.condition, scope, surroundings))
          run(holds ? statement.whenTrue : statement.whenFalse, scope)
          break
        }
        case 'for':
          runLoop(statement, scope)
          break
      }
    }
  }

  const runLoop = (loop: Extract<Statement, { kind: 'for' }>, scope: Scope): void => {
    const rounds = loopRounds(loop, evaluate(loop.over, scope, surroundings))
    if (rounds.length === 0) return run(loop.whenEmpty, scope)
    budget.spend(rounds.length, loop.at)
    for (const [index, round] of rounds.entries()) {
      budget.spend(4, loop.at)
      const counters = emptyMap()
      counters['index'] = index + 1
      counters['index0'] = index
      counters['first'] = index === 0
      counters['last'] = index === rounds.length - 1
      counters['length'] = rounds.length
      run(loop.body, new Map<string, Value>([...scope, ...round, ['loop', counters]]))
    }
  }

  const write = (text: string, isInsertion: boolean, at: Position): void => {
    budget.allowText(text.length, at)
    budget.takeResult(Buffer.byteLength(text), at)
    pieces.push({ text, isInsertion, at })
  }

  run(statements, new Map())
  return pieces
}

/** What each round of a loop binds: list elements, or keys (and values) of a map. Null: no round. */
function loopRounds(
  loop: Extract<Statement, { kind: 'for' }>,
  over: Value,
): (readonly (readonly [string, Value])[])[] {
  const [first, second] = loop.names
  if (over === null) return []
  if (isMap(over)) {
    return Object.entries(over).map(([key, value]) =>
      second === undefined
        ? [[first, key]]
        : [
            [first, key],
            [second, value],
          ],
    )
  }
  if (Array.isArray(over) && second === undefined) return over.map((element) => [[first, element]])
  const message =
    second === undefined
      ? '`for` needs a list or a map'
      : '`for` with two names needs a map, such as `data.changes`'
  throw new TemplateFault('template_error', message, loop.at)
}

function evaluate(expression: Expression, scope: Scope, surroundings: Surroundings): Value {
  const { budget } = surroundings
  budget.spend(1, expression.at)
  const read = (part: Expression): Value => evaluate(part, scope, surroundings)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'variable':
      if (scope.has(expression.name)) return scope.get(expression.name) ?? null
      return lookUp(surroundings.variables, expression.name, expression.at)
    case 'lookup':
      return lookUp(read(expression.target), read(expression.key), expression.at)
    case 'list':
      return expression.parts.map(read)
    case 'secret':
      return readSecret(expression.name, surroundings, expression.at)
    case 'filter':
      return applyFilter(expression.name, {
        value: read(expression.target),
        args: expression.args.map(read),
        budget,
        timeZone: surroundings.timeZone,
        at: expression.at,
      })
    case 'compare':
      return compareValues(expression.operator, read(expression.left), read(expression.right))
    case 'and': {
      const left = read(expression.left)
      return isTrue(left) ? read(expression.right) : left
    }
    case 'or': {
      const left = read(expression.left)
      return isTrue(left) ? left : read(expression.right)
    }
    case 'not':
      return !isTrue(read(expression.operand))
    case 'concat': {
      const left = toText(read(expression.left), expression.at)
      const right = toText(read(expression.right), expression.at)
      budget.allowText(left.length + right.length, expression.at)
      return left + right
    }
    case 'choose':
      if (isTrue(read(expression.condition))) return read(expression.whenTrue)
      return expression.whenFalse === null ? null : read(expression.whenFalse)
  }
}

function readSecret(name: string, surroundings: Surroundings, at: Position): string {
  const secret = surroundings.secrets.get(name)
  if (secret === undefined) {
    throw new TemplateFault('template_error', `the secret \`${name}\` no longer exists`, at)
  }
  surroundings.secretsUsed.add(name)
  return secret
}
