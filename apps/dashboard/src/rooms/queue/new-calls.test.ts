import { expect, it } from 'vitest'
import { keyOf, newCalls } from './new-calls.ts'

const call = (entry_id: number, call_count = 1, is_in_service = false) => ({
  entry_id,
  call_count,
  is_in_service,
})

it('hears a call once, and a repeated call again', () => {
  const first = [call(1)]
  expect(newCalls(first, null)).toEqual([])
  const heard = new Set(first.map(keyOf))
  expect(newCalls(first, heard)).toEqual([])
  expect(newCalls([call(2), call(1)], heard)).toEqual([call(2)])
  expect(newCalls([call(1, 2)], heard)).toEqual([call(1, 2)])
})

it('does not announce a client who is served already', () => {
  expect(newCalls([call(3, 1, true)], new Set())).toEqual([])
})
