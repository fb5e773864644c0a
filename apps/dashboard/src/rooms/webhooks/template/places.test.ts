import { describe, expect, it } from 'vitest'
import { faultOf, spanOf } from './places.ts'

describe('faultOf', () => {
  it('takes the place out of the message', () => {
    const error = { field: 'template.body', code: 'template_forbidden' }
    expect(faultOf({ ...error, message: 'Line 2, column 15: there is no `x`' })).toEqual({
      ...error,
      message: 'there is no `x`',
      place: { line: 2, column: 15 },
    })
    expect(faultOf({ ...error, message: 'The result is too large.' })).toEqual({
      ...error,
      message: 'The result is too large.',
      place: null,
    })
  })
})

describe('spanOf', () => {
  const text = 'one {{ a.b }}\ntwo\n\nfour'
  const marked = (line: number, column: number) => {
    const { from, to } = spanOf(text, { line, column })
    return text.slice(from, to)
  }

  it('goes to the end of the word', () => {
    expect(marked(1, 8)).toBe('a.b')
    expect(marked(1, 5)).toBe('{')
    expect(marked(4, 1)).toBe('four')
  })

  it('stays inside the text, wherever the place is', () => {
    expect(spanOf(text, null)).toEqual({ from: 0, to: text.length })
    expect(spanOf(text, { line: 3, column: 1 })).toEqual({ from: 18, to: 18 })
    expect(spanOf(text, { line: 2, column: 90 })).toEqual({ from: 17, to: 17 })
    expect(spanOf('', { line: 5, column: 5 })).toEqual({ from: 0, to: 0 })
    expect(spanOf(text, { line: 99, column: 99 }).to).toBeLessThanOrEqual(text.length)
  })
})
