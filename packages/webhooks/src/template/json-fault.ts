const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** `fault`: what is wrong at that place, in words. */
export type JsonFault = { index: number; fault: string }

/**
 * Where a text stops being JSON, or null when it is JSON. `JSON.parse` says it too, but in a
 * message that quotes the text, which may hold a secret, and not always with a position.
 */
export function findJsonFault(text: string): JsonFault | null {
  let index = 0
  const open: ('{' | '[')[] = []
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = index
    const found = pattern.exec(text)
    if (found !== null) index += found[0].length
    return found !== null
  }
  /** Letter by letter: an expression for the whole would be tried again from each quote in it. */
  const skipString = (): boolean => {
    if (text[index] !== '"') return false
    const start = index
    index += 1
    while (text[index] !== '"') {
      // Past the end it is NaN, which is no such letter either.
      const isPlain = text.charCodeAt(index) >= 0x20 && text[index] !== '\\'
      if (isPlain) index += 1
      else if (!skip(ESCAPE)) {
        index = start
        return false
      }
    }
    index += 1
    return true
  }
  const accept = (character: string): boolean => {
    skip(SPACE)
    if (text[index] !== character) return false
    index += 1
    return true
  }
  const fault = (expected: string): JsonFault => ({ index, fault: describe(text, index, expected) })
  const readKey = () => {
    skip(SPACE)
    if (!skipString()) return fault('a name in double quotes')
    return accept(':') ? null : fault('`:`')
  }

  for (;;) {
    let isValueDone = false
    if (accept('{')) {
      open.push('{')
      isValueDone = accept('}')
      const missing = isValueDone ? null : readKey()
      if (missing !== null) return missing
    } else if (accept('[')) {
      open.push('[')
      isValueDone = accept(']')
    } else if (skipString() || skip(SCALAR)) {
      isValueDone = true
      open.push('[')
    } else return fault('a value')
    if (!isValueDone) continue
    open.pop()

    let isNextValue = false
    while (!isNextValue) {
      const inside = open.at(-1)
      if (inside === undefined) {
        skip(SPACE)
        return index === text.length ? null : fault('the end')
      }
      const end = inside === '{' ? '}' : ']'
      if (accept(end)) open.pop()
      else if (accept(',')) {
        const missing = inside === '{' ? readKey() : null
        if (missing !== null) return missing
        isNextValue = true
      } else return fault(`\`,\` or \`${end}\``)
    }
  }
}

/** The faults that everybody makes are named; any other by what would be right. */
function describe(text: string, index: number, expected: string): string {
  const before = text.slice(0, index).trimEnd()
  if (before === '' && index === text.length) return 'it is empty'
  const next = text[index] ?? ''
  if (before.endsWith(',') && (next === '}' || next === ']')) {
    return `no comma can stand before \`${next}\`; inside a loop write \`{% if not loop.last %},{% endif %}\``
  }
  if (next === "'") return 'JSON uses double quotes, not single quotes'
  if (next === '"' && /^a (value|name)/.test(expected)) {
    return 'the text that begins here is not closed, or has a line break or a wrong `\\` in it'
  }
  return `expected ${expected}${next === '' ? ', and it ends' : ' here'}`
}
