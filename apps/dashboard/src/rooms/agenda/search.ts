import { date, id, mark, oneOf, searchOf, text } from '../../address/search.ts'

/** Ids of professionals, in one list. */
function ids(value: unknown): readonly number[] | undefined {
  const asked: readonly unknown[] = Array.isArray(value) ? value : [value]
  const found = asked.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0)
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, 200)
}

/** `YYYY-MM-DD HH:mm:ss` of the organization's clock; an instant where the clock comes to this time twice. */
function moment(value: unknown): string | undefined {
  const written = text(25)(value)
  return written !== undefined &&
    /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:00|T\d\d:\d\d:00[+-]\d\d:\d\d)$/.test(written)
    ? written
    : undefined
}

/** What is shown, and which dialog is open above it: a sent link shows the same. */
export const agendaSearch = searchOf({
  date: date(),
  view: oneOf('day', 'week'),
  professionals: ids,
  /** Whose week it is. */
  whose: id(),
  /** Whether cancelled visits are shown. */
  cancelled: mark(),
  /** Whose card is open. */
  appointment: id(),
  /** Whose move is open. */
  move: id(),
  /** Whose hold is open. */
  hold: id(),
  /** The blocked time that is open. */
  blocked: id(),
  /** The dialog of a new appointment: open, its professional, its start. */
  new: mark(),
  with: id(),
  at: moment,
})

export type AgendaSearch = ReturnType<typeof agendaSearch>
