import type { ComparisonOperator } from './syntax-tree.ts'
import type { Value } from './value.ts'

const NUMBER_PATTERN = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * Two values compared. A number and a text that reads as a number compare as numbers, because money
 * is text (`price > 100`); `===` and `!==` want the same type. An order exists between two numbers
 * and between two texts only: with null it is false. Lists and maps equal nothing.
 */
export function compareValues(operator: ComparisonOperator, left: Value, right: Value): boolean {
  switch (operator) {
    case '===':
      return isScalar(left) && left === right
    case '!==':
      return !isScalar(left) || left !== right
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case '<':
      return order(left, right) === -1
    case '>':
      return order(left, right) === 1
    case '<=':
      return [-1, 0].includes(order(left, right) ?? NaN)
    case '>=':
      return [0, 1].includes(order(left, right) ?? NaN)
  }
}

function isScalar(value: Value): boolean {
  return value === null || typeof value !== 'object'
}

function isEqual(left: Value, right: Value): boolean {
  const [a, b] = asComparable(left, right)
  return isScalar(a) && a === b
}

/** -1, 0, 1, or null when the two have no order. */
function order(left: Value, right: Value): -1 | 0 | 1 | null {
  const [a, b] = asComparable(left, right)
  const ordered =
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'string' && typeof b === 'string')
  if (!ordered) return null
  if (a === b) return 0
  return a < b ? -1 : 1
}

function asComparable(left: Value, right: Value): [Value, Value] {
  if (typeof left === 'number' && typeof right === 'string') return [left, asNumber(right)]
  if (typeof left === 'string' && typeof right === 'number') return [asNumber(left), right]
  return [left, right]
}

function asNumber(text: string): number | string {
  return NUMBER_PATTERN.test(text) ? Number(text) : text
}
