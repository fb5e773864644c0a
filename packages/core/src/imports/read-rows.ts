/** A CSV file as rows of cells, however hostile it is. */
import type { FileHandle } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { cellValue, type Separator } from '../ground/csv-cells.ts'

export type Row = {
  /** Of the file, from 1, where the row begins. */
  readonly line: number
  /** By the name of the column; empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>
}

/** The fields of an import, by the names of their columns. A column that ends in `*` stands for all that begin like it. */
export type ColumnNames = readonly string[]

/**
 * The rows of a file, one after the other: one is in memory at a time.
 *
 * @param file in UTF-8
 * @throws `400 validation_error` on `file`: too many rows or columns; on `file.<column>`: one that is not known, missing
 *   or there twice; on `file[<line>]`: a row that is too large, a quote that is never closed
 */
export async function* readRows(
  file: FileHandle,
  columns: ColumnNames,
  required: readonly ColumnNames[],
): AsyncGenerator<Row> {
  // The parser reads ahead: this is where the row begins that it reads, and `line` that of the row that is given out.
  let ahead = 1
  const parser = file.createReadStream({ start: 0, autoClose: false }).pipe(
    parse({
      bom: true,
      delimiter: await separatorOf(file),
      info: true,
      on_record(record: string[], { lines }) {
        ahead = lines + 1
        return record
      },
      max_record_size: LIMITS.importRowBytes,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  )
  let header: readonly string[] | null = null
  let rows = 0
  let line = 1
  try {
    for await (const read of parser) {
      const { record, info }: Parsed = read
      const begins = line
      line = info.lines + 1
      if (header === null) {
        header = columnsIn(record, columns, required)
        continue
      }
      if (record.every((cell) => cell.trim() === '')) continue
      if (record.slice(header.length).some((cell) => cell.trim() !== '')) {
        const message = `The row of line ${begins} has more cells than the first line has columns.`
        throw inRow(begins, 'invalid_format', message)
      }
      rows += 1
      if (rows > LIMITS.importRows) {
        throw inFile('too_many', `The file has more than ${LIMITS.importRows} rows.`)
      }
      yield { line: begins, cells: cellsOf(record, header) }
    }
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error, ahead) : error
  } finally {
    parser.destroy()
  }
  if (header === null)
    throw inFile('required', 'The file is empty. Its first line names the columns.')
}

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/** What separates the cells: of the two, the one that the first line has more of. No column has either in its name. */
async function separatorOf(file: FileHandle): Promise<Separator> {
  const begin = Buffer.alloc(LIMITS.importRowBytes)
  const { bytesRead } = await file.read(begin, 0, begin.length, 0)
  const [head = ''] = begin.toString('latin1', 0, bytesRead).split(/[\r\n]/, 1)
  return head.split(';').length > head.split(',').length ? ';' : ','
}

function columnsIn(
  names: readonly string[],
  columns: ColumnNames,
  required: readonly ColumnNames[],
): readonly string[] {
  if (names.length > LIMITS.importColumns) {
    throw inFile('too_many', `The file has more than ${LIMITS.importColumns} columns.`)
  }
  const trimmed = names.map((name) => name.trim())
  // Spreadsheets write the empty columns behind the last one too.
  while (trimmed.length > 0 && trimmed.at(-1) === '') trimmed.pop()
  for (const [place, name] of trimmed.entries()) {
    const shown = name.slice(0, LIMITS.valueCharacters)
    if (!columns.some((known) => isNamed(name, known))) {
      const message = `Column ${place + 1}, \`${shown}\`, is not known. The columns are: ${columns.join(', ')}.`
      throw invalid(`file.${shown}`, 'unknown_field', message)
    }
    if (trimmed.indexOf(name) !== place) {
      throw invalid(`file.${shown}`, 'duplicate_item', `The column \`${shown}\` is there twice.`)
    }
  }
  for (const names of required) {
    if (names.some((name) => trimmed.includes(name))) continue
    const message = `The column ${names.map((name) => `\`${name}\``).join(' or ')} is missing.`
    throw invalid(`file.${names[0]}`, 'required', message)
  }
  return trimmed
}

function isNamed(name: string, known: string): boolean {
  if (!known.endsWith('*')) return name === known
  const prefix = known.slice(0, -1)
  return name.startsWith(prefix) && name.length > prefix.length
}

function cellsOf(record: readonly string[], header: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {}
  for (const [place, name] of header.entries()) {
    const cell = record[place] ?? ''
    if (cell.trim() !== '') cells[name] = cellValue(cell)
  }
  return cells
}

/** @param line where the row begins */
function csvFault({ code, message }: CsvError, line: number): unknown {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const most = LIMITS.importRowBytes / 1024
    return inRow(line, 'too_long', `A row is larger than ${most} KB, or a quote is never closed.`)
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return inRow(line, 'invalid_format', 'A quoted cell is never closed.')
  }
  return inRow(
    line,
    'invalid_format',
    `The file is not CSV. ${message.slice(0, LIMITS.reasonCharacters)}`,
  )
}

function inFile(code: 'required' | 'too_many', message: string) {
  return invalid('file', code, message)
}

function inRow(line: number, code: 'too_long' | 'invalid_format', message: string) {
  return invalid(`file[${line}]`, code, message)
}
