import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import type { ProfessionalRow } from './load.ts'
import { toProfessional } from './professional.ts'

/** @param rows.before null when the professional is new */
export function professionalEvent(
  type: 'professional.created' | 'professional.updated' | 'professional.deactivated',
  rows: { readonly before: ProfessionalRow | null; readonly after: ProfessionalRow },
  timeZone: string,
): NewEvent {
  const { before, after } = rows
  return recordEvent(type, {
    before: before === null ? null : toProfessional(before, timeZone),
    after: toProfessional(after, timeZone),
    filters: { ...NO_FILTERS, professionalIds: [after.id] },
  })
}

/**
 * `professional.updated` of each professional that reads otherwise now, ordered by id.
 *
 * @param before and after the same professionals
 */
export function professionalsUpdated(
  before: readonly ProfessionalRow[],
  after: readonly ProfessionalRow[],
  timeZone: string,
): NewEvent[] {
  const old = new Map(before.map((row) => [row.id, row]))
  return after
    .toSorted((one, other) => one.id - other.id)
    .map((row) => {
      const rows = { before: old.get(row.id) ?? null, after: row }
      return professionalEvent('professional.updated', rows, timeZone)
    })
    .filter(({ changes }) => changes !== null)
}
