/** What the page of limits shows: the values of its rows. */

/** As the page writes a limit, without its unit. */
export function shownLimit(name: string, value: number | readonly number[]): string {
  if (typeof value !== 'number') return value.map(waitText).join(', ')
  return name.toLowerCase().endsWith('bytes') ? `${value / 1024} KB` : String(value)
}

/** Minutes, as pages write a wait. */
function waitText(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
}

/** Cells of the tables of a page, without headings and rules. */
export function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter(
      (line, index, lines) =>
        line.startsWith('| ') && lines[index + 1]?.startsWith('| ---') !== true,
    )
    .filter((line) => !line.startsWith('| ---'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** Values of the rows that have four cells, without their units, in order. */
export function shownValues(markdown: string): string[] {
  return rowsOf(markdown)
    .filter((row) => row.length === 4)
    .map(([, value = '']) => value.replace(/(?<=^[\d.]+) [^,]*(?<!KB)$/, ''))
}
