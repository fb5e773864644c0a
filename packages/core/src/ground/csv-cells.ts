/** Lines of CSV, as RFC 4180 has them, that no spreadsheet takes for formulas. */

export const SEPARATORS = [',', ';'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A spreadsheet computes a cell that begins with one of these, whether it is quoted or not. */
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",;\r\n\t]/

/**
 * One cell. What begins like a formula gets an apostrophe in front: a spreadsheet then shows the text, and computes
 * nothing.
 *
 * @param value numbers and flags are written as they are: a negative amount stays a number
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  const text = FORMULA.test(plain) ? `'${plain}` : plain
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function csvLine(values: readonly unknown[], separator: Separator = ','): string {
  return `${values.map(csvCell).join(separator)}\r\n`
}

/** The value of a cell that `csvCell` wrote. */
export function cellValue(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
