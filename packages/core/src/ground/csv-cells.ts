/** Lines of CSV, as RFC 4180 has them, that no spreadsheet takes for formulas. */

export const SEPARATORS = [',', ';'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A spreadsheet computes a cell that begins with one of these, quoted or not. An apostrophe is doubled. */
const NEEDS_APOSTROPHE = /^['=+\-@\t\r\n]/
/** A spreadsheet that expects another separator splits the cell there, and computes the second part. */
const INNER_FORMULA = /([,;\t\r\n|]'*)(?=[=+\-@])/g
const ESCAPED_INNER_FORMULA = /([,;\t\r\n|]'*)'(?=[=+\-@])/g
const NEEDS_QUOTES = /[",;\r\n\t]/

/**
 * One cell. What begins like a formula, or goes on like one behind a separator, gets an apostrophe in front: a spreadsheet
 * then shows the text, and computes nothing. So does what begins with an apostrophe, so that `cellValue` finds the text.
 *
 * @param value numbers and flags are written as they are: a negative amount stays a number
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  const inner = plain.replaceAll(INNER_FORMULA, "$1'")
  const text = NEEDS_APOSTROPHE.test(plain) ? `'${inner}` : inner
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function csvLine(values: readonly unknown[], separator: Separator = ','): string {
  return `${values.map(csvCell).join(separator)}\r\n`
}

/** The value of a cell that `csvCell` wrote. */
export function cellValue(cell: string): string {
  const isEscaped = cell.startsWith("'") && NEEDS_APOSTROPHE.test(cell.slice(1))
  return (isEscaped ? cell.slice(1) : cell).replaceAll(ESCAPED_INNER_FORMULA, '$1')
}
