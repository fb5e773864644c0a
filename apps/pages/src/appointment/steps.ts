/** What stands behind the link of an appointment. */
import { deedOf } from '../link/link.ts'
import type { Area } from '../page.ts'
import { DEEDS } from '../paths.ts'
import { askToCancel, cancel } from './cancel.ts'
import { move, showMove } from './move.ts'
import { appointmentPage, showAppointment } from './show.ts'

export const APPOINTMENT: Area = {
  steps: {
    '': { GET: showAppointment },
    [DEEDS.confirm]: deedOf(
      'a',
      'confirm',
      (visitor, token) => visitor.confirmAppointment({ token }),
      appointmentPage,
    ),
    [DEEDS.cancel]: { GET: askToCancel, POST: cancel },
    [DEEDS.move]: { GET: showMove, POST: move },
  },
}
