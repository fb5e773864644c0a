import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import type { ProfessionalRow } from './load.ts'
import { toProfessional } from './professional.ts'

/** @param rows.before null when the professional is new */
export function professionalEvent(
  type: 'professional.created' | 'professional.deactivated',
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
