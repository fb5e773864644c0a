import { expect, it } from 'vitest'
import { afterLine, linesOf, NOTHING_READ } from './import-answer.ts'

const row = (line: number, code: string | null, errors: object[] = []) =>
  JSON.stringify({ line, outcome: code === null ? 'created' : 'refused', id: null, code, errors })

it('counts rows, keeps what was refused, and ends with the sums', () => {
  const lines = [
    row(2, null),
    row(3, 'validation_error', [{ field: 'email', code: 'invalid_format' }]),
    row(4, 'client_identifier_required'),
    '{"dry_run":true,"rows":3,"created":1,"updated":0,"unchanged":0,"refused":2}',
  ]
  const progress = lines.reduce(afterLine, NOTHING_READ)
  expect(progress).toMatchObject({
    rows: 3,
    refusedCount: 2,
    refused: [
      { line: 3, code: 'validation_error', errors: [{ field: 'email', code: 'invalid_format' }] },
      { line: 4, code: 'client_identifier_required', errors: [] },
    ],
    sums: { rows: 3, created: 1, refused: 2 },
  })
  expect(lines.slice(0, 3).reduce(afterLine, NOTHING_READ).sums).toBeNull()
})

it('keeps the first hundred of many', () => {
  let progress = NOTHING_READ
  for (let line = 2; line < 300; line += 1) progress = afterLine(progress, row(line, 'not_found'))
  expect([progress.refused.length, progress.refusedCount]).toEqual([100, 298])
})

it('puts lines together that come in pieces', async () => {
  const body = new Blob(['{"a":1}\n{"nome":"Zé', '"}\n\n{"b":2}']).stream()
  const lines: string[] = []
  for await (const line of linesOf(body)) lines.push(line)
  expect(lines).toEqual(['{"a":1}', '{"nome":"Zé"}', '{"b":2}'])
})
