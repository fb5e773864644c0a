import { sqlOf } from '@scheduling/database'
import type { Service } from '../context.ts'
import { csvLine } from '../ground/csv-cells.ts'
import type { ZippedFile } from '../ground/zip.ts'
import { heldRows, type Person } from './held-rows.ts'
import { HOLDINGS, type Holding } from './holdings.ts'

/**
 * Everything about a person, as files of JSON and of CSV, by the table of what holds a person. Each file is read when
 * its turn comes, a page at a time.
 *
 * @param about what the first file says of the export itself
 */
export function personFiles(
  { db }: Pick<Service, 'db'>,
  person: Person,
  about: Readonly<Record<string, unknown>>,
): ZippedFile[] {
  const sql = sqlOf(db)
  const rowsOf = (holding: Holding) =>
    heldRows<string>(sql, holding, person, { name: 'exported', shown: shownOf(holding) })
  const files = HOLDINGS.flatMap((holding): ZippedFile[] =>
    holding.file === null
      ? []
      : [
          { name: `${holding.file}.json`, text: asJson(rowsOf(holding)) },
          { name: `${holding.file}.csv`, text: asCsv(rowsOf(holding)) },
        ],
  )
  const names = files.map(({ name }) => name)
  return [{ name: 'export.json', text: once({ ...about, files: names }) }, ...files]
}

/** PostgreSQL's own text of a row: amounts keep their decimals, and large numbers their digits. */
function shownOf({ hidden = [], beside }: Holding): string {
  const without = hidden.map((column) => `'${column}'`).join(', ')
  const row = hidden.length === 0 ? 'to_jsonb(held)' : `(to_jsonb(held) - ARRAY[${without}])`
  return `(${row}${beside === undefined ? '' : ` || ${beside}`})::text`
}

type Pages = AsyncIterable<readonly { readonly shown: string }[]>

async function* asJson(pages: Pages): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of pages) {
    yield `${isFirst ? '[\n' : ',\n'}${rows.map(({ shown }) => shown).join(',\n')}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

/** All rows of a table have the same columns. Without rows the file is empty. */
async function* asCsv(pages: Pages): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of pages) {
    const lines: string[] = []
    for (const { shown } of rows) {
      const row = asWritten(shown)
      if (isFirst) lines.push(csvLine(Object.keys(row)))
      lines.push(csvLine(Object.values(row)))
      isFirst = false
    }
    yield lines.join('')
  }
}

/** A row whose amounts are the text that PostgreSQL wrote. */
function asWritten(shown: string): Readonly<Record<string, unknown>> {
  const row: unknown = JSON.parse(shown)
  return typeof row === 'object' && row !== null ? { ...row } : {}
}

async function* once(about: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(about, null, 2)}\n`
}
