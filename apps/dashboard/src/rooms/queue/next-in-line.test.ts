import { expect, it } from 'vitest'
import { callerOf, waitingFor } from './next-in-line.ts'

const entry = (service_id: number, professional_id: number | null, status = 'WAITING') => ({
  service_id,
  professional_id,
  status,
})

it('gives a desk those who asked for it, and those who asked for anyProfessional and can be served there', () => {
  const mine = entry(1, 7)
  const unassigned = entry(2, null)
  const all = [entry(1, 8), mine, entry(3, null), unassigned, entry(1, 7, 'SKIPPED')]
  expect(waitingFor(all, 7, new Set([1, 2]))).toEqual([mine, unassigned])
  expect(waitingFor(all, 9, new Set())).toEqual([])
})

it('knows who calls when there is one who can', () => {
  const open = [
    { id: 7, performed: new Set([1, 2]) },
    { id: 8, performed: new Set([1]) },
  ]
  expect(callerOf(entry(1, 5), open)).toBe(5)
  expect(callerOf(entry(2, null), open)).toBe(7)
  expect(callerOf(entry(1, null), open)).toBeNull()
  expect(callerOf(entry(3, null), open)).toBeNull()
})
