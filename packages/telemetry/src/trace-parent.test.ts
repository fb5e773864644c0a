import { expect, it } from 'vitest'
import { parsedTraceParent, writtenTraceParent } from './trace-parent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

it('reads what the standard allows, also of later versions', () => {
  const sampled = { traceId: TRACE, spanId: SPAN, traceFlags: 1 }
  expect(parsedTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual(sampled)
  expect(parsedTraceParent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...sampled, traceFlags: 0 })
  expect(parsedTraceParent(`00-${TRACE}-${SPAN}-ff`)).toEqual(sampled)
  expect(parsedTraceParent(`cc-${TRACE}-${SPAN}-01-later`)).toEqual(sampled)
  expect(writtenTraceParent(sampled)).toBe(`00-${TRACE}-${SPAN}-01`)
})

it.each([
  null,
  undefined,
  '',
  '00',
  TRACE,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.slice(1)}g-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01more`,
  'x'.repeat(1_000_000),
])('follows nothing in %j', (text) => {
  expect(parsedTraceParent(text)).toBeNull()
})
