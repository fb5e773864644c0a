/** Free times as a table: a day, its professionals, and their times on the clock of the clinic. */
import { oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { dayInWords } from './window.ts'

/** A free start, as the wire has it. `start` has the offset of the clinic. */
export type WireSlot = {
  readonly start: string
  readonly professional: { readonly id: number; readonly name: string }
}

const LONGEST_NAME = 30
const TIME_WIDTH = '09:00 '.length

export function slotLines(
  terminal: Pick<Terminal, 'width' | 'paint'>,
  slots: readonly WireSlot[],
): string[] {
  const nameWidth = Math.min(
    LONGEST_NAME,
    Math.max(0, ...slots.map(({ professional }) => nameOf(professional).length)),
  )
  const perLine = Math.max(1, Math.floor((terminal.width - nameWidth - 4) / TIME_WIDTH))
  return grouped(slots, ({ start }) => start.slice(0, 10)).flatMap(([date, ofDay], index) => [
    ...(index === 0 ? [] : ['']),
    terminal.paint('bold', dayInWords(date)),
    ...grouped(ofDay, ({ professional }) => professional.id).flatMap(([, ofProfessional]) => {
      const [first] = ofProfessional
      const name = first === undefined ? '' : nameOf(first.professional)
      const times = ofProfessional.map(({ start }) => start.slice(11, 16))
      return rows(times, perLine).map(
        (row, line) => `  ${(line === 0 ? name : '').padEnd(nameWidth)}  ${row.join(' ')}`,
      )
    }),
  ])
}

function nameOf({ name }: WireSlot['professional']): string {
  const shown = oneLine(name)
  return shown.length > LONGEST_NAME ? `${shown.slice(0, LONGEST_NAME - 1)}…` : shown
}

/** In the order in which each key comes first. */
function grouped<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): [Key, Value[]][] {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [value])
    else known.push(value)
  }
  return [...groups]
}

function rows<Value>(values: readonly Value[], perRow: number): Value[][] {
  const count = Math.ceil(values.length / perRow)
  return Array.from({ length: count }, (_, row) => values.slice(row * perRow, (row + 1) * perRow))
}
