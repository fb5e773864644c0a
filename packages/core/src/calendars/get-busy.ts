import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { BusyCalendar, findBusyCalendar, toBusyCalendar } from './busy-calendar.ts'

/** `calendars.getBusy`: whether a calendar elsewhere is connected, and how reading it went. */
export const getBusyCalendar = procedure({
  kind: 'read',
  scope: 'read',
  access: 'professionals',
  input: z.object({ professional_id: Id }),
  output: BusyCalendar,
  problems: ['not_found'],
  async run(context, { professional_id: id }) {
    const { db, organization } = context
    const professional = await findProfessional(db, organization.id, id)
    return toBusyCalendar(context, professional, await findBusyCalendar(db, organization.id, id))
  },
})
