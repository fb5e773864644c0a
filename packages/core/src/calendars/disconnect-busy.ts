import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { BusyCalendar, toBusyCalendar } from './busy-calendar.ts'
import { forgetBusyCalendar } from './forget-busy.ts'

/** `calendars.disconnectBusy`: forgets the address of the calendar elsewhere. Its times can be booked at once. */
export const disconnectBusyCalendar = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({ professional_id: Id }),
  output: BusyCalendar,
  emits: { ok: [] },
  notes: ['busy_calendar.disconnected'],
  problems: ['not_found'],
  async run(write, { professional_id: id }) {
    const professional = await findProfessional(write.tx, write.organization.id, id)
    await forgetBusyCalendar(write, id)
    return toBusyCalendar(write, professional, null)
  },
})
