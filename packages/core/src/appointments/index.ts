import { router } from '../procedure/trpc.ts'
import { cancelAppointment } from './cancel.ts'
import { completeAppointment } from './complete.ts'
import { confirmAppointment } from './confirm.ts'
import { createAppointment } from './create.ts'
import { createSeries } from './create-series.ts'
import { getAppointment } from './get.ts'
import { listAppointments } from './list.ts'
import { markNoShow } from './no-show.ts'
import { rescheduleAppointment } from './reschedule.ts'
import { updateAppointment } from './update.ts'

export const appointments = router({
  list: listAppointments,
  create: createAppointment,
  createSeries,
  get: getAppointment,
  update: updateAppointment,
  reschedule: rescheduleAppointment,
  cancel: cancelAppointment,
  confirm: confirmAppointment,
  complete: completeAppointment,
  noShow: markNoShow,
})
