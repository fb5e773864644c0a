import type { Expression } from './syntax-tree.ts'

/** Whether a secret's value can be in the result of an expression; variables never hold one. */
export function mentionsSecret(expression: Expression): boolean {
  switch (expression.kind) {
    case 'secret':
      return true
    case 'literal':
    case 'variable':
      return false
    case 'lookup':
      return mentionsSecret(expression.target) || mentionsSecret(expression.key)
    case 'list':
      return expression.parts.some(mentionsSecret)
    case 'filter':
      return mentionsSecret(expression.target) || expression.args.some(mentionsSecret)
    case 'compare':
    case 'and':
    case 'or':
    case 'concat':
      return mentionsSecret(expression.left) || mentionsSecret(expression.right)
    case 'not':
      return mentionsSecret(expression.operand)
    case 'choose':
      return [expression.condition, expression.whenTrue, expression.whenFalse].some(
        (part) => part !== null && mentionsSecret(part),
      )
  }
}
