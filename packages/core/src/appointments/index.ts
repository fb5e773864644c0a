import { router } from '../procedure/trpc.ts'
import { showAgenda } from './agenda.ts'
import { markArrived } from './arrive.ts'
import { cancelAppointment } from './cancel.ts'
import { cancelSeries } from './cancel-series.ts'
import { changePrice } from './change-price.ts'
import { changeServices } from './change-services.ts'
import { completeAppointment } from './complete.ts'
import { confirmAppointment } from './confirm.ts'
import { createAppointment } from './create.ts'
import { createSeries } from './create-series.ts'
import { deleteAppointment } from './delete.ts'
import { getAppointment } from './get.ts'
import { listAppointments } from './list.ts'
import { markInvoiced } from './mark-invoiced.ts'
import { markNoShow } from './no-show.ts'
import { overbookAppointment } from './overbook.ts'
import { rescheduleAppointment } from './reschedule.ts'
import { rescheduleSeries } from './reschedule-series.ts'
import { rescheduleSession } from './reschedule-session.ts'
import { setMeetingUrl } from './set-meeting-url.ts'
import { startAppointment } from './start.ts'
import { takeBackMark } from './take-back-mark.ts'
import { undoAppointment } from './undo.ts'
import { updateAppointment } from './update.ts'

export const appointments = router({
  list: listAppointments,
  agenda: showAgenda,
  create: createAppointment,
  get: getAppointment,
  update: updateAppointment,
  reschedule: rescheduleAppointment,
  overbook: overbookAppointment,
  cancel: cancelAppointment,
  confirm: confirmAppointment,
  arrive: markArrived,
  start: startAppointment,
  complete: completeAppointment,
  noShow: markNoShow,
  changeServices,
  changePrice,
  markInvoiced,
  setMeetingUrl,
  takeBackMark,
  undo: undoAppointment,
  delete: deleteAppointment,
  createSeries,
  rescheduleSeries,
  rescheduleSession,
  cancelSeries,
})
