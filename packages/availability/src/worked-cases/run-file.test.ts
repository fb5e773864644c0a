import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Malformed } from './fields.ts'
import { runFile } from './run-file.ts'

const folder = new URL('../../cases/', import.meta.url)

describe('the worked cases', () => {
  it.each(readdirSync(folder))('%s passes whole', (file) => {
    const report = runFile(readFileSync(new URL(file, folder), 'utf8'))
    expect(report.lines).toEqual([`${report.passed} passed, 0 failed`])
    expect(report.passed).toBeGreaterThan(18)
  })
})

const valid = {
  id: 'A',
  title: 'One hour',
  timezone: 'America/Sao_Paulo',
  now: '2026-11-20T08:00:00-03:00',
  working_hours: { mon: [['09:00', '10:00']] },
  duration_minutes: 60,
  slot_interval_minutes: 30,
  query: { from: '2026-11-23', to: '2026-11-23' },
  expected: ['2026-11-23T09:00:00-03:00'],
}

const run = (...cases: unknown[]) =>
  runFile(JSON.stringify({ format: 'slot-cases/1', cases })).lines

describe('the entry that a case excludes', () => {
  it.each(['appointment', 'blocked'])('is left out when it is of kind %s', (kind) => {
    const busy = [
      { id: 'x', kind, start: '2026-11-23T09:00:00-03:00', end: '2026-11-23T10:00:00-03:00' },
    ]
    expect(run({ ...valid, busy, exclude_busy_id: 'x' })).toEqual(['1 passed, 0 failed'])
    expect(run({ ...valid, busy, exclude_busy_id: 'y' }).at(-1)).toBe('0 passed, 1 failed')
    expect(run({ ...valid, busy }).at(-1)).toBe('0 passed, 1 failed')
  })
})

describe('a file', () => {
  it('may leave out everything that has a default', () => {
    expect(run(valid)).toEqual(['1 passed, 0 failed'])
  })

  it.each([
    ['no JSON', '{', 'file: is not JSON'],
    ['no object', '[]', 'file: must be an object'],
    ['another format', '{"format":"slot-cases/2","cases":[{}]}', 'format: must be'],
    ['no cases', '{"format":"slot-cases/1"}', 'cases: must be an array with at least one'],
    ['cases that are no array', '{"cases":{}}', 'cases: must be an array'],
  ])('that is %s is refused', (_, text, message) => {
    expect(() => runFile(text)).toThrow(Malformed)
    expect(() => runFile(text)).toThrow(message)
  })
})

describe('a failing case', () => {
  it('says what was expected and what came, and the others still run', () => {
    const wrong = { ...valid, id: 'B', expected: ['2026-11-23T10:00:00-03:00'] }
    expect(run(wrong, valid)).toEqual([
      'FAILED B: One hour',
      '  expected: 2026-11-23T10:00:00-03:00',
      '  got:      2026-11-23T09:00:00-03:00',
      '  expected: 2026-11-23T10:00:00-03:00 judged free',
      '  got:      2026-11-23T10:00:00-03:00 judged outside_hours',
      '1 passed, 1 failed',
    ])
  })

  it.each([
    ['a start too many', { expected: [] }],
    ['the right instant in another offset', { expected: ['2026-11-23T12:00:00Z'] }],
    ['a start twice', { expected: [...valid.expected, ...valid.expected] }],
    [
      'other seats',
      { capacity: 2, service_id: 1, expected_remaining: { [`${valid.expected[0]}`]: 1 } },
    ],
    [
      'starts out of order',
      {
        working_hours: { mon: [['09:00', '11:00']] },
        slot_interval_minutes: 60,
        expected: ['2026-11-23T10:00:00-03:00', '2026-11-23T09:00:00-03:00'],
      },
    ],
  ])('%s is a failure', (_, changes) => {
    expect(run({ ...valid, ...changes }).at(-1)).toBe('0 passed, 1 failed')
  })
})

describe('a malformed case', () => {
  it.each([
    ['timezone', { timezone: 'America/Atlantis' }],
    ['timezone', { timezone: '-03:00' }],
    ['now', { now: '2026-11-20T08:00:00' }],
    ['now', { now: '2026-02-30T08:00:00Z' }],
    ['query', { query: null }],
    ['query.from', { query: { from: '2026-11-31', to: '2026-12-01' } }],
    ['query.to', { query: { from: '2026-11-23', to: '2026-11-22' } }],
    ['duration_minutes', { duration_minutes: undefined }],
    ['duration_minutes', { duration_minutes: 0 }],
    ['duration_minutes', { duration_minutes: '60' }],
    ['slot_interval_minutes', { slot_interval_minutes: 4 }],
    ['slotIntervalMinutes', { slot_interval_minutes: 1441 }],
    ['buffer_before_minutes', { buffer_before_minutes: -5 }],
    ['capacity', { capacity: 0 }],
    ['working_hours.monday', { working_hours: { monday: [] } }],
    ['working_hours.mon[0]', { working_hours: { mon: ['09:00', '10:00'] } }],
    ['working_hours.mon[0][0]', { working_hours: { mon: [['24:00', '10:00']] } }],
    ['working_hours.mon[0][1]', { working_hours: { mon: [['09:00', '25:00']] } }],
    ['overrides[0].date', { overrides: [{ intervals: [] }] }],
    ['holidays[1]', { holidays: ['2026-11-23', 'Christmas'] }],
    ['busy[0].start', { busy: [{ end: '2026-11-23T09:00:00-03:00' }] }],
    ['busy[0].kind', { busy: [{ kind: 'rest', start: valid.now, end: valid.now }] }],
    ['expected', { expected: undefined }],
    ['expected[0]', { expected: ['09:00'] }],
    ['expected_remaining.x', { expected_remaining: { x: 1 } }],
    ['professionals[0].id', { professionals: [{}], expected: {} }],
    ['professionals[1].id', { professionals: [{ id: 1 }, { id: '1' }], expected: {} }],
    ['expected.2', { professionals: [{ id: 1 }], expected: { 2: [] } }],
  ])('names the case and the field %s', (field, changes) => {
    const lines = run({ ...valid, ...changes })
    expect(lines[0]).toBe('FAILED A: One hour')
    expect(lines[1]).toContain(`malformed: ${field}`)
    expect(lines.at(-1)).toBe('0 passed, 1 failed')
  })

  it('without an id is named by its place', () => {
    expect(run(valid, 7)[0]).toBe('FAILED cases[1]')
  })
})
