/** What tokens of a template say. */
import type { Token } from './nunjucks-parser.ts'
import { quote, type Position } from './template.ts'

export function isOperandEnd(token: Token): boolean {
  return ['right-paren', 'right-bracket', 'string', 'int', 'float', 'boolean', 'none'].includes(
    token.type,
  )
}

export function trimsBefore(token: Token): boolean {
  switch (token.type) {
    case 'block-start':
    case 'variable-start':
      return text(token).endsWith('-')
    case 'comment':
      return text(token).startsWith('{#-')
    default:
      return false
  }
}

/** So that the parser does not trim a second time, its slow way. */
export function withoutDash(value: string): string {
  return value.startsWith('{#-') ? `{# ${value.slice(3)}` : value.slice(0, -1)
}

export function explainOperator(operator: string): string {
  switch (operator) {
    case '=':
      return 'there is no `=` in the language; compare with `==`'
    case '!':
      return 'there is no `!` in the language; write `not`'
    case '+':
      return 'there is no arithmetic in the language; join texts with `~`'
    default:
      return `there is no ${quote(operator)} in the language`
  }
}

export function closing(opening: '{{' | '{%'): '}}' | '%}' {
  return opening === '{{' ? '}}' : '%}'
}

export function text(token: Token): string {
  return typeof token.value === 'string' ? token.value : ''
}

export function position(token: { lineno: number; colno: number }): Position {
  return { line: token.lineno + 1, column: token.colno + 1 }
}
