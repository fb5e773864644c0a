import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellValue, csvCell, csvLine, SEPARATORS } from './csv-cells.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['Ana;=1+1', '"Ana;\'=1+1"'],
  ['Ana,+1', '"Ana,\'+1"'],
  ['a|@SUM(A1)', "a|'@SUM(A1)"],
  ['a\t-1', '"a\t\'-1"'],
  ['a\n=1', '"a\n\'=1"'],
  ["a;'=1", '"a;\'\'=1"'],
  ["'Ana", "''Ana"],
  ["D'Ávila - a=b", "D'Ávila - a=b"],
])('the cell %j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

it('a text comes back as it was, whatever it is made of', () => {
  const text = fc.string({ unit: fc.constantFrom(...`=+-@'",;|\t\r\na `) })
  fc.assert(
    fc.property(text, fc.constantFrom(...SEPARATORS), (written, separator) => {
      const [row] = parse(csvLine([written, 'x'], separator), { delimiter: separator })
      expect(cellValue(row?.[0] ?? '')).toBe(written)
    }),
    { numRuns: 2000 },
  )
})
