import type { Budget } from './budget.ts'
import type { Position } from './template.ts'
import type { Value } from './value.ts'

/**
 * The value as JSON, every piece paid for before it is built: a list that holds one map a thousand
 * times is small in memory and huge on paper.
 */
export function writeJson(value: Value, budget: Budget, at: Position): string {
  const pieces: string[] = []
  let length = 0
  const put = (piece: string) => {
    length += piece.length
    budget.checkLength(length, at)
    budget.allowText(piece.length, at)
    pieces.push(piece)
  }
  const write = (part: Value): void => {
    if (typeof part === 'string') {
      budget.checkLength(length + part.length + 2, at)
      put(JSON.stringify(part))
    } else if (part === null || typeof part !== 'object') put(JSON.stringify(part))
    else if (Array.isArray(part)) {
      put('[')
      for (const [index, element] of part.entries()) {
        if (index > 0) put(',')
        write(element)
      }
      put(']')
    } else {
      put('{')
      for (const [index, [key, element]] of Object.entries(part).entries()) {
        if (index > 0) put(',')
        budget.checkLength(length + key.length + 3, at)
        put(`${JSON.stringify(key)}:`)
        write(element)
      }
      put('}')
    }
  }
  write(value)
  return pieces.join('')
}
