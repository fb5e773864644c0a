import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The cells of the first table behind a mark in a page of `docs`, row by row. The first row is the head.
 *
 * @param page as in `queue.md`
 */
export function docsTable(page: string, mark: string): string[][] {
  const file = path.resolve(import.meta.dirname, '../../../../docs', page)
  const [, behind = ''] = readFileSync(file, 'utf8').split(mark)
  const lines = behind.split('\n')
  const table = lines.slice(lines.findIndex((line) => line.startsWith('|')))
  const end = table.findIndex((line) => !line.startsWith('|'))
  const [head, , ...rows] = end === -1 ? table : table.slice(0, end)
  return [head, ...rows].map((line = '') =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
