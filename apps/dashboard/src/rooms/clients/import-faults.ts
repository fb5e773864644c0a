/** Why a row or a whole file was refused, in the language of the user, with the names of columns as the file has them. */
import type { Refusal } from '@scheduling/client'
import type { RefusedRow } from './import-answer.ts'
import { IMPORT_TEXTS } from './import-texts.ts'

type Code = Refusal['errors'][number]['code']

export type ImportWords = {
  readonly t: (typeof IMPORT_TEXTS)['pt']
  readonly faults: Readonly<Record<Code, string>>
  readonly problems: Readonly<Record<Refusal['code'], string>>
}

/** One sentence for each fault of a row. */
export function rowFaults({ code, errors }: RefusedRow, words: ImportWords): readonly string[] {
  const { t, faults, problems } = words
  if (errors.length === 0) return [code === 'not_found' ? t.gone : problems[code]]
  return errors.map(({ field, code: fault }) => {
    // Of `metadata.crm` the whole is the column, of others what stands before a place inside the value.
    const column = field.split('[')[0] ?? field
    const said = isColumn(column) && SAID_OF_COLUMN.has(fault) ? t.columns[column] : faults[fault]
    return t.inColumn(column, said)
  })
}

/** Faults that mean no more than that the cell is not what the column holds. */
const SAID_OF_COLUMN: ReadonlySet<Code> = new Set([
  'invalid_format',
  'invalid_value',
  'invalid_type',
])

function isColumn(name: string): name is keyof (typeof IMPORT_TEXTS)['pt']['columns'] {
  return Object.hasOwn(IMPORT_TEXTS.pt.columns, name)
}

/** What is wrong with the file as a whole; null where the refusal says nothing of it. */
export function fileFault(
  { errors }: Pick<Refusal, 'errors'>,
  { t, faults }: Pick<ImportWords, 't' | 'faults'>,
): string | null {
  const [fault] = errors
  if (fault === undefined) return null
  const { field, code } = fault
  const [, line] = /^file\[(\d+)\]$/.exec(field) ?? []
  if (line !== undefined) return code === 'too_long' ? t.longRow(line) : t.brokenRow(line)
  if (field.startsWith('file.')) {
    const column = field.slice('file.'.length)
    if (code === 'required') return t.noColumn(column)
    return code === 'duplicate_item' ? t.columnTwice(column) : t.unknownColumn(column)
  }
  if (field !== 'file') return null
  return code in t.file ? t.file[code as keyof typeof t.file] : faults[code]
}
