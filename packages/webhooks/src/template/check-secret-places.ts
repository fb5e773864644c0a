import type { Budget } from './budget.ts'
import type { Expression, Statement } from './syntax-tree.ts'
import { forbiddenFault, type TemplateFault } from './template.ts'

/** Where an expression is used, in words; null if it is printed as it is. */
type Place = string | null

/**
 * A secret may only be printed: alone, with `json` or `default`, joined by `~`, or as a result of an inline `if`.
 * Anywhere else it could be compared or measured, letter by letter, by an author who may write the template but never see
 * the secret; and changed, it could not be hidden in the delivery history.
 */
export function checkSecretPlaces(
  statements: readonly Statement[],
  budget: Budget,
): TemplateFault[] {
  const faults: TemplateFault[] = []

  const follow = (body: readonly Statement[]): void => {
    for (const statement of body) {
      switch (statement.kind) {
        case 'text':
          break
        case 'insertion':
          visit(statement.value, null)
          break
        case 'if':
          visit(statement.condition, 'in the condition of an `if`')
          follow(statement.whenTrue)
          follow(statement.whenFalse)
          break
        case 'for':
          visit(statement.over, 'in a `for`')
          follow(statement.body)
          follow(statement.whenEmpty)
          break
      }
    }
  }

  const visit = (expression: Expression, place: Place): void => {
    budget.look(1, expression.at)
    switch (expression.kind) {
      case 'literal':
      case 'variable':
        return
      case 'secret':
        if (place !== null) faults.push(misplaced(expression, place))
        return
      case 'concat':
        visit(expression.left, place)
        visit(expression.right, place)
        return
      case 'choose':
        visit(expression.condition, 'in the condition of an inline `if`')
        visit(expression.whenTrue, place)
        if (expression.whenFalse !== null) visit(expression.whenFalse, place)
        return
      case 'filter':
        visitFilter(expression, place)
        return
      case 'compare':
        visit(expression.left, 'in a comparison')
        visit(expression.right, 'in a comparison')
        return
      case 'and':
      case 'or':
        visit(expression.left, `beside \`${expression.kind}\``)
        visit(expression.right, `beside \`${expression.kind}\``)
        return
      case 'not':
        visit(expression.operand, 'behind `not`')
        return
      case 'lookup':
        visit(expression.target, 'before `.` or `[`')
        visit(expression.key, 'between `[` and `]`')
        return
      case 'list':
        for (const part of expression.parts) visit(part, 'in a list')
        return
    }
  }

  const visitFilter = (filter: Extract<Expression, { kind: 'filter' }>, place: Place): void => {
    const { name, target, args } = filter
    const isPrinted = name === 'json' || name === 'default'
    visit(target, isPrinted ? place : `before the filter \`${name}\``)
    for (const [index, arg] of args.entries()) {
      // What `default` writes instead is printed as well; its second argument is a test.
      const isInstead = name === 'default' && index === 0
      visit(arg, isInstead ? place : `in an argument of \`${name}\``)
    }
  }

  follow(statements)
  return faults
}

function misplaced({ at }: Expression, place: string): TemplateFault {
  const message = `a secret cannot be used ${place}; it can only be printed: alone, with \`json\` or \`default\`, joined by \`~\`, or as a result of an inline \`if\``
  return forbiddenFault(message, at)
}
